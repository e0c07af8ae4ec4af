import { pathParameters, publicPaths } from '#lib/http/public-paths.ts';
import { LEAST_ZOOM, MOST_ZOOM } from './grid.ts';

export type TileFormat = 'mvt' | 'png' | 'png@2x';

/** Instead of a `set_id`, in a path `best`: the best technology at each place (`best/best-set.ts`), as pictures only. */
export const BEST = 0;

/** A tile of a layer in one format; `x` and `y` are the usual tile numbers, counted from 180° and from the north. */
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
 * tile outside the map, and numbers with leading zeros, which would give a tile a second address.
 */
export function parseTilePath(path: string): TileAddress | undefined {
  const [setText, ...texts] = parameters(path) ?? [];
  if (setText === undefined) return undefined;
  const numbers = texts.slice(0, 3);
  if (numbers.some((text) => text.length > 1 && text.startsWith('0'))) return undefined;
  const [z = 0, x = 0, y = 0] = numbers.map(Number);
  if (z < LEAST_ZOOM || z > MOST_ZOOM || x >= 2 ** z || y >= 2 ** z) return undefined;
  const format = formats[texts[3] ?? ''] ?? 'mvt';
  if (setText !== 'best') return { setId: Number(setText), z, x, y, format };
  return format === 'mvt' ? undefined : { setId: BEST, z, x, y, format };
}
