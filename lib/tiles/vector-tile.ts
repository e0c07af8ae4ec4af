import { fromGeojsonVt } from '@maplibre/vt-pbf';
import Flatbush from 'flatbush';
import { simpleRings } from '#lib/shapes/simple-rings.ts';
import { polygonsOf } from '#lib/tiles/pieces/polygons.ts';
import { EXTENT, type Level, tileSide, type Window } from './grid.ts';
import type { DrawnAvailability } from './picture/texture.ts';
import { clipToWindow } from './pieces/cut.ts';
import { doubleArea, emptyBox, extend, mapRing, type Ring } from './pieces/ring.ts';
import { stitch } from './pieces/stitch.ts';

/** The name of the one layer of a vector tile. */
export const VECTOR_LAYER = 'coverage';

/** How far areas continue beyond a tile's edge, in steps of the tile: 4 pixels, so that no border is drawn along the edge. */
export const VECTOR_MARGIN = 64;

/** The areas of one feature. */
export interface TileArea {
  readonly availability: DrawnAvailability;
  readonly provider: string;
  readonly maxMbps: number;
  /** In the coordinates of the level, as read from its pieces. */
  readonly rings: readonly Ring[];
}

/**
 * A tile of areas as Mapbox Vector Tile 2.1, one feature for each; undefined when no area is left.
 *
 * @param window the tile with its margin, in the coordinates of `level`
 */
export function encodeVectorTile(
  areas: readonly TileArea[],
  level: Level,
  zoom: number,
  window: Window,
): Uint8Array | undefined {
  const scale = EXTENT / tileSide(level, zoom);
  const toTileX = (x: number) => Math.round((x - window.minX) * scale) - VECTOR_MARGIN;
  const toTileY = (y: number) => Math.round((y - window.minY) * scale) - VECTOR_MARGIN;
  const features = areas.flatMap(({ availability, provider, maxMbps, rings }) => {
    const joined = stitch(clipToWindow(rings, window), level.side, window);
    const own = joined.flatMap((ring) => mapRing(ring, toTileX, toTileY) ?? []);
    const geometry = polygonsOf(unionOf(own)).flatMap(({ outer, holes }) => [outer, ...holes].map(positionsOf));
    if (geometry.length === 0) return [];
    return [{ type: 3 as const, geometry, tags: { availability, provider, max_mbps: maxMbps } }];
  });
  if (features.length === 0) return undefined;
  return fromGeojsonVt({ [VECTOR_LAYER]: { features } }, { version: 2, extent: EXTENT });
}

/**
 * The areas of a feature as rings that neither cross nor overlap, as the format requires: some clients fill by even-odd,
 * and polygons of one offer may overlap.
 */
function unionOf(rings: readonly Ring[]): readonly Ring[] {
  const isNested = mayNest(rings.filter((ring) => doubleArea(ring) > 0));
  return simpleRings(rings, 'positive', isNested) ?? rings;
}

function positionsOf(ring: Ring): [number, number][] {
  const positions: [number, number][] = [];
  for (let at = 0; at < ring.length; at += 2) positions.push([ring[at] as number, ring[at + 1] as number]);
  return positions;
}

/** Whether a ring may be inside another one: whether the box of one is inside the box of another. */
function mayNest(rings: readonly Int32Array[]): boolean {
  if (rings.length < 2) return false;
  const boxes = rings.map((ring) => extend(emptyBox(), ring));
  const index = new Flatbush(boxes.length);
  for (const { minX, minY, maxX, maxY } of boxes) index.add(minX, minY, maxX, maxY);
  index.finish();
  return boxes.some(
    (inner, place) =>
      index.search(inner.minX, inner.minY, inner.maxX, inner.maxY, (found) => {
        const outer = boxes[found] ?? inner;
        const isAround = outer.minX <= inner.minX && outer.minY <= inner.minY;
        return found !== place && isAround && outer.maxX >= inner.maxX && outer.maxY >= inner.maxY;
      }).length > 0,
  );
}
