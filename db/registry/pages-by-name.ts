/**
 * Reads a list page by page, by name.
 *
 * @param read gives the rows after a name, as many as a page has; none after the last
 */
export function* pagesByName<Row extends { readonly name: string }>(
  read: (after: string) => Row[],
): Generator<Row[], undefined> {
  for (let rows = read(''); rows.length > 0; rows = read(rows.at(-1)?.name ?? '')) yield rows;
}

/** The rows of pages, one by one. */
export function* rowsOf<Row>(pages: Iterable<readonly Row[]>): Generator<Row> {
  for (const page of pages) yield* page;
}
