import { coveragePolicy } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { daysBetween } from '#lib/broadband/as-of.ts';
import { dayOf } from '#lib/time/auckland.ts';
import type { VersionLayer } from './versions.ts';

/** How old a layer's data are, in days, and whether they are flagged as old. */
export interface LayerAge {
  readonly days: number;
  readonly isFlagged: boolean;
}

/** The age in days after which a layer is flagged as old. */
export function getFlaggedAfterDays(db: Db): number {
  return db.select().from(coveragePolicy).get()?.flaggedAfterDays ?? Number.POSITIVE_INFINITY;
}

export function updateFlaggedAfterDays(db: Db, flaggedAfterDays: number): void {
  db.update(coveragePolicy).set({ flaggedAfterDays }).run();
}

/** How old a layer's data are: since the day its provider gave, otherwise since its import. */
export function ageOf(
  { asOf, createdAt }: Pick<VersionLayer, 'asOf' | 'createdAt'>,
  flaggedAfterDays: number,
  nowMs: number,
): LayerAge {
  // a clock that was set back must not give a negative age
  const days = Math.max(0, daysBetween(asOf ?? dayOf(createdAt), dayOf(nowMs)));
  return { days, isFlagged: days > flaggedAfterDays };
}
