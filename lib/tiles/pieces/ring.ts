/**
 * A ring of a drawing: x0, y0, x1, y1, … in whole coordinates, open (its first position is not repeated). A ring with a
 * positive area encloses covered ground, one with a negative area a hole.
 */
export type Ring = Int32Array<ArrayBuffer>;

/** Twice the signed area, positive for a ring clockwise on the map (`y` counts south), as vector tiles require. */
export function doubleArea(ring: Ring): number {
  // relative to the first position: products of large coordinates would lose their last digits
  const [originX = 0, originY = 0] = ring;
  let sum = 0;
  let x = 0;
  let y = 0;
  for (let at = 2; at < ring.length; at += 2) {
    const nextX = (ring[at] as number) - originX;
    const nextY = (ring[at + 1] as number) - originY;
    sum += x * nextY - nextX * y;
    x = nextX;
    y = nextY;
  }
  return sum;
}

/** The same ring in the other direction. */
export function reversed(ring: Ring): Ring {
  const turned = new Int32Array(ring.length);
  for (let at = 0; at < ring.length; at += 2) {
    turned[at] = ring[ring.length - 2 - at] as number;
    turned[at + 1] = ring[ring.length - 1 - at] as number;
  }
  return turned;
}

/** A ring without the first position that closed ones repeat at their end. */
export function openRing(closed: Int32Array): Ring {
  return Int32Array.from(closed.subarray(0, -2));
}

/** A ring with its first position repeated at its end, as files have it. */
export function closedRing(ring: Ring): Ring {
  const whole = new Int32Array(ring.length + 2);
  whole.set(ring);
  whole.copyWithin(ring.length, 0, 2);
  return whole;
}

/** A box that encloses rings, with whole coordinates. */
export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

export function emptyBox(): Box {
  return { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
}

/** Widens `box` to enclose the ring. */
export function extend(box: Box, ring: Int32Array): Box {
  for (let at = 0; at < ring.length; at += 2) {
    const x = ring[at] as number;
    const y = ring[at + 1] as number;
    if (x < box.minX) box.minX = x;
    if (x > box.maxX) box.maxX = x;
    if (y < box.minY) box.minY = y;
    if (y > box.maxY) box.maxY = y;
  }
  return box;
}

/** A ring with mapped coordinates and without repeated positions; undefined when fewer than three are left. */
export function mapRing(
  ring: Int32Array | Float64Array,
  mapX: (x: number) => number,
  mapY: (y: number) => number,
): Ring | undefined {
  const mapped = new Int32Array(ring.length);
  let length = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const x = mapX(ring[at] as number);
    const y = mapY(ring[at + 1] as number);
    if (length > 0 && mapped[length - 2] === x && mapped[length - 1] === y) continue;
    mapped[length++] = x;
    mapped[length++] = y;
  }
  while (length > 2 && mapped[length - 2] === mapped[0] && mapped[length - 1] === mapped[1]) length -= 2;
  return length < 6 ? undefined : mapped.slice(0, length);
}

/** Passes every edge of the ring to `visit`, starting with the closing edge. */
export function eachEdge(ring: Ring, visit: (ax: number, ay: number, bx: number, by: number) => void): void {
  let ax = ring[ring.length - 2] as number;
  let ay = ring[ring.length - 1] as number;
  for (let at = 0; at < ring.length; at += 2) {
    const bx = ring[at] as number;
    const by = ring[at + 1] as number;
    visit(ax, ay, bx, by);
    ax = bx;
    ay = by;
  }
}
