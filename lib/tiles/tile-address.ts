import { LEAST_ZOOM, MOST_ZOOM } from './grid.ts';

export type TileFormat = 'mvt' | 'png' | 'png@2x';

/** Which tile of which layer, and in what form; `x` and `y` are numbers of the usual scheme, from 180° and the north. */
export interface TileAddress {
  readonly setId: number;
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly format: TileFormat;
}

const form = /^\/tiles\/([1-9]\d{0,8})\/(\d{1,2})\/(\d{1,5})\/(\d{1,5})(\.mvt|\.png|@2x\.png)$/;
const formats: Readonly<Record<string, TileFormat>> = { '.mvt': 'mvt', '.png': 'png', '@2x.png': 'png@2x' };

/** Whether a path has the form of a tile's. */
export function isTilePath(path: string): boolean {
  return form.test(path);
}

/** Whether a path has the form of a layer's TileJSON. */
export function isTileJsonPath(path: string): boolean {
  return /^\/tiles\/[1-9]\d{0,8}\.json$/.test(path);
}

/**
 * The tile of a path `/tiles/<set_id>/{z}/{x}/{y}` with `.mvt`, `.png` or `@2x.png`; undefined for a zoom outside 4–16, a
 * tile that is not on the map, and numbers with leading zeros, which would be a second address of one tile.
 */
export function parseTilePath(path: string): TileAddress | undefined {
  const match = form.exec(path);
  if (match === null) return undefined;
  const [, setText = '', ...texts] = match;
  const numbers = texts.slice(0, 3);
  if (numbers.some((text) => text.length > 1 && text.startsWith('0'))) return undefined;
  const [z = 0, x = 0, y = 0] = numbers.map(Number);
  if (z < LEAST_ZOOM || z > MOST_ZOOM || x >= 2 ** z || y >= 2 ** z) return undefined;
  return { setId: Number(setText), z, x, y, format: formats[texts[3] ?? ''] ?? 'mvt' };
}
