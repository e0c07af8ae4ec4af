import Flatbush from 'flatbush';

interface MeasuredRing {
  readonly ring: Int32Array;
  /** Twice its area in square units, negative if it goes clockwise. */
  readonly doubleArea: number;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

interface Polygon {
  readonly outer: MeasuredRing;
  readonly holes: Int32Array[];
}

/**
 * Groups rings into polygons, for formats that only list rings, such as Shapefiles: a clockwise ring begins a polygon, a
 * counterclockwise one is a hole in the smallest polygon around it, wherever that is in the list. A hole outside all
 * polygons becomes a polygon of its own, as some programs ignore directions.
 *
 * @param rings each x0, y0, x1, y1, … closed
 * @returns the polygons, each with its outer ring first
 */
export function groupRings(rings: readonly Int32Array[]): Int32Array[][] {
  const measured = rings.map(measure);
  const polygons: Polygon[] = measured.filter(isClockwise).map((outer) => ({ outer, holes: [] }));
  const findAround = finder([...polygons]);
  for (const hole of measured) {
    if (isClockwise(hole)) continue;
    const around = findAround(hole);
    if (around === undefined) polygons.push({ outer: hole, holes: [] });
    else around.holes.push(hole.ring);
  }
  return polygons.map(({ outer, holes }) => [outer.ring, ...holes]);
}

function isClockwise({ doubleArea }: MeasuredRing): boolean {
  return doubleArea < 0;
}

/** Makes a function that finds the smallest of `polygons` around a hole. */
function finder(polygons: readonly Polygon[]): (hole: MeasuredRing) => Polygon | undefined {
  if (polygons.length === 0) return () => undefined;
  const boxes = new Flatbush(polygons.length);
  for (const { outer } of polygons) boxes.add(outer.minX, outer.minY, outer.maxX, outer.maxY);
  boxes.finish();
  return (hole) => {
    const candidates = boxes
      .search(hole.minX, hole.minY, hole.maxX, hole.maxY)
      .flatMap((place) => polygons[place] ?? [])
      .filter(({ outer }) => isBoxAround(outer, hole))
      .toSorted((a, b) => b.outer.doubleArea - a.outer.doubleArea);
    // the last one needs no test: by the even-odd rule a ring beside it counts like a polygon of its own
    return candidates.find(({ outer }, place) => place === candidates.length - 1 || isAround(outer.ring, hole.ring));
  };
}

function isBoxAround(outer: MeasuredRing, hole: MeasuredRing): boolean {
  return hole.minX >= outer.minX && hole.maxX <= outer.maxX && hole.minY >= outer.minY && hole.maxY <= outer.maxY;
}

/** Whether the first point of `hole` that is not on the outer ring is inside it. */
function isAround(outer: Int32Array, hole: Int32Array): boolean {
  for (let at = 0; at < hole.length; at += 2) {
    const side = sideOf(outer, hole[at] as number, hole[at + 1] as number);
    if (side !== 'on it') return side === 'inside';
  }
  return true;
}

function sideOf(ring: Int32Array, x: number, y: number): 'inside' | 'outside' | 'on it' {
  let isInside = false;
  for (let at = 2; at < ring.length; at += 2) {
    const ay = (ring[at - 1] as number) - y;
    const by = (ring[at + 1] as number) - y;
    if ((ay > 0 && by > 0) || (ay < 0 && by < 0)) continue;
    const ax = (ring[at - 2] as number) - x;
    const bx = (ring[at] as number) - x;
    const turn = ax * by - bx * ay;
    if (turn === 0 && ax * bx <= 0) return 'on it';
    if (ay > 0 !== by > 0 && turn > 0 === by > ay) isInside = !isInside;
  }
  return isInside ? 'inside' : 'outside';
}

function measure(ring: Int32Array): MeasuredRing {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  let doubleArea = 0;
  const [originX, originY] = [ring[0] as number, ring[1] as number];
  let [beforeX, beforeY] = [0, 0];
  for (let at = 0; at < ring.length; at += 2) {
    const x = ring[at] as number;
    const y = ring[at + 1] as number;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    doubleArea += beforeX * (y - originY) - (x - originX) * beforeY;
    beforeX = x - originX;
    beforeY = y - originY;
  }
  return { ring, doubleArea, minX, minY, maxX, maxY };
}
