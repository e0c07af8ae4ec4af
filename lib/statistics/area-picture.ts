import { CoverageRaster } from '#lib/tiles/picture/coverage-raster.ts';
import { Picture } from '#lib/tiles/picture/painting.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '#lib/tiles/picture/preview.ts';
import type { Ring } from '#lib/tiles/pieces/ring.ts';

/** As `#0a6a4d`. */
export interface AreaPictureColours {
  readonly sea: string;
  readonly land: string;
  readonly area: string;
}

/** The outer rings and holes of an area, each x0, y0, x1, y1, … in units of 1e-7 degree, closed. */
type Rings = readonly Ring[];

/** The share of the picture that the area may fill. */
const filled = 0.8;

/**
 * Draws an area among its neighbours, for sites that show a picture with a link. North is up, and the middle of the area has
 * its true shape.
 *
 * @returns PNG
 */
export function drawAreaPicture(area: Rings, others: Iterable<Rings>, colours: AreaPictureColours): Uint8Array {
  const { west, east, south, north } = boxOf(area);
  const cosine = Math.cos(((south + north) / 2 / 1e7) * (Math.PI / 180));
  const [width, height] = [Math.max(1, (east - west) * cosine), Math.max(1, north - south)];
  const scale = filled * Math.min(PREVIEW_WIDTH / width, PREVIEW_HEIGHT / height);
  const left = ((west + east) / 2) * cosine - PREVIEW_WIDTH / 2 / scale;
  const top = -(south + north) / 2 - PREVIEW_HEIGHT / 2 / scale;
  const picture = new Picture(PREVIEW_WIDTH, PREVIEW_HEIGHT, colours.sea);
  const paint = (rings: Rings, colour: string) => {
    const raster = new CoverageRaster(PREVIEW_WIDTH, left, top, scale);
    for (const ring of rings) raster.add(ring.map((value, at) => (at % 2 === 0 ? value * cosine : -value)));
    picture.paint(raster, colour);
  };
  for (const other of others) paint(other, colours.land);
  paint(area, colours.area);
  return picture.png();
}

function boxOf(rings: Rings) {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y] = [ring[at] as number, ring[at + 1] as number];
      [west, east, south, north] = [Math.min(west, x), Math.max(east, x), Math.min(south, y), Math.max(north, y)];
    }
  }
  return { west, east, south, north };
}
