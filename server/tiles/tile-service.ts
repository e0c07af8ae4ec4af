import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { settings } from '#lib/env.ts';
import { processWide, setProcessWide } from '#lib/process-wide.ts';
import { RecentlyUsed } from '#lib/recently-used.ts';
import type { BestSet } from '#lib/tiles/best/best-set.ts';
import { PICTURE_FORM } from '#lib/tiles/picture/picture.ts';
import { unpackTile } from '#lib/tiles/stored-tile.ts';
import type { TileAddress } from '#lib/tiles/tile-address.ts';
import type { TileSet } from '#lib/tiles/tile-set.ts';
import { log } from '#server/process/log.ts';
import { type MadeTile, TileMaker } from './tile-maker.ts';

/** Bytes of tiles, as stored, that each process keeps in memory, copies of those on disk. */
const mostBytesInMemory = 8 * 1024 * 1024;
/** How often the use of a file is recorded, which is often enough to find those not used for long. */
const recordUseAfterMs = 3_600_000;

/** A tile, or why it is not available now. */
export type FoundTile = ReadyTile | Exclude<MadeTile['outcome'], 'made'>;

/** The tiles of this process: those in memory, those on disk, and the process that makes the others. */
export class TileService {
  readonly #folder: string;
  readonly #memory = tileMemory(mostBytesInMemory);
  readonly #pending = new Map<string, Promise<FoundTile>>();
  readonly maker: TileMaker;

  /** @param folder where the maker stores tiles */
  constructor(folder: string, maker: TileMaker) {
    this.#folder = folder;
    this.maker = maker;
  }

  /** Starts the process that makes tiles before the first tile is requested. */
  prepare(): void {
    setImmediate(() => this.maker.start());
  }

  /** @param caller the client as rate limits identify it */
  get(set: TileSet | BestSet, address: TileAddress, caller: string): FoundTile | Promise<FoundTile> {
    const file = fileOf(set, address);
    const inMemory = this.#memory.get(file);
    if (inMemory !== undefined) return inMemory;
    // concurrent requests wait for the same tile
    let pending = this.#pending.get(file);
    if (pending === undefined) {
      pending = this.#find(set, address, file, caller).finally(() => this.#pending.delete(file));
      this.#pending.set(file, pending);
    }
    return pending;
  }

  async #find(set: TileSet | BestSet, address: TileAddress, file: string, caller: string): Promise<FoundTile> {
    let body: Uint8Array | undefined = await readStored(join(this.#folder, file));
    if (body === undefined) {
      const { versionId, look } = set;
      const made = await this.maker.make({ versionId, look, address, file }, caller);
      if (made.outcome !== 'made') return made.outcome;
      body = made.body;
    }
    const ready = { body, digest: digestOf(body) };
    this.#memory.keep(file, ready);
    return ready;
  }
}

/** Where a tile is stored in the folder; the path changes with everything that changes the tile. */
function fileOf({ fingerprint, look }: TileSet | BestSet, { z, x, y, format }: TileAddress): string {
  const place = `${fingerprint}/${z}/${x}-${y}`;
  if (format === 'mvt') return `${place}.mvt`;
  const drawn = 'colour' in look ? `${look.colour.slice(1)}-${look.pattern}` : 'best';
  return `${place}-${PICTURE_FORM}-${drawn}${format === 'png' ? '' : '@2x'}.png`;
}

async function readStored(path: string): Promise<Uint8Array | undefined> {
  try {
    await using file = await open(path);
    const body = unpackTile(await file.readFile());
    const { mtimeMs } = await file.stat();
    const nowMs = Date.now();
    if (nowMs - mtimeMs > recordUseAfterMs) await file.utimes(nowMs / 1000, nowMs / 1000);
    return body;
  } catch {
    // not stored, or just removed
    return undefined;
  }
}

/** The tiles of this process. */
export function tileService(): TileService {
  return processWide<TileService>('tile-service', () => {
    throw new Error('Tiles are not set up: they are served only under server.ts.');
  });
}

/** Sets up the tiles of a process. Workers share the tiles on disk, in a folder beside the database. */
export function setUpTiles(): TileService {
  const { databaseFile, tileCacheBytes, workers } = settings();
  const folder = `${databaseFile}-tiles`;
  const maker = new TileMaker(
    { databaseFile, folder, mostBytes: tileCacheBytes, sharers: workers },
    { error: (event) => log().error(event) },
  );
  const service = new TileService(folder, maker);
  setProcessWide('tile-service', service);
  return service;
}

/** The digest of a body for its entity tag. */
export function digestOf(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27);
}

/** A tile that is ready to be sent. */
export interface ReadyTile {
  /** As stored: vector tiles in gzip; empty for an empty tile. */
  readonly body: Uint8Array;
  /** A digest of the body, for its entity tag. */
  readonly digest: string;
}

/** Roughly the memory that a tile takes in addition to its body. */
const overheadBytes = 300;

/** Keeps the most recently used tiles, up to a number of bytes. */
export function tileMemory(mostBytes: number): RecentlyUsed<ReadyTile> {
  return new RecentlyUsed(mostBytes, ({ body }) => body.byteLength + overheadBytes);
}
