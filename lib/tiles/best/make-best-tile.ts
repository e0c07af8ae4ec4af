import { columnOf, levelOf, TILE_PIXELS, tileSide, windowOf } from '#lib/tiles/grid.ts';
import { eachRing, type TileSource } from '#lib/tiles/make-tile.ts';
import { CoverageRaster } from '#lib/tiles/picture/coverage-raster.ts';
import type { Look } from '#lib/tiles/picture/picture.ts';
import type { Ring } from '#lib/tiles/pieces/ring.ts';
import type { TileAddress } from '#lib/tiles/tile-address.ts';
import { BestPicture } from './best-picture.ts';

/** A technology with its pieces. */
export interface TechnologySource {
  readonly look: Look;
  readonly source: TileSource;
}

/** The areas of one technology that are painted together. */
interface Coat {
  readonly look: Look;
  readonly rings: Ring[];
}

/**
 * Makes the picture of the best technology at each place (`best-set.ts`).
 *
 * @param technologies of which the first is shown where several are equally fast
 * @returns PNG; undefined when nothing is available there
 */
export function makeBestTile(
  technologies: readonly TechnologySource[],
  { z, x, y, format }: Pick<TileAddress, 'z' | 'x' | 'y' | 'format'>,
): Uint8Array | undefined {
  const level = levelOf(z);
  const window = windowOf(level, z, columnOf(x, z), y, 0);
  const side = TILE_PIXELS * (format === 'png' ? 1 : 2);
  const picture = new BestPicture(side, side / TILE_PIXELS);
  for (const { look, rings } of coatsOf(technologies, (source, take) => eachRing(source, level, window, take))) {
    const raster = new CoverageRaster(side, window.minX, window.minY, side / tileSide(level, z));
    for (const ring of rings) raster.add(ring);
    if (!raster.isEmpty) picture.paint(look, raster.take());
  }
  return picture.png();
}

/** The available areas, slowest first. Neighbours in this order of one technology are one coat. */
function coatsOf(
  technologies: readonly TechnologySource[],
  eachRingOf: (source: TileSource, take: Parameters<typeof eachRing>[3]) => void,
): readonly Coat[] {
  const bySpeed: { readonly rank: number; readonly maxMbps: number; readonly coat: Coat }[] = [];
  for (const [rank, { look, source }] of technologies.entries()) {
    const ofSpeed = new Map<number, Ring[]>();
    eachRingOf(source, (ring, { availability, maxMbps }) => {
      if (availability !== 'Available') return;
      const rings = ofSpeed.get(maxMbps);
      if (rings === undefined) ofSpeed.set(maxMbps, [ring]);
      else rings.push(ring);
    });
    for (const [maxMbps, rings] of ofSpeed) bySpeed.push({ rank, maxMbps, coat: { look, rings } });
  }
  bySpeed.sort((a, b) => a.maxMbps - b.maxMbps || b.rank - a.rank);
  const coats: Coat[] = [];
  for (const { coat } of bySpeed) {
    const last = coats.at(-1);
    if (last?.look === coat.look) for (const ring of coat.rings) last.rings.push(ring);
    else coats.push(coat);
  }
  return coats;
}
