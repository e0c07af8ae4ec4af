import { readFileSync, writeFileSync } from 'node:fs';
import type { Spread } from './measure.ts';

/** A row of the table: what was measured, what it is compared with, and the goal for their ratio or for the figure. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly against: string;
  /** Measured divided by what it is compared with, or the figure itself where it is compared with nothing. */
  readonly figure: number;
  readonly unit: string;
  readonly goal: { readonly most: number } | { readonly least: number } | undefined;
  readonly note?: string;
  /** In which run it was measured. */
  readonly run?: string;
}

/** A figure and its spread: `17.2 µs (16.9–22.1)`. */
export function spreadText({ median, least, most }: Spread, unit: string, digits = 1): string {
  return `${median.toFixed(digits)} ${unit} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}

/** Whether the goal is reached by the figure as measured, before any rounding; undefined for a row for information, or one left out. */
export function isReached({ goal, figure }: Row): boolean | undefined {
  if (goal === undefined || Number.isNaN(figure)) return undefined;
  return 'most' in goal ? figure <= goal.most : figure >= goal.least;
}

/** The table as Markdown. A figure is rounded away from its goal, so that it never looks reached when it is not. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const { what, measured, against, unit, note } = row;
    const reached = isReached(row);
    const mark = reached === undefined ? '' : reached ? 'reached' : '**missed**';
    const name = note === undefined ? what : `${what}; ${note}`;
    const figure = Number.isFinite(row.figure) ? figureText(row) + unit : '–';
    return [name, measured, against, figure, goalText(row), mark, row.run ?? ''];
  });
  return alignedTable([['what', 'measured', 'compared with', 'figure', 'goal', '', 'run (UTC)'], ...cells]);
}

/** A table with columns as wide as their widest cell, as Biome formats it. */
export function alignedTable(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const text = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((wide) => '-'.repeat(wide));
  const [head = [], ...body] = lines;
  return [text(head), text(rule), ...body.map(text)].join('\n');
}

function figureText({ figure, goal }: Row): string {
  const hundredths = figure * 100;
  const rounded = goal !== undefined && 'least' in goal ? Math.floor(hundredths) : Math.ceil(hundredths);
  return (rounded / 100).toFixed(2);
}

function goalText({ goal, unit }: Row): string {
  if (goal === undefined) return 'for information';
  return 'most' in goal ? `≤ ${goal.most}${unit}` : `≥ ${goal.least}${unit}`;
}

const resultsFile = `${import.meta.dirname}/../results.json`;
const page = `${import.meta.dirname}/../../docs/speed.md`;
const [begin, end] = ['<!-- npm run bench writes from here -->', '<!-- to here -->'];

/** What a part measured, and in which run. */
interface PartResult {
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
function resultText(parts: readonly PartResult[]): string {
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
