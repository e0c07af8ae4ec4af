import type { Pixel, StreetLine } from './address-tile.ts';

/** A part of the map that something is drawn on, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where the middle of a name is written, its direction in radians, and what it covers. */
export interface NamePlace extends Pixel {
  readonly angle: number;
  readonly boxes: readonly Box[];
}

/** How far from the middle of its houses a name may be: along the street as shares of its length, beside it in pixels. */
const along = [0, -0.15, 0.15, -0.3, 0.3];
const beside = [0, -8, 8, -16, 16, -24, 24, -32, 32, -40, 40];
/** Half the height of a name. */
const half = 6;

/**
 * Where the name of a street covers nothing, as near to the middle of its houses as there is such a place.
 *
 * @param width of the name, in pixels
 * @returns undefined if there is no room
 */
export function placeStreetName(
  { x, y, angle, length }: StreetLine,
  width: number,
  side: number,
  taken: readonly Box[],
): NamePlace | undefined {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (const across of beside) {
    for (const share of along) {
      const middle = { x: x + share * length * cos - across * sin, y: y + share * length * sin + across * cos };
      const boxes = boxesAlong(middle, angle, width);
      const isFree = boxes.every(
        (box) =>
          Math.min(box.left, box.top) >= 0 &&
          Math.max(box.right, box.bottom) <= side &&
          !taken.some((other) => touches(box, other)),
      );
      if (isFree) return { ...middle, angle, boxes };
    }
  }
  return undefined;
}

/** The parts of a slanted text, each as long as it is high. */
function boxesAlong({ x, y }: Pixel, angle: number, width: number): Box[] {
  const parts = Math.max(1, Math.ceil(width / half));
  return Array.from({ length: parts + 1 }, (_, at) => {
    const by = (at / parts - 0.5) * width;
    return boxAround({ x: x + by * Math.cos(angle), y: y + by * Math.sin(angle) }, half);
  });
}

/** The square around a point. */
export function boxAround({ x, y }: Pixel, reach: number): Box {
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
}

function touches(one: Box, other: Box): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}
