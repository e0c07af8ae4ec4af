/** Of the speeds on a bar, those with a mark, in Mbps. */
const marks = [10, 100, 1000] as const;
/** Most answers end here; a faster one makes the scale longer. */
const usualEnd = 1000;
const longestEnd = 10_000;

/**
 * The end of a logarithmic scale from 1 Mbps for speeds up to `fastestMbps`, the same for all bars of an answer: on a linear
 * one 18 and 50 Mbps would both be slivers next to 900.
 */
export function scaleEnd(fastestMbps: number): number {
  return fastestMbps > usualEnd ? longestEnd : usualEnd;
}

/** Where a speed is on the scale, from 0 to 1. */
export function positionOnScale(mbps: number, endMbps: number): number {
  return Math.min(1, Math.log10(Math.max(1, mbps)) / Math.log10(endMbps));
}

/** Where the marks inside the scale are, from 0 to 1. */
export function marksOnScale(endMbps: number): number[] {
  return marks.filter((mark) => mark < endMbps).map((mark) => positionOnScale(mark, endMbps));
}
