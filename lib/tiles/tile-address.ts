import { pathParameters, publicPaths } from '#lib/http/public-paths.ts';
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

const parameters = pathParameters(publicPaths.tile);
const formats: Readonly<Record<string, TileFormat>> = { '.mvt': 'mvt', '.png': 'png', '@2x.png': 'png@2x' };

/**
 * The tile of a path `/tiles/<set_id>/{z}/{x}/{y}` with `.mvt`, `.png` or `@2x.png`; undefined for a zoom outside 4–16, a
 * tile that is not on the map, and numbers with leading zeros, which would be a second address of one tile.
 */
export function parseTilePath(path: string): TileAddress | undefined {
  const [setText, ...texts] = parameters(path) ?? [];
  if (setText === undefined) return undefined;
  const numbers = texts.slice(0, 3);
  if (numbers.some((text) => text.length > 1 && text.startsWith('0'))) return undefined;
  const [z = 0, x = 0, y = 0] = numbers.map(Number);
  if (z < LEAST_ZOOM || z > MOST_ZOOM || x >= 2 ** z || y >= 2 ** z) return undefined;
  return { setId: Number(setText), z, x, y, format: formats[texts[3] ?? ''] ?? 'mvt' };
}
