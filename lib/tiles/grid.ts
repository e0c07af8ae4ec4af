/**
 * The grid that tiles are made on: the square of Web Mercator in whole numbers, 2²⁸ a side, so that one unit is one of the
 * 4,096 steps of a tile of zoom 16 (15 cm at 41° S). `x` counts east from Greenwich and `y` south from 85.05° N. Longitudes
 * go from 0 to 360, so New Zealand and the Chathams are adjacent here; tile numbers start at 180°, which separates them.
 */
export const WORLD = 2 ** 28;

export const LEAST_ZOOM = 4;
export const MOST_ZOOM = 16;

/** Steps along the side of a tile, at its own zoom: what a vector tile calls its extent. */
export const EXTENT = 4096;

/** Pixels along the side of a tile, at its own zoom and at normal density. */
export const TILE_PIXELS = 256;

/** A degree of generalisation that is stored for each layer. */
export interface Level {
  /** Its number in the database. */
  readonly id: number;
  /** The highest zoom it is drawn at. */
  readonly zoom: number;
  /** The zoom whose tiles divide it into pieces. */
  readonly cutZoom: number;
  /** Its coordinates are those of the grid divided by 2 to this power. */
  readonly shift: number;
  /** The side of a piece in its coordinates. */
  readonly side: number;
  /** How far generalising may move an edge, in units of the grid: half a pixel of `zoom`; 0 for the exact level. */
  readonly tolerance: number;
}

/** The exact level, in pieces of zoom 12; the grid is finer than anything drawn from it. */
const exact: Level = { id: 16, zoom: MOST_ZOOM, cutZoom: 12, shift: 0, side: 2 ** 16, tolerance: 0 };

/** The stored levels, finest first: each is made from the one before. */
export const levels: readonly Level[] = [exact, ...[12, 10, 8, 6, 4].map(generalisedLevel)];

function generalisedLevel(zoom: number): Level {
  const shift = MOST_ZOOM - zoom;
  const pixel = (EXTENT / TILE_PIXELS) * 2 ** shift;
  return { id: zoom, zoom, cutZoom: zoom, shift, side: EXTENT, tolerance: pixel / 2 };
}

/** The stored level that tiles of `zoom` are made from: its own or the next finer one. */
export function levelOf(zoom: number): Level {
  return levels.findLast((level) => level.zoom >= zoom) ?? exact;
}

const UNITS_OF_CIRCLE = 3_600_000_000;
const RADIANS_PER_UNIT = Math.PI / 180 / 1e7;

/** `x` of the grid for an `x` of a point, in units of 1e-7 degree east of 180°. */
export function gridX(x: number): number {
  return Math.round(((x + UNITS_OF_CIRCLE / 2) / UNITS_OF_CIRCLE) * WORLD);
}

/** `y` of the grid for a latitude in units of 1e-7 degree; latitudes beyond 85.05° are on its edge. */
export function gridY(y: number): number {
  const north = Math.atanh(Math.sin(y * RADIANS_PER_UNIT)) / (2 * Math.PI);
  return Math.min(WORLD, Math.max(0, Math.round((0.5 - north) * WORLD)));
}

/** The column of the grid, counted from Greenwich, for the `x` number of a tile, counted from 180°. */
export function columnOf(x: number, zoom: number): number {
  const columns = 2 ** zoom;
  return (x + columns / 2) % columns;
}

/** A rectangle in whole coordinates, including its borders. */
export interface Window {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** A tile and a margin around it, in the coordinates of `level`. @param margin in steps of the tile (4,096 a side) */
export function windowOf(level: Level, zoom: number, column: number, row: number, margin: number): Window {
  const side = tileSide(level, zoom);
  const more = Math.ceil((margin * side) / EXTENT);
  return {
    minX: column * side - more,
    minY: row * side - more,
    maxX: (column + 1) * side + more,
    maxY: (row + 1) * side + more,
  };
}

/** The side of a tile of `zoom` in the coordinates of `level`. */
export function tileSide(level: Level, zoom: number): number {
  return WORLD / 2 ** (zoom + level.shift);
}
