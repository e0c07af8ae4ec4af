import { createHash } from 'node:crypto';

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

/** Roughly the memory that a tile takes beside its body. */
const overheadBytes = 300;

/** The most recently used tiles, up to a number of bytes. */
export class TileMemory {
  readonly #mostBytes: number;
  readonly #tiles = new Map<string, ReadyTile>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(key: string): ReadyTile | undefined {
    const tile = this.#tiles.get(key);
    if (tile === undefined) return undefined;
    // a Map keeps insertion order
    this.#tiles.delete(key);
    this.#tiles.set(key, tile);
    return tile;
  }

  keep(key: string, tile: ReadyTile): void {
    this.#forget(key);
    this.#tiles.set(key, tile);
    this.#bytes += tile.body.byteLength + overheadBytes;
    for (const oldest of this.#tiles.keys()) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const tile = this.#tiles.get(key);
    if (tile === undefined) return;
    this.#tiles.delete(key);
    this.#bytes -= tile.body.byteLength + overheadBytes;
  }
}
