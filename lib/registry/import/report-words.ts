import { formatAuckland } from '#lib/time/auckland.ts';
import type { WordedRefusal } from '#lib/words/reason-words.ts';

interface Imported {
  readonly run: number;
  readonly sha256: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Counts as a line: `new 3, changed 0, …`. */
export function countsLine(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count.toLocaleString('en-NZ')}`)
    .join(', ');
}

/** The sentence about missing names, when there are any. */
export function missingLines({ missing = 0 }: Readonly<Record<string, number>>): string[] {
  if (missing === 0) return [];
  return ['Missing names keep their status; they are removed when the next full file lacks them too.'];
}

/** The report of an import that was carried out with nobody watching. */
export function importReport(source: string, { run, sha256, counts }: Imported, nowMs: number): string {
  const lines = [
    `${source} was imported as run ${run} at ${formatAuckland(nowMs)}.`,
    countsLine(counts),
    ...missingLines(counts),
    `SHA-256 ${sha256}`,
  ];
  return lines.join('\n');
}

/** The report of an import that was refused. */
export function refusalReport(fault: WordedRefusal, nowMs: number): string {
  const { sentence, faults, total } = fault;
  const places = faults.map(({ where, sentence: wrong }) => `  ${where}: ${wrong}`);
  if (total > faults.length) places.push(`  … ${total} in all; the first ${faults.length} are listed.`);
  return [`Refused at ${formatAuckland(nowMs)}.`, sentence, ...places].join('\n');
}

/** What the overview says of an import that failed and that none has followed; the whole of it stands with the run. */
export function failedImportSentence({
  source,
  fault,
}: {
  readonly source: string;
  readonly fault: WordedRefusal | undefined;
}): string {
  const message = fault?.sentence ?? '';
  // most messages name the file themselves
  const file = message.includes(source) ? '' : ` of ${source}`;
  const [place] = fault?.faults ?? [];
  const others = (fault?.total ?? 0) - 1;
  const more = others > 0 ? `, and ${others.toLocaleString('en-NZ')} more` : '';
  const first = place === undefined ? '' : ` ${place.where}: ${place.sentence}${more}.`;
  return `The last import${file} failed. ${message}${first}`;
}
