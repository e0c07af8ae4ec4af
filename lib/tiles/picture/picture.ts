import { CoverageRaster } from './coverage-raster.ts';
import { encodePng } from './png.ts';
import {
  areaStyles,
  type DrawnAvailability,
  drawnAvailabilities,
  type Pattern,
  type Texture,
  textureOf,
} from './texture.ts';

/** How a technology is drawn. */
export interface Look {
  /** As `#0072b2`. */
  readonly colour: string;
  readonly pattern: Pattern;
}

/** The form of pictures; cached pictures of another form are drawn again. */
export const PICTURE_FORM = 1;

/** Pixels that rasters must have around a picture at normal density: drawing borders reads that far. */
export const PICTURE_MARGIN = 1;

/**
 * Draws what is covered, by availability; where areas overlap, the best availability is visible (N6). The line along a
 * border is inside the area and never along a tile's edge: the rasters are larger than the picture by a margin.
 *
 * @param rasters of equal side: that of the picture plus `PICTURE_MARGIN × density` on each side
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
    drawArea(opacities, side, raster, textureOf(look.pattern, style, density), style.border, PICTURE_MARGIN * density);
  }
  return encodePng(look.colour, side, side, opacities);
}

/** A transparent picture. */
export function emptyPicture(side: number): Uint8Array {
  return encodePng('#000000', side, side, new Float32Array(side * side));
}

/** Draws one availability over what is already drawn. @param margin how far the raster extends beyond the picture */
function drawArea(
  opacities: Float32Array,
  side: number,
  raster: CoverageRaster,
  texture: Texture,
  border: number,
  margin: number,
): void {
  const covered = raster.take();
  const inner = erode(covered, raster.side, margin);
  const grounds = texture.opacities;
  for (let y = 0; y < side; y++) {
    const groundRow = (y % texture.side) * texture.side;
    let from = (y + margin) * raster.side + margin;
    let ground = 0;
    for (let at = y * side; at < (y + 1) * side; at++, from++) {
      const share = covered[from] as number;
      if (share > 0) {
        const inside = inner[from] as number;
        const own = grounds[groundRow + ground] as number;
        if (inside === 1) opacities[at] = own;
        else opacities[at] = (opacities[at] as number) * (1 - share) + inside * own + (share - inside) * border;
      }
      if (++ground === texture.side) ground = 0;
    }
  }
}

/** For each pixel the minimum within `reach` pixels horizontally and vertically, in steps of one pixel. */
function erode(values: Float32Array, side: number, reach: number): Float32Array {
  const least = values.slice();
  const before = new Float32Array(values.length);
  for (let step = 0; step < reach; step++) {
    before.set(least);
    for (let row = 0; row < least.length; row += side) {
      for (let at = row + 1; at < row + side; at++) {
        const left = before[at - 1] as number;
        const here = before[at] as number;
        if (left < here) least[at] = left;
        else if (here < left && here < (least[at - 1] as number)) least[at - 1] = here;
      }
    }
    before.set(least);
    for (let at = side; at < least.length; at++) {
      const above = before[at - side] as number;
      const here = before[at] as number;
      if (above < here) {
        if (above < (least[at] as number)) least[at] = above;
      } else if (here < above && here < (least[at - side] as number)) least[at - side] = here;
    }
  }
  return least;
}

/** A swatch is 24 pixels a side, drawn for dense screens. */
const density = 2;
const side = 24 * density;

/** How each availability of a technology looks on the map: PNG as `data:` addresses, 48 × 48 pixels shown at 24 × 24. */
export function swatchesOf(look: Look): Record<DrawnAvailability, string> {
  return { Planned: swatch(look, 'Planned'), Underway: swatch(look, 'Underway'), Available: swatch(look, 'Available') };
}

function swatch(look: Look, availability: DrawnAvailability): string {
  const margin = PICTURE_MARGIN * density;
  const raster = new CoverageRaster(side + 2 * margin, -margin, -margin, 1);
  raster.add(Int32Array.of(0, 0, side, 0, side, side, 0, side));
  const png = drawPicture(look, new Map([[availability, raster]]), side, density);
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}
