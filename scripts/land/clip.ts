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
