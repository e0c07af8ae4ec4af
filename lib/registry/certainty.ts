import type { EpochMs } from '#lib/time/auckland.ts';
import { releaseDate } from './release/release.ts';
import type { RegisterRow } from './status.ts';

/**
 * How certain the drop of a name in PendingRelease is: until its release date it may be restored; from then on, or once
 * a job has marked it, it will drop. Undefined for a name that is not pending at `now`.
 */
export function certaintyOf(
  { cancelled, freeAt }: RegisterRow,
  now: EpochMs,
): 'will-drop' | 'may-be-restored' | undefined {
  if (cancelled === null || (freeAt !== null && freeAt <= now)) return undefined;
  return freeAt !== null || releaseDate(cancelled) * 1000 <= now ? 'will-drop' : 'may-be-restored';
}
