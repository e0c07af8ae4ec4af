import { longitudeOf } from '#lib/broadband/point.ts';

const turn = 3_600_000_000;

/**
 * A polygon's rings as files have them: longitudes in units of 1e-7 degree, from -180 to 180 where a whole ring fits,
 * outer rings counter-clockwise and holes clockwise (RFC 7946). A ring across 180° is not cut but continues beyond it, so
 * that an import reads back the same vertices.
 */
export function exportedRings(rings: readonly Int32Array[]): Float64Array[] {
  return rings.map((ring, place) => {
    const positions = new Float64Array(ring.length);
    let [lowest, highest] = [Infinity, -Infinity];
    for (let at = 0; at < ring.length; at += 2) {
      const longitude = longitudeOf({ x: ring[at] as number });
      lowest = Math.min(lowest, longitude);
      highest = Math.max(highest, longitude);
    }
    const shift = lowest > turn / 2 || highest > turn ? -turn : 0;
    const isTurned = isCounterClockwise(ring) !== (place === 0);
    for (let at = 0; at < ring.length; at += 2) {
      const from = isTurned ? ring.length - 2 - at : at;
      positions[at] = longitudeOf({ x: ring[from] as number }) + shift;
      positions[at + 1] = ring[from + 1] as number;
    }
    return positions;
  });
}

/** By the sign of the area. Float64 is precise enough: this does not decide what is inside. */
function isCounterClockwise(ring: Int32Array): boolean {
  const x = ring[0] as number;
  const y = ring[1] as number;
  let twice = 0;
  for (let at = 2; at < ring.length - 2; at += 2) {
    const ax = (ring[at] as number) - x;
    const ay = (ring[at + 1] as number) - y;
    twice += ax * ((ring[at + 3] as number) - y) - ((ring[at + 2] as number) - x) * ay;
  }
  return twice > 0;
}
