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
