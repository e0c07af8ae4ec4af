import { readFileSync, writeFileSync } from 'node:fs';
import { isReached, type Row, tableOf } from './row.ts';

const results = `${import.meta.dirname}/../results.json`;
const readme = `${import.meta.dirname}/../../README.md`;
const [begins, ends] = ['<!-- the last run of npm run bench begins -->', '<!-- and ends -->'];

/** What a part measured, when, and on what machine and data. */
interface Remembered {
  readonly at: string;
  readonly told: string;
  readonly rows: readonly Row[];
}

/**
 * Writes what a part has measured into `bench/results.json`, and the table into the README; of parts that were not run,
 * what their last run measured stays.
 */
export function remember(part: string, measured: Remembered): void {
  const before = (JSON.parse(readFileSync(results, 'utf8')) as { parts?: Record<string, Remembered> }).parts ?? {};
  const all = { ...before, [part]: measured };
  // a figure of nothing at all, such as one left out, is null in JSON
  writeFileSync(results, `${JSON.stringify({ parts: all }, null, 2)}\n`);
  const text = readFileSync(readme, 'utf8');
  const [head = '', rest = ''] = text.split(begins);
  const tail = rest.slice(rest.indexOf(ends));
  writeFileSync(readme, `${head}${begins}\n\n${sectionOf(Object.values(all))}\n\n${tail}`);
}

/** The machine, the table, and how many goals were missed. */
function sectionOf(parts: readonly Remembered[]): string {
  const rows = parts.flatMap((part) => part.rows.map((row) => ({ ...row, figure: row.figure ?? Number.NaN })));
  const runs = [
    ...new Set(parts.map((part) => `Measured ${part.at.slice(0, 16).replace('T', ' ')} UTC: ${part.told}.`)),
  ];
  const missed = rows.filter((row) => isReached(row) === false).map(({ what }) => what);
  const list = missed.length === 0 ? 'Every goal was reached.' : `Missed: ${missed.join('; ')}.`;
  return `${runs.join('\n\n')}\n\n${tableOf(rows)}\n\n${list}`;
}
