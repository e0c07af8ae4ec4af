import { CoverageRaster } from '#lib/tiles/picture/coverage-raster.ts';
import { drawPicture, type Look, PICTURE_MARGIN } from '#lib/tiles/picture/picture.ts';
import { type DrawnAvailability, drawnAvailabilities } from '#lib/tiles/picture/texture.ts';
import { PieceWriter, readPiece } from '#lib/tiles/pieces/piece-codec.ts';
import type { Ring } from '#lib/tiles/pieces/ring.ts';
import { columnOf, EXTENT, type Level, levelOf, TILE_PIXELS, tileSide, type Window, windowOf } from './grid.ts';
import type { TileAddress, TileFormat } from './tile-address.ts';
import { encodeVectorTile, type TileArea, VECTOR_MARGIN } from './vector-tile.ts';

/** An offer as a tile shows it. */
export interface TileOffer {
  readonly availability: DrawnAvailability;
  readonly provider: string;
  readonly maxMbps: number;
}

/** Where the pieces of a tile come from. */
export interface TileSource {
  /** The pieces of all layers of the tile's technology, from one column and row to another, inclusive. */
  pieces(
    level: Level,
    from: { readonly column: number; readonly row: number },
    to: { readonly column: number; readonly row: number },
  ): Iterable<{ readonly column: number; readonly row: number; readonly body: Uint8Array }>;
  /** @throws Error for an offer that does not exist */
  requireOffer(id: number): TileOffer;
}

/**
 * Makes a tile from the stored level of its zoom or the next finer one.
 *
 * @returns PNG or Mapbox Vector Tile; undefined when nothing is covered there
 */
export function makeTile(
  source: TileSource,
  look: Look,
  { z, x, y, format }: Omit<TileAddress, 'setId'>,
): Uint8Array | undefined {
  const level = levelOf(z);
  const place = { zoom: z, column: columnOf(x, z), row: y };
  if (format === 'mvt') return vectorTile(source, level, place);
  return picture(source, level, place, look, format === 'png' ? 1 : 2);
}

interface Place {
  readonly zoom: number;
  readonly column: number;
  readonly row: number;
}

function picture(
  source: TileSource,
  level: Level,
  { zoom, column, row }: Place,
  look: Look,
  density: number,
): Uint8Array | undefined {
  const window = windowOf(level, zoom, column, row, (PICTURE_MARGIN * EXTENT) / TILE_PIXELS);
  const side = TILE_PIXELS * density;
  const scale = side / tileSide(level, zoom);
  const rasters = new Map<DrawnAvailability, CoverageRaster>();
  eachRing(source, level, window, (ring, { availability }) => {
    let raster = rasters.get(availability);
    if (raster === undefined) {
      raster = new CoverageRaster(side + 2 * PICTURE_MARGIN * density, window.minX, window.minY, scale);
      rasters.set(availability, raster);
    }
    raster.add(ring);
  });
  if ([...rasters.values()].every(({ isEmpty }) => isEmpty)) return undefined;
  return drawPicture(look, rasters, side, density);
}

function vectorTile(source: TileSource, level: Level, { zoom, column, row }: Place): Uint8Array | undefined {
  const window = windowOf(level, zoom, column, row, VECTOR_MARGIN);
  const areas = new Map<string, TileArea & { readonly rings: Ring[] }>();
  eachRing(source, level, window, (ring, offer) => {
    const key = JSON.stringify([offer.availability, offer.provider, offer.maxMbps]);
    const area = areas.get(key);
    if (area === undefined) areas.set(key, { ...offer, rings: [ring] });
    else area.rings.push(ring);
  });
  return encodeVectorTile([...areas.values()], level, zoom, window);
}

/** Hands over every ring in a window, with its offer. */
export function eachRing(
  source: TileSource,
  level: Level,
  { minX, minY, maxX, maxY }: Window,
  take: (ring: Ring, offer: TileOffer) => void,
): void {
  const { side, cutZoom } = level;
  const last = 2 ** cutZoom - 1;
  const from = { column: Math.max(0, Math.floor(minX / side)), row: Math.max(0, Math.floor(minY / side)) };
  const to = {
    column: Math.min(last, Math.floor((maxX - 1) / side)),
    row: Math.min(last, Math.floor((maxY - 1) / side)),
  };
  const offers = new Map<number, TileOffer>();
  for (const { column, row, body } of source.pieces(level, from, to)) {
    readPiece(body, column * side, row * side, (id, ring) => {
      let offer = offers.get(id);
      if (offer === undefined) {
        offer = source.requireOffer(id);
        offers.set(id, offer);
      }
      take(ring, offer);
    });
  }
}

const zoom = 12;
const formats: readonly TileFormat[] = ['mvt', 'png', 'png@2x'];
const rounds = 4;

/** A star with this many corners in the middle of each square, for each availability. */
function starSource(corners: number): TileSource {
  const { side } = levelOf(zoom);
  const star = Int32Array.from({ length: 2 * corners }, (_, at) => {
    const angle = (Math.floor(at / 2) / corners) * 2 * Math.PI;
    const reach = side * (Math.floor(at / 2) % 2 === 0 ? 0.45 : 0.3);
    return Math.round(side / 2 + reach * (at % 2 === 0 ? Math.cos(angle) : Math.sin(angle)));
  });
  const writer = new PieceWriter(0, 0);
  for (const offer of drawnAvailabilities.keys()) writer.add(offer, star);
  const body = writer.take();
  return {
    *pieces(_, from) {
      yield { ...from, body };
    },
    requireOffer: (id) => ({ availability: drawnAvailabilities[id] ?? 'Planned', provider: '', maxMbps: 0 }),
  };
}

/** Makes some tiles so that the code is compiled before the first request. */
export function warmUp(): void {
  const source = starSource(2000);
  for (let round = 0; round < rounds; round++) {
    for (const format of formats)
      makeTile(source, { colour: '#000000', pattern: 'rising' }, { z: zoom, x: 0, y: 0, format });
  }
}
