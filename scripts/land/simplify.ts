import type { Position } from './gshhg.ts';

/** Metres in a degree of latitude. */
const metresInDegree = 111_195;

/** A line without the points that are closer than `metres` to it (Douglas and Peucker); both ends are kept. */
export function simplifyLine(line: readonly Position[], metres: number): Position[] {
  const kept = new Uint8Array(line.length);
  kept[0] = 1;
  kept[line.length - 1] = 1;
  const open: [number, number][] = [[0, line.length - 1]];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [from, to] = part;
    let farthest = metres;
    let split = -1;
    for (let at = from + 1; at < to; at++) {
      const distance = distanceTo(line[at], line[from], line[to]);
      if (distance <= farthest) continue;
      farthest = distance;
      split = at;
    }
    if (split < 0) continue;
    kept[split] = 1;
    open.push([from, split], [split, to]);
  }
  return line.filter((_, at) => kept[at] === 1);
}

/** A closed ring simplified; undefined if hardly anything is left of it. */
export function simplifyRing(ring: readonly Position[], metres: number): Position[] | undefined {
  const middle = Math.floor(ring.length / 2);
  const halves = [ring.slice(0, middle + 1), ring.slice(middle)].map((half) => simplifyLine(half, metres));
  const joined = [...(halves[0] ?? []), ...(halves[1] ?? []).slice(1)];
  return joined.length < 4 ? undefined : joined;
}

function distanceTo(point: Position = [0, 0], start: Position = point, end: Position = point): number {
  const scale = Math.cos((start[1] * Math.PI) / 180);
  const [x, y] = [(point[0] - start[0]) * scale, point[1] - start[1]];
  const [dx, dy] = [(end[0] - start[0]) * scale, end[1] - start[1]];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length));
  return Math.hypot(x - share * dx, y - share * dy) * metresInDegree;
}
