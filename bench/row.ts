import type { Spread } from './measure.ts';

/** A line of the table: what was measured, against what, and the goal for their ratio or for the figure itself. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly against: string;
  /** Measured divided by what it is held against, or the figure itself where there is nothing to hold it against. */
  readonly figure: number;
  readonly unit: string;
  readonly goal: { readonly most: number } | { readonly least: number } | undefined;
  readonly note?: string;
}

/** A figure and its spread: `17.2 µs (16.9–22.1)`. */
export function spreadText({ median, least, most }: Spread, unit: string, digits = 1): string {
  return `${median.toFixed(digits)} ${unit} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}

/** Whether the goal is reached by the figure as measured, before any rounding; undefined for information only. */
export function isReached({ goal, figure }: Row): boolean | undefined {
  if (goal === undefined) return undefined;
  return 'most' in goal ? figure <= goal.most : figure >= goal.least;
}

/** The table as Markdown. A figure is rounded away from its goal, so that it never looks reached when it is not. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { what, measured, against, unit, note } = row;
    const reached = isReached(row);
    const mark = reached === undefined ? '' : reached ? 'reached' : '**missed**';
    const told = note === undefined ? what : `${what}; ${note}`;
    return `| ${told} | ${measured} | ${against} | ${figureText(row)}${unit} | ${goalText(row)} | ${mark} |`;
  });
  return ['| what | measured | against | ratio | goal | |', '| --- | --- | --- | --- | --- | --- |', ...lines].join(
    '\n',
  );
}

function figureText({ figure, goal }: Row): string {
  if (!Number.isFinite(figure)) return '–';
  const hundredths = figure * 100;
  const rounded = goal !== undefined && 'least' in goal ? Math.floor(hundredths) : Math.ceil(hundredths);
  return (rounded / 100).toFixed(2);
}

function goalText({ goal, unit }: Row): string {
  if (goal === undefined) return 'for information';
  return 'most' in goal ? `≤ ${goal.most}${unit}` : `≥ ${goal.least}${unit}`;
}
