import { createHash } from 'node:crypto';

/** What identifies an entry, and what is in it, compressed. */
export interface ChainedEntry {
  readonly id: string;
  readonly body: Uint8Array;
}

/** The hash before the first entry: two clusters never have an entry in common. */
export function firstHash(cluster: string): Buffer {
  return createHash('sha256').update(cluster).digest();
}

/** The hash of an entry, which depends on all entries before it: SHA-256 over the former hash, the id and the body. */
export function hashOf(previous: Uint8Array, { id, body }: ChainedEntry): Buffer {
  return createHash('sha256').update(previous).update(id).update(body).digest();
}
