import type { PropertyValue } from '#lib/broadband/import/source-feature.ts';

/** Units of speeds, and how many of each are one megabit per second. */
export const speedUnits = { kbps: 1000, Mbps: 1, Gbps: 0.001 } as const;
export type SpeedUnit = keyof typeof speedUnits;

/** Which of the two speeds in a column such as `900/500`. */
export type SpeedPart = 'first' | 'second';

/** The column from which a field is read. */
export interface ColumnChoice {
  readonly column: string;
  readonly part?: SpeedPart | undefined;
  readonly unit?: SpeedUnit | undefined;
}

const withModifiers = /^(.+)\[([a-z, ]+)\]$/is;

/**
 * Reads a choice as it is written everywhere: `SPEED[first]`, `SPEED[second,kbps]`.
 *
 * @returns undefined without brackets, or with anything else in them: they may be part of a column's name then
 */
export function parseColumnChoice(text: string): ColumnChoice | undefined {
  const [, column, modifiers] = withModifiers.exec(text) ?? [];
  if (column === undefined || modifiers === undefined) return undefined;
  const words = modifiers.split(',').map((word) => word.trim().toLowerCase());
  const part = (['first', 'second'] as const).find((word) => words.includes(word));
  const unit = (Object.keys(speedUnits) as SpeedUnit[]).find((name) => words.includes(name.toLowerCase()));
  const known = (part === undefined ? 0 : 1) + (unit === undefined ? 0 : 1);
  return known === words.length ? { column, part, unit } : undefined;
}

/** The choice as it is written everywhere. */
export function writeColumnChoice({ column, part, unit }: ColumnChoice): string {
  const modifiers = [part, unit].filter((modifier) => modifier !== undefined);
  return modifiers.length === 0 ? column : `${column}[${modifiers.join(',')}]`;
}

/** What a written choice means in a file: a column of exactly that name comes first. */
export function resolveChoice(text: string, hasColumn: (name: string) => boolean): ColumnChoice {
  if (hasColumn(text)) return { column: text };
  return parseColumnChoice(text) ?? { column: text };
}

/** One of the two speeds in a value; undefined if it is not a pair. */
export function partOf(value: PropertyValue, part: SpeedPart): string | undefined {
  const [, first, second, unit = ''] =
    /^\s*([^/|]+?)\s*[/|]\s*([^/|]+?)\s*([a-z]+(?:\/s)?)?\s*$/i.exec(String(value)) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const text = part === 'first' ? first : second;
  // a unit after the pair is for both
  return /[a-z]/i.test(text) ? text : `${text}${unit}`;
}
