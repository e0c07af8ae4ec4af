import { chainOf, type KnownArchive } from './chain.ts';

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
