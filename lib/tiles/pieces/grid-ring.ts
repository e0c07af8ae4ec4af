import { gridX, gridY } from '#lib/tiles/grid.ts';
import { mapRing, type Ring } from './ring.ts';

/** A longer edge, in units of 1e-7 degree, is divided, so that it is not cut more than once or twice: each cut rounds. */
const longest = 500_000;

/** An edge that goes less far north or south is straight on the map too, to a quarter of a step of the grid. */
const surelyStraight = 100_000;

/** How far a divided edge may be from the true one, in steps of the grid. */
const tolerance = 0.25;

/** The most pieces of one edge. */
const mostPieces = 4096;

const radiansPerUnit = Math.PI / 180 / 1e7;
const gridPerRadian = 2 ** 28 / (2 * Math.PI);

/**
 * A ring on the grid. Edges are straight in degrees (N8) but not on the map, so long ones are divided, at the same places
 * whichever way the ring runs.
 *
 * @param ring in units of 1e-7 degree, as parts are stored
 */
export function gridRing(ring: Int32Array): Ring | undefined {
  return mapRing(divided(ring), gridX, gridY);
}

function divided(ring: Int32Array): Int32Array | Float64Array {
  let positions: number[] | undefined;
  let copied = 0;
  for (let at = 2; at < ring.length; at += 2) {
    const pieces = piecesOf(ring, at);
    if (pieces === 1) continue;
    positions ??= [];
    for (; copied < at; copied++) positions.push(ring[copied] as number);
    const [ax, ay] = [ring[at - 2] as number, ring[at - 1] as number];
    const [bx, by] = [ring[at] as number, ring[at + 1] as number];
    const isForward = ax < bx || (ax === bx && ay < by);
    const [fromX, fromY, toX, toY] = isForward ? [ax, ay, bx, by] : [bx, by, ax, ay];
    for (let piece = 1; piece < pieces; piece++) {
      const share = (isForward ? piece : pieces - piece) / pieces;
      positions.push(fromX + (toX - fromX) * share, fromY + (toY - fromY) * share);
    }
  }
  if (positions === undefined) return ring;
  for (; copied < ring.length; copied++) positions.push(ring[copied] as number);
  return Float64Array.from(positions);
}

/** Into how many pieces the edge is divided that ends at position `at` of a closed ring. */
function piecesOf(ring: Int32Array, at: number): number {
  const [ay, by] = [ring[at - 1] as number, ring[at + 1] as number];
  const east = Math.abs((ring[at] as number) - (ring[at - 2] as number));
  const north = Math.abs(by - ay);
  const byLength = Math.ceil(Math.max(east, north) / longest);
  if (east === 0 || north < surelyStraight) return Math.max(1, byLength);
  // the second derivative of the map's y by latitude is sec · tan; a chord is off by an eighth of it times the length squared
  const latitude = Math.max(Math.abs(ay), Math.abs(by)) * radiansPerUnit;
  const bend = Math.abs(Math.tan(latitude) / Math.cos(latitude)) * (north * radiansPerUnit) ** 2 * gridPerRadian;
  return Math.min(mostPieces, Math.max(byLength, Math.ceil(Math.sqrt(bend / 8 / tolerance))));
}
