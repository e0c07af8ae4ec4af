import { counted } from '#lib/counted.ts';
import { type ProjectionFacts, projectionWords } from './projection/projection-facts.ts';
import type { FormatName } from './source.ts';
import type { SurveyReport } from './survey.ts';

/** How a file was read. */
export interface FileReading {
  readonly format: FormatName;
  /** By which reference system its positions were read, and how accurate that is. */
  readonly projection: ProjectionFacts;
  /** What was found or assumed of the file as a whole; whole sentences. */
  readonly notes: readonly string[];
}

/** What an import noticed, a sentence each. */
export function importNotes(imported: FileReading & { readonly report: SurveyReport }): string[] {
  return [...readingLines(imported), ...importReportLines(imported.report)];
}

/** How a file was read, a sentence each. */
export function readingLines({ format, projection, notes }: FileReading): string[] {
  return [`Read as ${format} by ${projectionWords(projection)}.`, ...notes];
}

/** What an import counted, a sentence each. */
export function importReportLines(report: SurveyReport): string[] {
  const { features, skipped, parts } = report;
  const told: string[] = [`${counted(features, 'feature')} read. Coordinates are held in whole 0.0000001 degrees.`];
  const tell = (count: number, sentence: string) => {
    if (count > 0) told.push(`${number(count)} ${sentence}`);
  };
  for (const [what, count] of Object.entries(skipped)) {
    told.push(
      what === 'no geometry'
        ? `${counted(count, 'feature')} without a geometry skipped.`
        : what === 'deleted'
          ? `${counted(count, 'row')} marked as deleted skipped.`
          : `${counted(count, 'feature')} with a ${what} skipped: only areas count.`,
    );
  }
  tell(report.positionsRounded, 'of the positions had more than 7 decimals and moved by 8 mm at most.');
  tell(
    report.positionsConverted,
    'positions were converted to degrees and then rounded, once, to whole 0.0000001 degrees (11 mm).',
  );
  tell(report.ringsClosed, 'of the rings were open and have been closed.');
  tell(report.ringsUnwrapped, 'of the rings crossed 180° or 0° in the file and have been made whole.');
  tell(report.pointsRemoved, 'points were removed that repeated the one before or went out and back.');
  tell(report.ringsVanished, 'of the rings had no area at all and were dropped.');
  tell(report.partsOutside, `of ${number(parts)} areas lie outside the service area, where nobody can ask.`);
  tell(report.partsPartlyOutside, `of ${number(parts)} areas reach beyond the service area, where nobody can ask.`);
  tell(report.slivers, `of ${number(parts)} areas are slivers of less than 1 m².`);
  tell(report.duplicateIds, 'features have the id of an earlier one; each was taken by itself.');
  tell(
    report.completionsDropped,
    'features have a completion that is never shown with their availability; it was dropped.',
  );
  return told;
}

/** Thousands grouped. */
export function number(value: number): string {
  return value.toLocaleString('en-NZ');
}
