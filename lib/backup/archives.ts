import type { EpochMs } from '#lib/time/auckland.ts';
import type { Manifest } from './manifest.ts';

const pattern = /^watea-\d{8}T\d{9}Z-(full|increment)\.tar\.zst$/;

/** The name of an archive in a folder of backups: names sort by time. `watea-20261123T104100000Z-full.tar.zst` */
export function archiveName(kind: Manifest['kind'], madeAt: EpochMs): string {
  return `watea-${new Date(madeAt).toISOString().replaceAll(/[-:.]/g, '')}-${kind}.tar.zst`;
}

/** Whether a file of a folder of backups is an archive. */
export function isArchiveName(name: string): boolean {
  return pattern.test(name);
}

/** The file in a folder of backups on which the next increment is made. */
export const pageHashesName = '.page-hashes';

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

/** An archive that has arrived at a standby. */
export interface Arrived extends KnownArchive {
  /** Whether all its checksums are right. */
  readonly isSound: boolean;
}

/**
 * The newest state that a standby can be promoted to: the last archive that is sound, with all those that it was made on.
 */
export function newestSound<Archive extends Arrived>(archives: readonly Archive[]): Archive | undefined {
  const sound = archives.filter(({ isSound }) => isSound);
  const byAge = sound.toSorted((one, other) => (one.manifest.madeAt < other.manifest.madeAt ? 1 : -1));
  return byAge.find((archive) => chainOf(archive, sound) !== undefined);
}
