import { Refusal } from '#lib/refusal.ts';

/**
 * Refuses a table with two columns of one name, of which only one could be read.
 *
 * @param file how messages name the table
 */
export function requireDistinctColumns(names: readonly string[], file: string): void {
  const column = getRepeatedColumn(names);
  if (column !== undefined) throw new Refusal({ code: 'column-repeated', file, column });
}

/** The first name that an earlier column has too. */
export function getRepeatedColumn(names: readonly string[]): string | undefined {
  return names.find((name, place) => names.indexOf(name) !== place);
}
