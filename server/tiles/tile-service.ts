import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { processWide } from '#lib/process-wide.ts';
import { PICTURE_FORM } from '#lib/tiles/picture/picture.ts';
import { unpackTile } from '#lib/tiles/stored-tile.ts';
import type { TileAddress } from '#lib/tiles/tile-address.ts';
import type { TileSet } from '#lib/tiles/tile-set.ts';
import type { MadeTile, TileMaker } from './tile-maker.ts';
import { type ReadyTile, TileMemory } from './tile-memory.ts';

/** Bytes of tiles that each process holds in memory beside those on the disk, as they are kept there. */
const heldBytes = 8 * 1024 * 1024;
/** How often the use of a file is written down: often enough to tell what was not used for long. */
const noteUseAfterMs = 3_600_000;

/** A tile, or why there is none at present. */
export type FoundTile = ReadyTile | Exclude<MadeTile['outcome'], 'made'>;

/** The tiles of this process: those held, those kept on the disk, and the process that makes the others. */
export class TileService {
  readonly #folder: string;
  readonly #memory = new TileMemory(heldBytes);
  readonly #coming = new Map<string, Promise<FoundTile>>();
  readonly maker: TileMaker;

  /** @param folder where the maker keeps tiles */
  constructor(folder: string, maker: TileMaker) {
    this.#folder = folder;
    this.maker = maker;
  }

  /** Has the process that makes tiles ready by the time that somebody wants one. */
  expectSomebody(): void {
    setImmediate(() => this.maker.start());
  }

  /** @param caller who asks, as limits count addresses */
  get(set: TileSet, address: TileAddress, caller: string): FoundTile | Promise<FoundTile> {
    const file = fileOf(set, address);
    const held = this.#memory.get(file);
    if (held !== undefined) return held;
    // everybody who asks meanwhile waits for the same one
    let coming = this.#coming.get(file);
    if (coming === undefined) {
      coming = this.#find(set, address, file, caller).finally(() => this.#coming.delete(file));
      this.#coming.set(file, coming);
    }
    return coming;
  }

  async #find(set: TileSet, address: TileAddress, file: string, caller: string): Promise<FoundTile> {
    let body: Uint8Array | undefined = await readKept(join(this.#folder, file));
    if (body === undefined) {
      const { versionId, look } = set;
      const made = await this.maker.make({ versionId, look, address, file }, caller);
      if (made.outcome !== 'made') return made.outcome;
      body = made.body;
    }
    const digest = createHash('sha256').update(body).digest('base64url').slice(0, 27);
    const ready = { body, digest };
    this.#memory.keep(file, ready);
    return ready;
  }
}

/** Where a tile is kept, below the folder; it changes with whatever changes the tile. */
function fileOf({ fingerprint, look }: TileSet, { z, x, y, format }: TileAddress): string {
  const place = `${fingerprint}/${z}/${x}-${y}`;
  if (format === 'mvt') return `${place}.mvt`;
  return `${place}-${PICTURE_FORM}-${look.colour.slice(1)}-${look.pattern}${format === 'png' ? '' : '@2x'}.png`;
}

async function readKept(path: string): Promise<Uint8Array | undefined> {
  try {
    await using file = await open(path);
    const body = unpackTile(await file.readFile());
    const { mtimeMs } = await file.stat();
    const nowMs = Date.now();
    if (nowMs - mtimeMs > noteUseAfterMs) await file.utimes(nowMs / 1000, nowMs / 1000);
    return body;
  } catch {
    // not kept, or removed just now
    return undefined;
  }
}

/** The tiles of this process. */
export function tileService(): TileService {
  return processWide<TileService>('tile-service', () => {
    throw new Error('No tiles were set up: they are answered only under server.ts.');
  });
}
