import { readFileSync, writeFileSync } from 'node:fs';
import { isReached, type Row, tableOf } from './row.ts';

const resultsFile = `${import.meta.dirname}/../results.json`;
const page = `${import.meta.dirname}/../../docs/speed.md`;
const [begin, end] = ['<!-- npm run bench writes from here -->', '<!-- to here -->'];

/** What a part measured, and in which run. */
export interface PartResult {
  /** The start of the run, ISO 8601 in UTC. */
  readonly at: string;
  /** The machine's load average at the start. */
  readonly load: number;
  /** The machine, the data and how often was measured. */
  readonly setup: string;
  readonly rows: readonly Row[];
}

/**
 * Writes the result of a part into `bench/results.json`, and the table of all parts into `docs/speed.md`. Parts that
 * did not run keep the result of their last run.
 */
export function saveResult(part: string, result: PartResult): void {
  const before = (JSON.parse(readFileSync(resultsFile, 'utf8')) as { parts?: Record<string, PartResult> }).parts ?? {};
  const parts = { ...before, [part]: result };
  writeFileSync(resultsFile, `${JSON.stringify({ parts }, null, 2)}\n`);
  const text = readFileSync(page, 'utf8');
  const [head = '', rest = ''] = text.split(begin);
  const tail = rest.slice(rest.indexOf(end));
  writeFileSync(page, `${head}${begin}\n\n${resultText(Object.values(parts))}\n\n${tail}`);
}

/** The set-up, the table, and the goals that were missed. */
export function resultText(parts: readonly PartResult[]): string {
  const rows = parts.flatMap(({ at, load, rows }) =>
    rows.map((row) => ({
      ...row,
      // JSON has null for the figure of a row that was left out
      figure: row.figure ?? Number.NaN,
      run: `${at.slice(0, 16).replace('T', ' ')}, load ${load}`,
    })),
  );
  const setups = [...new Set(parts.map(({ setup }) => setup))].join('\n\n');
  const missed = rows.filter((row) => isReached(row) === false).map(({ what }) => what);
  const goals = missed.length === 0 ? 'Every goal was reached.' : `Missed goals: ${missed.join('; ')}.`;
  return `${setups}.\n\n${tableOf(rows)}\n\n${goals}`;
}
