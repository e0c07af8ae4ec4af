/** Rows written between two checks of the time that a paced write has; about 0.1 ms. */
const sliceRows = 32;

/** Cuts pages of rows into slices, each short enough to be one item of a paced write. */
export function* slices<T>(pages: Iterable<readonly T[]>): Generator<readonly T[]> {
  for (const page of pages) {
    for (let start = 0; start < page.length; start += sliceRows) yield page.slice(start, start + sliceRows);
  }
}
