import { createHash } from 'node:crypto';
import { RecentlyUsed } from '#lib/recently-used.ts';

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
