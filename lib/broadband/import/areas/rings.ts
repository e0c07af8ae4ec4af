/** A full turn around the globe in units of 1e-7 degree. */
const turn = 3_600_000_000;
const half = turn / 2;

/** The range in which coverage is queried, in units east of 180°, with a degree to spare. */
const west = -150_000_000;
const east = -4_000_000;

const least = -(2 ** 31);
const most = 2 ** 31 - 1;

export type UnwrappedRing =
  | { readonly ok: true; readonly isMoved: boolean }
  | { readonly ok: false; readonly reason: 'ring-around-globe' | 'ring-too-wide' };

/**
 * Unwraps a ring that jumps by more than 180° of longitude between neighbours: it continues beyond 0° or 360° instead
 * of crossing the map. If it reaches New Zealand at all, it is moved there.
 *
 * @param ring x0, y0, x1, y1, … in units of 1e-7 degree, longitudes from 0° to 360°, closed; changed in place
 */
export function unwrapRing(ring: Int32Array): UnwrappedRing {
  if (!hasJump(ring)) return { ok: true, isMoved: false };
  const longitudes = new Float64Array(ring.length / 2);
  let shift = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < ring.length; at += 2) {
    const x = ring[at] as number;
    if (at > 0) shift -= turn * jump(x - (ring[at - 2] as number));
    const longitude = x + shift;
    longitudes[at / 2] = longitude;
    lowest = Math.min(lowest, longitude);
    highest = Math.max(highest, longitude);
  }
  if (shift !== 0) return { ok: false, reason: 'ring-around-globe' };
  const move = [0, -turn, turn].find((by) => lowest + by <= east && highest + by >= west) ?? 0;
  if (lowest + move < least || highest + move > most) return { ok: false, reason: 'ring-too-wide' };
  for (let at = 0; at < ring.length; at += 2) ring[at] = (longitudes[at / 2] as number) + move;
  return { ok: true, isMoved: true };
}

function hasJump(ring: Int32Array): boolean {
  for (let at = 2; at < ring.length; at += 2) {
    if (jump((ring[at] as number) - (ring[at - 2] as number)) !== 0) return true;
  }
  return false;
}

function jump(difference: number): number {
  if (difference > half) return 1;
  return difference < -half ? -1 : 0;
}

/** Whether a ring from -180° to 180°, or from 0° to 360°, has collapsed onto one meridian. */
export function isFolded(ring: Int32Array, isMoved: boolean): boolean {
  const x = ring[0] as number;
  if (!isMoved && x !== 0) return false;
  for (let at = 2; at < ring.length; at += 2) if (ring[at] !== x) return false;
  return true;
}

/**
 * Removes repeated points and points that go out and back exactly (A-B-A), also across the seam of the ring. No other
 * point changes.
 *
 * @param ring x0, y0, x1, y1, … closed; overwritten
 * @returns the closed ring, in the same memory; empty if nothing is left
 */
export function cleanRing(ring: Int32Array): Int32Array {
  // treated as an open ring: positions 0 to end − 1, where the last is followed by the first
  let end = 0;
  for (let at = 0; at < ring.length - 2; at += 2) {
    if (end > 0 && isSame(ring, end - 1, ring, at / 2)) continue;
    if (end > 1 && isSame(ring, end - 2, ring, at / 2)) {
      end--;
      continue;
    }
    ring[end * 2] = ring[at] as number;
    ring[end * 2 + 1] = ring[at + 1] as number;
    end++;
  }
  let start = 0;
  while (end - start > 1) {
    if (isSame(ring, start, ring, end - 1)) end--;
    else if (isSame(ring, start, ring, end - 2)) end--;
    else if (isSame(ring, start + 1, ring, end - 1)) start++;
    else break;
  }
  if (end - start < 3) return ring.subarray(0, 0);
  ring[end * 2] = ring[start * 2] as number;
  ring[end * 2 + 1] = ring[start * 2 + 1] as number;
  return ring.subarray(start * 2, end * 2 + 2);
}

function isSame(ring: Int32Array, at: number, other: Int32Array, otherAt: number): boolean {
  return ring[at * 2] === other[otherAt * 2] && ring[at * 2 + 1] === other[otherAt * 2 + 1];
}
