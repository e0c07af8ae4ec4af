import { readFileSync } from 'node:fs';
import { degreesText, longitudeOf, type Point } from '#lib/broadband/point.ts';
import { parseAnswer, type TechnologyResult } from '#lib/map/answer/answer.ts';
import { parsePackedLand } from '#lib/map/layers/land-outline.ts';
import { processWide } from '#lib/process-wide.ts';
import { opacitiesOf } from '#lib/tiles/picture/png.ts';
import {
  drawPreview,
  landRings,
  type PreviewColours,
  type PreviewCoverage,
  type PreviewTile,
  previewTiles,
} from '#lib/tiles/picture/preview.ts';
import type { Ring } from '#lib/tiles/pieces/ring.ts';
import { mayCover, type TileSet } from '#lib/tiles/tile-set.ts';
import { coverage } from '#server/broadband/coverage.ts';
import { digestOf, type ReadyTile, tileMemory, tileService } from './tile-service.ts';
import { shownTileSets } from './tile-sets.ts';

/** Bytes of pictures that each process keeps in memory: some hundred pictures. */
const mostBytes = 4 * 1024 * 1024;

/** A preview, or `not yet` while its tiles are not made or too many tiles are being made. */
export type FoundPreview = ReadyTile | 'not yet';

const previews = () =>
  processWide('previews', () => ({
    memory: tileMemory(mostBytes),
    pending: new Map<string, Promise<FoundPreview>>(),
  }));

/** The outline of the land, read once. */
const land = () =>
  processWide<readonly Ring[]>('preview-land', () => {
    const packed = parsePackedLand(JSON.parse(readFileSync('public/land/nz.json', 'utf8')));
    return packed === undefined ? [] : landRings(packed);
  });

/**
 * The picture that other sites show with a link to a point: the coverage of the first technology of its answer, and a pin.
 *
 * @param caller the client as rate limits identify it
 */
export function previewOf(point: Point, colours: PreviewColours, caller: string): FoundPreview | Promise<FoundPreview> {
  const set = firstSetAt(point);
  const key = [point.x, point.y, set?.setId, set?.fingerprint, set?.look.colour].join(' ');
  const { memory, pending } = previews();
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
  let drawing = pending.get(key);
  if (drawing === undefined) {
    drawing = draw(point, set, colours, caller)
      .then((found) => {
        if (found !== 'not yet') memory.keep(key, found);
        return found;
      })
      .finally(() => pending.delete(key));
    pending.set(key, drawing);
  }
  return drawing;
}

/** The tiles of the first technology in the answer for a point; undefined when nothing is offered there. */
function firstSetAt(point: Point): TileSet | undefined {
  const [y, x] = [degreesText(point.y), degreesText(longitudeOf(point))];
  const results = parseAnswer(JSON.parse(String(coverage().answerAt(point, x, y)))) ?? [];
  const first = results.find(({ availability }: TechnologyResult) => availability !== 'Not Available');
  const { sets } = shownTileSets();
  return [...sets.values()].find(({ name, isInUse }) => isInUse && name === first?.technology);
}

async function draw(
  point: Point,
  set: TileSet | undefined,
  colours: PreviewColours,
  caller: string,
): Promise<FoundPreview> {
  let covered: PreviewCoverage | undefined;
  if (set !== undefined) {
    const tiles = await Promise.all(previewTiles(point).map((tile) => readTile(set, tile, caller)));
    if (tiles.includes('not yet')) return 'not yet';
    covered = { colour: set.look.colour, tiles: tiles.filter((tile) => tile !== 'not yet' && tile !== undefined) };
  }
  const body = drawPreview(point, land(), covered, colours);
  return { body, digest: digestOf(body) };
}

async function readTile(
  set: TileSet,
  tile: PreviewTile,
  caller: string,
): Promise<PreviewCoverage['tiles'][number] | 'not yet' | undefined> {
  const { z, x, y } = tile;
  const address = { setId: set.setId, z, x, y, format: 'png' } as const;
  if (!mayCover(set, address)) return undefined;
  const found = await tileService().get(set, address, caller);
  if (typeof found === 'string') return 'not yet';
  return found.body.byteLength === 0 ? undefined : { ...tile, opacities: opacitiesOf(found.body) };
}
