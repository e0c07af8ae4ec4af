/**
 * @param ring x0, y0, x1, y1, …
 * @throws RangeError unless there are at least two positions and the last repeats the first.
 */
export function requireClosed(ring: Int32Array): void {
  const last = ring.length - 2;
  if (last < 2 || last % 2 !== 0 || ring[0] !== ring[last] || ring[1] !== ring[last + 1]) {
    throw new RangeError('A ring must be closed: its last position repeats its first.');
  }
}
