import type { Line } from './land-outline.ts';

/** In degrees: no corner is rounded further away from it than this, far less than neighbouring squares overlap. */
const reach = 0.002;
/** Where on the curve of a corner points are put. */
const shares = [0, 1 / 3, 2 / 3, 1];

/**
 * A line with round corners, for a map that is closer than its data are exact: corners of the data would look like corners of
 * the coast. Each is replaced by a quadratic curve that touches both of its sides.
 *
 * @param isClosed whether its end is joined to its beginning
 */
export function roundedLine(line: Line, isClosed: boolean): Line {
  const [first, last] = [line[0], line.at(-1)];
  const isRepeated = first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
  const corners = isClosed && isRepeated ? line.slice(0, -1) : line;
  return corners.flatMap((corner, at) => {
    const before = corners[at - 1] ?? (isClosed ? corners.at(-1) : undefined);
    const after = corners[at + 1] ?? (isClosed ? corners[0] : undefined);
    return before === undefined || after === undefined ? [corner] : curve(before, corner, after);
  });
}

type Position = Line[number];

function curve(before: Position, corner: Position, after: Position): Line {
  const [from, to] = [towards(corner, before), towards(corner, after)];
  return shares.map((share) => {
    const [a, b, c] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2];
    return [a * from[0] + b * corner[0] + c * to[0], a * from[1] + b * corner[1] + c * to[1]];
  });
}

/** The point on the way to a neighbour where the curve begins: half of the way at most. */
function towards(corner: Position, neighbour: Position): Position {
  const [latitude, longitude] = [neighbour[0] - corner[0], neighbour[1] - corner[1]];
  const share = Math.min(0.5, reach / Math.hypot(latitude, longitude));
  return [corner[0] + share * latitude, corner[1] + share * longitude];
}
