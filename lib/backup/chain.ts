import type { Manifest } from './manifest.ts';

/** An archive of a folder: its manifest, and the SHA-256 of that. */
export interface KnownArchive {
  readonly name: string;
  readonly manifest: Manifest;
  readonly manifestSha256: string;
}

/**
 * The archives that make up the state of `last`: a full one and the increments after it, in order.
 *
 * @returns undefined when one of them is missing, or is another one than the next was made on
 */
export function chainOf<Archive extends KnownArchive>(
  last: Archive,
  archives: readonly Archive[],
): readonly Archive[] | undefined {
  const chain = [last];
  for (let at: Archive = last; at.manifest.previous !== null; ) {
    const { id, sha256 } = at.manifest.previous;
    const before = archives.find(({ manifest, manifestSha256 }) => manifest.id === id && manifestSha256 === sha256);
    // a chain that leads back to itself cannot be made: each manifest has the hash of the one before
    if (before === undefined) return undefined;
    chain.unshift(before);
    at = before;
  }
  return chain;
}

/**
 * The archives that are no longer needed once the `keep` newest full ones are kept, each with its increments. In the order in
 * which they are to be removed, newest first: whenever that breaks off, none is left without what it was made on.
 */
export function superseded<Archive extends KnownArchive>(archives: readonly Archive[], keep: number): Archive[] {
  const byAge = archives.toSorted((one, other) => (one.manifest.madeAt < other.manifest.madeAt ? 1 : -1));
  const fulls = byAge.filter(({ manifest }) => manifest.kind === 'full').map(({ manifest }) => manifest.id);
  const kept = new Set(fulls.slice(0, keep));
  return kept.size === 0 ? [] : byAge.filter(({ manifest }) => !kept.has(manifest.full));
}
