import { longitudeOf } from '#lib/broadband/point.ts';
import { simpleRings } from '#lib/shapes/simple-rings.ts';
import { orientRings, polygonsOf } from '#lib/tiles/pieces/polygons.ts';
import { closedRing, openRing, type Ring } from '#lib/tiles/pieces/ring.ts';

/**
 * A part as valid polygons, whose rings neither cross nor overlap, each its outer ring first and then its holes. A part that
 * is one stays as it is, to the bit. Of any other the even-odd area (N8) is divided: where edges cross or meet they move by at
 * most a unit.
 *
 * @param rings as parts are stored: in units of 1e-7 degree, closed
 */
export function exportedPolygons(rings: readonly Int32Array[]): (readonly Int32Array[])[] {
  const simple = simpleRings(rings, 'odd');
  if (simple === undefined && rings.length === 1) return [rings];
  const polygons = polygonsOf(simple ?? orientRings(rings.map(openRing)));
  const [only] = polygons;
  const isUsual = simple === undefined && polygons.length === 1 && only?.outer.length === (rings[0]?.length ?? 0) - 2;
  if (isUsual && isSame(only.outer, rings[0] as Int32Array)) return [rings];
  return polygons.map(({ outer, holes }) => [outer, ...holes].map(closedRing));
}

/** Whether two rings have the same positions, in either direction. */
function isSame(ring: Ring, other: Int32Array): boolean {
  const last = ring.length - 2;
  const isForward = ring[0] === other[0] && ring[1] === other[1] && ring[2] === other[2] && ring[3] === other[3];
  for (let at = 0; at < ring.length; at += 2) {
    const from = isForward ? at : last - at;
    if (ring[at] !== other[from] || ring[at + 1] !== other[from + 1]) return false;
  }
  return true;
}

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
