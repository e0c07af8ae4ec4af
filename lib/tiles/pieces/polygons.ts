import { type Box, doubleArea, eachEdge, emptyBox, extend, type Ring } from './ring.ts';

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
    const point = edgePoint(ring);
    const around = outers.find((one) => one.area >= area && contains(one.box, box) && isAround(one.outer, point));
    around?.holes.push(ring);
  }
  return outers;
}

function contains(outer: Box, inner: Box): boolean {
  return inner.minX >= outer.minX && inner.maxX <= outer.maxX && inner.minY >= outer.minY && inner.maxY <= outer.maxY;
}

/**
 * A point on a hole's edge, where no other ring touches it: halfway along the edge that goes furthest up or down, between two
 * whole numbers.
 */
function edgePoint(hole: Ring): { x: number; y: number } {
  let [furthest, x, y] = [0, hole[0] as number, hole[1] as number];
  eachEdge(hole, (ax, ay, bx, by) => {
    const height = Math.abs(by - ay);
    if (height <= furthest) return;
    furthest = height;
    y = Math.floor((ay + by) / 2) + 0.5;
    x = ax + ((y - ay) * (bx - ax)) / (by - ay);
  });
  return { x, y };
}

function isAround(ring: Ring, { x, y }: { readonly x: number; readonly y: number }): boolean {
  let isInside = false;
  eachEdge(ring, (ax, ay, bx, by) => {
    if (ay > y !== by > y && ax + ((y - ay) * (bx - ax)) / (by - ay) < x) isInside = !isInside;
  });
  return isInside;
}
