import type { PropertyValue } from '#lib/broadband/import/source-feature.ts';

/** Units in which speeds are written, and how many of them are a megabit per second. */
export const speedUnits = { kbps: 1000, Mbps: 1, Gbps: 0.001 } as const;
export type SpeedUnit = keyof typeof speedUnits;

/** Which of two speeds in one column, as in `900/500`. */
export type SpeedPart = 'first' | 'second';

/** From where a field is read. */
export interface ColumnChoice {
  readonly column: string;
  readonly part?: SpeedPart | undefined;
  readonly unit?: SpeedUnit | undefined;
}

const withModifiers = /^(.+)\[([a-z, ]+)\]$/is;

/**
 * Reads a choice as it is written everywhere: `SPEED`, `SPEED[first]`, `SPEED[second,kbps]`.
 *
 * @returns undefined where the brackets hold something else; they may be part of a column's name then
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

/** Which column, and what of it, a written choice means in a file: a column of exactly that name comes first. */
export function resolveChoice(text: string, hasColumn: (name: string) => boolean): ColumnChoice {
  if (hasColumn(text)) return { column: text };
  return parseColumnChoice(text) ?? { column: text };
}

/** One of two speeds in a value; undefined when the value is no pair. */
export function partOf(value: PropertyValue, part: SpeedPart): string | undefined {
  const [, first, second, unit = ''] =
    /^\s*([^/|]+?)\s*[/|]\s*([^/|]+?)\s*([a-z]+(?:\/s)?)?\s*$/i.exec(String(value)) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const text = part === 'first' ? first : second;
  // a unit behind the pair is that of both
  return /[a-z]/i.test(text) ? text : `${text}${unit}`;
}
