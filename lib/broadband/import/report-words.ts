import type { ProjectionFacts } from '#lib/broadband/import/projection/georeference.ts';
import { counted } from '#lib/counted.ts';
import { isLeftOut, noteWords, type ReadingNote } from '#lib/words/coverage/notes.ts';
import { referenceWords } from '#lib/words/coverage/reference.ts';
import type { FormatName } from './source.ts';
import type { SurveyReport } from './survey.ts';

/** How a file was read. */
export interface FileReading {
  readonly format: FormatName;
  readonly projection: ProjectionFacts;
  readonly notes: readonly ReadingNote[];
}

/** What an import noticed, one sentence each, without what was left out of its file. */
export function importNotes(imported: FileReading & { readonly report: SurveyReport }): string[] {
  return [...readingLines(imported), ...importReportLines(imported.report)];
}

/** What was left out of a file, one sentence each: whoever sees anything of an outcome must see this first. */
export function leftOutLines({ notes }: Pick<FileReading, 'notes'>): string[] {
  return notes.filter(isLeftOut).map(noteWords);
}

/** How a file was read, one sentence each, without what was left out of it. */
export function readingLines({ format, projection, notes }: FileReading): string[] {
  const others = notes.filter((note) => !isLeftOut(note));
  return [`Read as ${format}. Coordinates: ${referenceWords(projection)}.`, ...others.map(noteWords)];
}

/** What an import counted, one sentence each. */
export function importReportLines(report: SurveyReport): string[] {
  const { features, skipped, parts } = report;
  const lines = [`${counted(features, 'feature')} read. Coordinates are stored to 0.0000001 degrees.`];
  const add = (count: number, sentence: string) => {
    if (count > 0) lines.push(`${number(count)} ${sentence}`);
  };
  for (const [kind, count] of Object.entries(skipped)) lines.push(skippedWords(kind, count));
  add(report.positionsRounded, 'positions had more than 7 decimals and were moved by at most 8 mm.');
  add(
    report.positionsConverted,
    'positions were converted to degrees and then rounded once, to 0.0000001 degrees (11 mm).',
  );
  add(report.ringsClosed, 'rings were open and were closed.');
  add(report.ringsUnwrapped, 'rings crossed 180° or 0° in the file and were joined.');
  add(report.pointsRemoved, 'points repeated the one before or went out and back, and were removed.');
  add(report.ringsVanished, 'rings had no area and were dropped.');
  add(report.partsOutside, `of ${number(parts)} areas are outside the service area, where no query is answered.`);
  add(
    report.partsPartlyOutside,
    `of ${number(parts)} areas reach beyond the service area, where no query is answered.`,
  );
  add(report.slivers, `of ${number(parts)} areas are slivers of less than 1 m².`);
  // versions from before have no such count
  const isBounded = report.selfCrossingsBounded > 0;
  if (report.selfCrossings > 0) {
    const places = counted(report.selfCrossings, 'place');
    lines.push(
      `${isBounded ? 'at least ' : ''}${places} where an area crosses itself: what an odd number of its rings encloses counts as covered.`,
    );
  }
  if (isBounded && report.selfCrossings === 0)
    lines.push(
      'Whether areas cross themselves was not searched to the end: a border has too many long edges beside each other.',
    );
  add(report.duplicateIds, 'features have the id of an earlier one; each was imported as a feature of its own.');
  add(
    report.completionsDropped,
    'features have a completion that is never shown with their availability; it was dropped.',
  );
  return lines;
}

function skippedWords(kind: string, count: number): string {
  if (kind === 'no geometry') return `${counted(count, 'feature')} without a geometry skipped.`;
  if (kind === 'deleted') return `${counted(count, 'row')} marked as deleted skipped.`;
  return `${counted(count, 'feature')} with a ${kind} skipped: only areas count.`;
}

/** A number with its thousands grouped. */
export function number(value: number): string {
  return value.toLocaleString('en-NZ');
}
