/** Bytes of a file. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

interface Merging {
  /** The most bytes between neighbours that are read although nobody needs them. */
  readonly gap: number;
  /** The most bytes of a range: longer ones are cut. */
  readonly most: number;
}

/** The ranges that have all bytes of `ranges`, in the order of the file, neighbours merged. */
export function mergedRanges(ranges: readonly ByteRange[], { gap, most }: Merging): ByteRange[] {
  const merged: { offset: number; end: number }[] = [];
  for (const { offset, length } of ranges.toSorted((one, other) => one.offset - other.offset)) {
    const last = merged.at(-1);
    if (last !== undefined && offset - last.end <= gap) last.end = Math.max(last.end, offset + length);
    else merged.push({ offset, end: offset + length });
  }
  return merged.flatMap(({ offset, end }) => cut(offset, end, most));
}

function cut(offset: number, end: number, most: number): ByteRange[] {
  return Array.from({ length: Math.ceil((end - offset) / most) }, (_, place) => {
    const start = offset + place * most;
    return { offset: start, length: Math.min(most, end - start) };
  });
}

/** Where bytes of a file are in one of its parts. */
export interface Slice {
  readonly part: ByteRange;
  /** The first byte, counted from the part's own. */
  readonly start: number;
  readonly length: number;
}

/** Where `range` is in parts that `mergedRanges` made of it and others. */
export function slicesOf(range: ByteRange, parts: readonly ByteRange[]): Slice[] {
  const end = range.offset + range.length;
  const slices: Slice[] = [];
  for (let place = placeOf(range.offset, parts); place < parts.length; place++) {
    const part = parts[place];
    if (part === undefined || part.offset >= end) break;
    const first = Math.max(range.offset, part.offset);
    const length = Math.min(end, part.offset + part.length) - first;
    slices.push({ part, start: first - part.offset, length });
  }
  return slices;
}

/** The first part that ends after `offset`. */
function placeOf(offset: number, parts: readonly ByteRange[]): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const part = parts[middle];
    if (part !== undefined && part.offset + part.length <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
