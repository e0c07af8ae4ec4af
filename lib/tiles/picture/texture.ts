/** The patterns that distinguish technologies without colour, in the order in which they are assigned. */
export const patterns = ['rising', 'falling', 'level', 'upright', 'dotted', 'crossed'] as const;
export type Pattern = (typeof patterns)[number];

/** The availabilities that are drawn, best last (N6). */
export const drawnAvailabilities = ['Planned', 'Underway', 'Available'] as const;
export type DrawnAvailability = (typeof drawnAvailabilities)[number];

/** How an availability is drawn: shares of full opacity, and lengths in pixels at normal density. */
export interface AreaStyle {
  /** Opacity of the ground, of the pattern on it, and of the line along the border. */
  readonly ground: number;
  readonly mark: number;
  readonly border: number;
  /** The distance between marks, a divisor of 256 so that patterns continue across tiles; and the width of a mark. */
  readonly period: number;
  readonly width: number;
}

/** Available areas are filled, areas underway densely hatched, and planned areas sparsely hatched. */
export const areaStyles: Readonly<Record<DrawnAvailability, AreaStyle>> = {
  Available: { ground: 0.5, mark: 0.68, border: 0.95, period: 16, width: 1.6 },
  Underway: { ground: 0.12, mark: 0.78, border: 0.9, period: 8, width: 2.4 },
  Planned: { ground: 0.04, mark: 0.72, border: 0.75, period: 16, width: 1.8 },
};

/** Opacities for a square of `period` pixels that repeats; row by row. */
export interface Texture {
  readonly side: number;
  readonly opacities: Float32Array;
}

/** The texture of an area. @param density 1, or 2 for dense screens */
export function textureOf(pattern: Pattern, style: AreaStyle, density: number): Texture {
  const side = style.period * density;
  const opacities = new Float32Array(side * side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const away = distanceToMark(pattern, x + 0.5, y + 0.5, side);
      const mark = Math.min(1, Math.max(0, (style.width * density) / 2 + 0.5 - away));
      opacities[y * side + x] = style.ground + (style.mark - style.ground) * mark;
    }
  }
  return { side, opacities };
}

/** How far a point is from the middle of the nearest mark of a pattern that repeats after `side`. */
function distanceToMark(pattern: Pattern, x: number, y: number, side: number): number {
  const toLine = (along: number) => Math.abs((((along % side) + side) % side) - side / 2);
  switch (pattern) {
    case 'rising':
      return toLine(x + y) * Math.SQRT1_2;
    case 'falling':
      return toLine(x - y) * Math.SQRT1_2;
    case 'level':
      return toLine(y);
    case 'upright':
      return toLine(x);
    case 'dotted':
      return Math.max(0, Math.hypot(toLine(x), toLine(y)) - side / 12);
    case 'crossed':
      return Math.min(toLine(x + y), toLine(x - y)) * Math.SQRT1_2;
  }
}
