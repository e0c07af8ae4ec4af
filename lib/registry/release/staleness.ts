import type { Reason } from '#lib/refusal.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/**
 * Why no release job may run: the register is older than `FEED_MAX_AGE` allows, so a restoration may be missing from it.
 * Its age counts from when the import of the last file began.
 *
 * @param importedAt when that was; undefined when no file has been imported
 * @param maxAgeMs undefined for any age
 * @returns undefined when jobs may run
 */
export function stalenessOf(
  importedAt: EpochMs | undefined,
  now: EpochMs,
  maxAgeMs: number | undefined,
): Reason | undefined {
  if (maxAgeMs === undefined) return undefined;
  if (importedAt === undefined) return { code: 'never-imported', maxAgeMs };
  return now - importedAt > maxAgeMs ? { code: 'register-too-old', importedAt, maxAgeMs } : undefined;
}
