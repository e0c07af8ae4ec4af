import { type Box, doubleArea, emptyBox, extend, type Ring } from './ring.ts';

/** A ring around covered ground and the rings of its holes. */
export interface Polygon {
  readonly outer: Ring;
  readonly holes: readonly Ring[];
}

/** Assigns each hole to the smallest outer ring around it. A hole without an outer ring around it is left out. */
export function polygonsOf(rings: readonly Ring[]): Polygon[] {
  const outers: { outer: Ring; holes: Ring[]; area: number; box: Box }[] = [];
  const holes: { ring: Ring; area: number; box: Box }[] = [];
  for (const ring of rings) {
    const area = doubleArea(ring);
    const box = extend(emptyBox(), ring);
    if (area > 0) outers.push({ outer: ring, holes: [], area, box });
    else if (area < 0) holes.push({ ring, area: -area, box });
  }
  if (holes.length > 0) outers.sort((a, b) => a.area - b.area);
  for (const { ring, area, box } of holes) {
    const around = outers.find(
      (one) => one.area >= area && contains(one.box, box) && isAround(one.outer, ring[0] as number, ring[1] as number),
    );
    around?.holes.push(ring);
  }
  return outers;
}

function contains(outer: Box, inner: Box): boolean {
  return inner.minX >= outer.minX && inner.maxX <= outer.maxX && inner.minY >= outer.minY && inner.maxY <= outer.maxY;
}

/** Whether a point is inside a ring or one of its vertices. */
function isAround(ring: Ring, x: number, y: number): boolean {
  let isInside = false;
  let ax = ring[ring.length - 2] as number;
  let ay = ring[ring.length - 1] as number;
  for (let at = 0; at < ring.length; at += 2) {
    const bx = ring[at] as number;
    const by = ring[at + 1] as number;
    if (bx === x && by === y) return true;
    if (ay > y !== by > y && ax + ((y - ay) * (bx - ax)) / (by - ay) < x) isInside = !isInside;
    ax = bx;
    ay = by;
  }
  return isInside;
}
