import type { Frame, Position } from './gshhg.ts';

/** The part of a ring inside a rectangle, as one ring along its border (Sutherland and Hodgman); empty if outside. */
export function clipRing(ring: readonly Position[], frame: Frame): readonly Position[] {
  let clipped: readonly Position[] = ring.slice(0, -1);
  for (const [axis, sign, limit] of sidesOf(frame)) {
    const inside = (point: Position) => sign * (point[axis] - limit) >= 0;
    const kept: Position[] = [];
    clipped.forEach((point, at) => {
      const before = clipped.at(at - 1) ?? point;
      if (inside(point) !== inside(before)) kept.push(crossing(before, point, axis, limit));
      if (inside(point)) kept.push(point);
    });
    clipped = kept;
  }
  return clipped.length < 3 ? [] : clipped;
}

/** The parts of a line inside a rectangle, each to where it leaves it. */
export function clipLine(line: readonly Position[], frame: Frame): (readonly Position[])[] {
  let parts: (readonly Position[])[] = [line];
  for (const [axis, sign, limit] of sidesOf(frame)) {
    parts = parts.flatMap((part) => splitAt(part, (point) => sign * (point[axis] - limit) >= 0, axis, limit));
  }
  return parts;
}

function splitAt(line: readonly Position[], isInside: (point: Position) => boolean, axis: 0 | 1, limit: number) {
  const parts: Position[][] = [];
  let current: Position[] | undefined;
  line.forEach((point, at) => {
    const before = line[at - 1];
    const isIn = isInside(point);
    if (before !== undefined && isIn !== isInside(before)) {
      const border = crossing(before, point, axis, limit);
      if (isIn) current = [border];
      else {
        current?.push(border);
        current = undefined;
      }
      if (current !== undefined) parts.push(current);
    } else if (isIn && current === undefined) {
      current = [];
      parts.push(current);
    }
    if (isIn) current?.push(point);
  });
  return parts.filter(({ length }) => length > 1);
}

function sidesOf({ west, east, south, north }: Frame) {
  return [
    [0, 1, west],
    [0, -1, east],
    [1, 1, south],
    [1, -1, north],
  ] as const;
}

function crossing(from: Position, to: Position, axis: 0 | 1, limit: number): Position {
  const share = (limit - from[axis]) / (to[axis] - from[axis]);
  const other = axis === 0 ? 1 : 0;
  const value = from[other] + share * (to[other] - from[other]);
  return axis === 0 ? [limit, value] : [value, limit];
}

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
