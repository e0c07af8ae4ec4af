/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** The kinds of pixels on the map of changes. */
export type PixelKind = 'gained' | 'lost' | 'altered' | 'unchanged';

/** An image with four bytes a pixel: red, green, blue, opacity. */
export type Pixels = Uint8ClampedArray;

interface Difference {
  /** The images of a tile before and after; undefined if empty. */
  readonly before: Pixels | undefined;
  readonly after: Pixels | undefined;
  /** Pixels a side. */
  readonly side: number;
  /** 1, or 2 for dense screens. */
  readonly density: number;
  /** Where offers changed while coverage did not: rectangles in pixels. */
  readonly altered: readonly Rectangle[];
  /** Whether the map is zoomed out so far that areas are small. */
  readonly isOverview: boolean;
  readonly colours: Readonly<Record<PixelKind, Colour>>;
}

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The opacity of the lines and dots of patterns, and of the background: higher where areas are a few pixels wide. */
const mark = 235;
const grounds: Readonly<Record<'overview' | 'near', Readonly<Record<PixelKind, number>>>> = {
  overview: { gained: 200, lost: 200, altered: 160, unchanged: 80 },
  near: { gained: 80, lost: 80, altered: 80, unchanged: 80 },
};

/** The distance after which a pattern repeats, in pixels of normal density. */
const period = 8;

/**
 * Paints the difference between two images of a tile into `into`: covered only after, only before, in both, and in both
 * inside a rectangle where offers changed. Each kind has its own pattern as well as a colour.
 */
export function paintDifference(
  { before, after, side, density, altered, colours, isOverview }: Difference,
  into: Pixels,
): void {
  const isAltered = maskOf(altered, side);
  const ground = isOverview ? grounds.overview : grounds.near;
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at++) {
      const was = before !== undefined && before[at * 4 + 3] !== 0;
      const is = after !== undefined && after[at * 4 + 3] !== 0;
      if (!was && !is) continue;
      const kind = was === is ? (isAltered[at] === 1 ? 'altered' : 'unchanged') : is ? 'gained' : 'lost';
      const [red, green, blue] = colours[kind];
      into[at * 4] = red;
      into[at * 4 + 1] = green;
      into[at * 4 + 2] = blue;
      into[at * 4 + 3] = isMark(kind, Math.floor(x / density), Math.floor(y / density)) ? mark : ground[kind];
    }
  }
}

/** Whether a pixel is on a line or dot of its pattern. Patterns continue across tiles, as 256 is a multiple of 8. */
function isMark(kind: PixelKind, x: number, y: number): boolean {
  const rising = (x + y) % period < 2;
  switch (kind) {
    case 'gained':
      return rising;
    case 'lost':
      return rising || (x - y + 256 * period) % period < 2;
    case 'altered':
      return isDot(x, y) || isDot(x + period / 2, y + period / 2);
    case 'unchanged':
      return false;
  }
}

function isDot(x: number, y: number): boolean {
  return x % period < 3 && y % period < 3;
}

function maskOf(rectangles: readonly Rectangle[], side: number): Uint8Array {
  const mask = new Uint8Array(side * side);
  const within = (value: number) => Math.min(side, Math.max(0, value));
  for (const { left, top, right, bottom } of rectangles) {
    const [from, to] = [within(Math.floor(left)), within(Math.ceil(right))];
    for (let y = within(Math.floor(top)); y < within(Math.ceil(bottom)); y++)
      mask.fill(1, y * side + from, y * side + to);
  }
  return mask;
}

/** Parses a colour such as `#1f4c8c`; black for anything else. */
export function parseColour(text: string): Colour {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim());
  const [red = 0, green = 0, blue = 0] = match?.slice(1).map((digits) => Number.parseInt(digits, 16)) ?? [];
  return [red, green, blue];
}
