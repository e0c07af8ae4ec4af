import { createHash } from 'node:crypto';
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
import { type ReadyTile, TileMemory } from './tile-memory.ts';
import { tileService } from './tile-service.ts';
import { publishedTileSets } from './tile-sets.ts';

/** Bytes of pictures that each process holds: some hundreds. */
const heldBytes = 4 * 1024 * 1024;

/** A preview, or why it cannot be drawn at present: tiles of it are not made yet, or too many are being made. */
export type FoundPreview = ReadyTile | 'not yet';

const held = () =>
  processWide('previews', () => ({
    memory: new TileMemory(heldBytes),
    coming: new Map<string, Promise<FoundPreview>>(),
  }));

/** The outline that the map is drawn with, read once. */
const land = () =>
  processWide<readonly Ring[]>('preview-land', () => {
    const packed = parsePackedLand(JSON.parse(readFileSync('public/land/nz.json', 'utf8')));
    return packed === undefined ? [] : landRings(packed);
  });

/**
 * The picture that stands beside a link to a point: where the first technology of its answer reaches, and a pin.
 *
 * @param caller who asks, as limits count addresses
 */
export function previewOf(point: Point, colours: PreviewColours, caller: string): FoundPreview | Promise<FoundPreview> {
  const set = firstSetAt(point);
  const key = [point.x, point.y, set?.setId, set?.fingerprint, set?.look.colour].join(' ');
  const { memory, coming } = held();
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
  let drawing = coming.get(key);
  if (drawing === undefined) {
    drawing = draw(point, set, colours, caller)
      .then((found) => {
        if (found !== 'not yet') memory.keep(key, found);
        return found;
      })
      .finally(() => coming.delete(key));
    coming.set(key, drawing);
  }
  return drawing;
}

/** The tiles of the technology that heads the answer for a point; nothing where there is none. */
function firstSetAt(point: Point): TileSet | undefined {
  const [y, x] = [degreesText(point.y), degreesText(longitudeOf(point))];
  const results = parseAnswer(JSON.parse(String(coverage().answerAt(point, x, y)))) ?? [];
  const first = results.find(({ availability }: TechnologyResult) => availability !== 'Not Available');
  const { sets } = publishedTileSets();
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
    const there = tiles.filter((tile) => tile !== 'not yet' && tile !== undefined);
    covered = { colour: set.look.colour, tiles: there };
  }
  const body = drawPreview(point, land(), covered, colours);
  return { body, digest: createHash('sha256').update(body).digest('base64url').slice(0, 27) };
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
