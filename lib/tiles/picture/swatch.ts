import { CoverageRaster } from './coverage-raster.ts';
import { drawPicture, type Look, PICTURE_MARGIN } from './picture.ts';
import type { DrawnAvailability } from './texture.ts';

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
