import type { Ring } from '#lib/tiles/pieces/ring.ts';
import type { Random } from './sample-shapes.ts';

/** How often rings wind around a point, positive for clockwise on the map. The reference for tests of rings. */
export function windingAt(rings: readonly Ring[], x: number, y: number): number {
  let winding = 0;
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const next = (at + 2) % ring.length;
      const [ax = 0, ay = 0] = [ring[at], ring[at + 1]];
      const [bx = 0, by = 0] = [ring[next], ring[next + 1]];
      if (ay > y === by > y || ax + ((y - ay) * (bx - ax)) / (by - ay) > x) continue;
      winding += by < ay ? 1 : -1;
    }
  }
  return winding;
}

/** How far a point is from the nearest edge. */
export function distanceToEdge(rings: readonly (Int32Array | Float64Array)[], x: number, y: number): number {
  let least = Infinity;
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const next = (at + 2) % ring.length;
      const [ax = 0, ay = 0] = [ring[at], ring[at + 1]];
      const [edgeX, edgeY] = [(ring[next] ?? 0) - ax, (ring[next + 1] ?? 0) - ay];
      const length = edgeX * edgeX + edgeY * edgeY;
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * edgeX + (y - ay) * edgeY) / length));
      least = Math.min(least, Math.hypot(x - ax - along * edgeX, y - ay - along * edgeY));
    }
  }
  return least;
}

/** A ring of random positions in a square, which may cross itself. */
export function tangle(random: Random, corners: number, size: number): Ring {
  return Int32Array.from({ length: corners * 2 }, () => random(0, size));
}

/** A ring around the middle of a square that does not cross itself. */
export function star(random: Random, corners: number, size: number): Ring {
  const ring = new Int32Array(corners * 2);
  for (let corner = 0; corner < corners; corner++) {
    const angle = (2 * Math.PI * corner) / corners;
    const radius = (size / 2) * (random(30, 100) / 100);
    ring[corner * 2] = Math.round(size / 2 + radius * Math.cos(angle));
    ring[corner * 2 + 1] = Math.round(size / 2 + radius * Math.sin(angle));
  }
  return ring;
}

/** The four corners of a rectangle, clockwise on the map. */
export function box(west: number, north: number, east: number, south: number): Ring {
  return Int32Array.of(west, north, east, north, east, south, west, south);
}
