import type { CoverageRaster } from './coverage-raster.ts';
import { encodePng } from './png.ts';
import { areaStyles, type DrawnAvailability, drawnAvailabilities, type Pattern, textureOf } from './texture.ts';

/** How a technology is drawn. */
export interface Look {
  /** As `#0072b2`. */
  readonly colour: string;
  readonly pattern: Pattern;
}

/** The way pictures are drawn; a change of it makes those that are kept be drawn anew. */
export const PICTURE_FORM = 1;

/** Pixels around a picture at normal density that its rasters must have: the line along a border looks so far. */
export const PICTURE_MARGIN = 1;

/**
 * Draws what is covered, by availability; where areas overlap the best availability is seen (N6). The line along a border
 * lies inside the area, and never along a tile's edge: the rasters are larger than the picture by a margin.
 *
 * @param rasters of the same side: the picture's and `PICTURE_MARGIN × density` on all sides
 * @param density 1, or 2 for dense screens
 */
export function drawPicture(
  look: Look,
  rasters: ReadonlyMap<DrawnAvailability, CoverageRaster>,
  side: number,
  density: number,
): Uint8Array {
  const opacities = new Float32Array(side * side);
  for (const availability of drawnAvailabilities) {
    const raster = rasters.get(availability);
    if (raster === undefined || raster.isEmpty) continue;
    const style = areaStyles[availability];
    const texture = textureOf(look.pattern, style, density);
    const covered = raster.take();
    const inner = erode(covered, raster.side, PICTURE_MARGIN * density);
    const margin = (raster.side - side) / 2;
    for (let y = 0; y < side; y++) {
      const textureRow = (y % texture.side) * texture.side;
      let from = (y + margin) * raster.side + margin;
      for (let x = 0; x < side; x++, from++) {
        const share = covered[from] as number;
        if (share === 0) continue;
        const inside = inner[from] as number;
        const ground = texture.opacities[textureRow + (x % texture.side)] as number;
        const at = y * side + x;
        opacities[at] = (opacities[at] as number) * (1 - share) + inside * ground + (share - inside) * style.border;
      }
    }
  }
  return encodePng(look.colour, side, side, opacities);
}

/** A picture with nothing on it. */
export function emptyPicture(side: number): Uint8Array {
  return encodePng('#000000', side, side, new Float32Array(side * side));
}

/** For each pixel the least of those at most `reach` away, across and down. */
function erode(values: Float32Array, side: number, reach: number): Float32Array {
  const across = new Float32Array(values.length);
  for (let row = 0; row < values.length; row += side) leastAlong(values, across, row, 1, side, reach);
  const both = new Float32Array(values.length);
  for (let column = 0; column < side; column++) leastAlong(across, both, column, side, side, reach);
  return both;
}

function leastAlong(
  from: Float32Array,
  into: Float32Array,
  start: number,
  step: number,
  count: number,
  reach: number,
): void {
  for (let place = 0; place < count; place++) {
    let least = from[start + place * step] as number;
    const last = Math.min(count - 1, place + reach);
    for (let near = Math.max(0, place - reach); near <= last; near++) {
      const value = from[start + near * step] as number;
      if (value < least) least = value;
    }
    into[start + place * step] = least;
  }
}
