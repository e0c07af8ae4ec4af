import { createHash } from 'node:crypto';
import { dayOf } from '#lib/time/auckland.ts';
import { columnOf, gridX, gridY, levelOf, windowOf } from './grid.ts';
import { defaultColour, patternOf } from './picture/palette.ts';
import type { Look } from './picture/picture.ts';
import { DRAWING_FORM } from './pieces/layer-pieces.ts';
import type { Box } from './pieces/ring.ts';
import type { TileAddress } from './tile-address.ts';

/** A technology as tiles show it. */
export interface TileTechnology {
  readonly setId: number;
  readonly name: string;
  /** Null: the default of its `set_id`. */
  readonly colour: string | null;
  readonly isInUse: boolean;
  readonly nominalMaxMbps: number;
}

/** A layer of a version as tiles show it. */
export interface TileLayer {
  readonly setId: number;
  readonly id: number;
  readonly provider: string;
  readonly sha256: string;
  readonly createdAt: number;
  /** The date of its data that the provider gave, `YYYY-MM-DD`. */
  readonly asOf: string | null;
  readonly parts: number;
  readonly vertices: number;
  /** Its drawing; `form` is null while it is not drawn. The box is in units of 1e-7 degree. */
  readonly form: number | null;
  readonly minX: number | null;
  readonly minY: number | null;
  readonly maxX: number | null;
  readonly maxY: number | null;
}

/** The tiles of one technology in one version of the coverage. */
export interface TileSet extends TileTechnology {
  /** 0 while nothing is published. */
  readonly versionId: number;
  readonly look: Look;
  /** Identifies exactly what is drawn: equal in two versions with the same layers of the technology. */
  readonly fingerprint: string;
  /** Whether all its layers are drawn. */
  readonly isDrawn: boolean;
  /** Around all areas, in units of 1e-7 degree; undefined without areas. */
  readonly box: Box | undefined;
  /** Each once, by name. */
  readonly providers: readonly string[];
  /** The dates of its oldest and its newest data; undefined without layers. */
  readonly asOf: readonly [string, string] | undefined;
}

/** The tiles of every technology in a version, by `set_id`. */
export function tileSetsOf(
  versionId: number,
  technologies: readonly TileTechnology[],
  layers: readonly TileLayer[],
): Map<number, TileSet> {
  return new Map(
    technologies.map((technology) => {
      const { setId } = technology;
      const own = layers.filter((layer) => layer.setId === setId);
      return [
        setId,
        {
          ...technology,
          versionId,
          look: { colour: technology.colour ?? defaultColour(setId), pattern: patternOf(setId) },
          fingerprint: fingerprintOf(own),
          isDrawn: own.every(({ form }) => form === DRAWING_FORM),
          box: boxOf(own),
          providers: [...new Set(own.map(({ provider }) => provider))].sort((a, b) => a.localeCompare(b, 'en-NZ')),
          asOf: daysOf(own),
        },
      ];
    }),
  );
}

/** Ids alone are not enough: a database restored from a backup reuses them. */
function fingerprintOf(layers: readonly TileLayer[]): string {
  const facts = layers.map(({ id, createdAt, sha256, parts, vertices }) => [id, createdAt, sha256, parts, vertices]);
  const digest = createHash('sha256').update(JSON.stringify([DRAWING_FORM, facts]));
  return digest.digest('hex').slice(0, 24);
}

/** A layer without a date has the day of its import. */
function daysOf(layers: readonly TileLayer[]): readonly [string, string] | undefined {
  const days = layers.map(({ asOf, createdAt }) => asOf ?? dayOf(createdAt)).sort();
  const [oldest, newest] = [days[0], days.at(-1)];
  return oldest === undefined || newest === undefined ? undefined : [oldest, newest];
}

function boxOf(layers: readonly TileLayer[]): Box | undefined {
  const drawn = layers.filter(({ minX }) => minX !== null);
  if (drawn.length === 0) return undefined;
  return {
    minX: Math.min(...drawn.map(({ minX }) => Number(minX))),
    minY: Math.min(...drawn.map(({ minY }) => Number(minY))),
    maxX: Math.max(...drawn.map(({ maxX }) => Number(maxX))),
    maxY: Math.max(...drawn.map(({ maxY }) => Number(maxY))),
  };
}

/** How far a border, or the mark of an area too small to be seen, may extend beyond the area, in steps of a tile. */
const reach = 64;

/** Whether anything of the set may be on a tile. False is certain, true is not. */
export function mayCover({ box, isDrawn }: Pick<TileSet, 'box' | 'isDrawn'>, { z, x, y }: TileAddress): boolean {
  // the box is only of what is drawn
  if (!isDrawn) return true;
  if (box === undefined) return false;
  const level = levelOf(z);
  const window = windowOf(level, z, columnOf(x, z), y, reach);
  const scale = 2 ** level.shift;
  return (
    gridX(box.minX) <= window.maxX * scale &&
    gridX(box.maxX) >= window.minX * scale &&
    gridY(box.maxY) <= window.maxY * scale &&
    gridY(box.minY) >= window.minY * scale
  );
}
