import { columnOf, levelOf, TILE_PIXELS, tileSide, windowOf } from '#lib/tiles/grid.ts';
import { eachRing, type TileSource } from '#lib/tiles/make-tile.ts';
import { CoverageRaster } from '#lib/tiles/picture/coverage-raster.ts';
import type { Look } from '#lib/tiles/picture/picture.ts';
import { encodePalettePng, parseColour } from '#lib/tiles/picture/png.ts';
import { areaStyles, textureOf } from '#lib/tiles/picture/texture.ts';
import type { Ring } from '#lib/tiles/pieces/ring.ts';
import type { TileAddress } from '#lib/tiles/tile-address.ts';

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

/** The entries of a palette without the transparent one, which all colours share. */
const entries = 255;
const mostShades = 63;

/** A picture of several technologies: at each pixel the one that was painted last, in its colour and pattern. */
export class BestPicture {
  readonly #side: number;
  readonly #density: number;
  readonly #colours: string[] = [];
  /** For each pixel the place of its colour, and its opacity. */
  readonly #colourAt: Uint8Array;
  readonly #opacities: Float32Array;

  /** @param density 1, or 2 for dense screens */
  constructor(side: number, density: number) {
    this.#side = side;
    this.#density = density;
    this.#colourAt = new Uint8Array(side * side);
    this.#opacities = new Float32Array(side * side);
  }

  /** Paints over what was painted before. @param covered the share of each pixel, 0 to 1 */
  paint({ colour, pattern }: Look, covered: Float32Array): void {
    const place = this.#placeOf(colour);
    const texture = textureOf(pattern, areaStyles.Available, this.#density);
    const side = this.#side;
    for (let y = 0; y < side; y++) {
      const row = (y % texture.side) * texture.side;
      for (let at = y * side, x = 0; x < side; at++, x++) {
        const share = covered[at] as number;
        if (share === 0) continue;
        const before = this.#opacities[at] as number;
        const own = texture.opacities[row + (x % texture.side)] as number;
        // a pixel has one colour: on a border, that of the larger part
        if (share >= 0.5 || before === 0) this.#colourAt[at] = place;
        this.#opacities[at] = before * (1 - share) + own * share;
      }
    }
  }

  /** @returns PNG; undefined if nothing is painted */
  png(): Uint8Array | undefined {
    if (this.#colours.length === 0) return undefined;
    const shades = Math.min(mostShades, Math.floor(entries / this.#colours.length));
    const palette = this.#colours.flatMap((colour) => {
      const rgb = parseColour(colour);
      return Array.from({ length: shades }, (_, shade) => [...rgb, Math.round(((shade + 1) * 255) / shades)] as const);
    });
    const side = this.#side;
    return encodePalettePng(side, side, [[0, 0, 0, 0], ...palette], (at) => {
      const shade = Math.round((this.#opacities[at] as number) * shades);
      return shade === 0 ? 0 : (this.#colourAt[at] as number) * shades + shade;
    });
  }

  #placeOf(colour: string): number {
    const place = this.#colours.indexOf(colour);
    if (place !== -1) return place;
    // beyond that many colours, nobody distinguishes them
    if (this.#colours.length === entries) return entries - 1;
    return this.#colours.push(colour) - 1;
  }
}
