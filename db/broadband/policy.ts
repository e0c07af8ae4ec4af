import type { Authorship } from '#db/audit/record-change.ts';
import { recordChange } from '#db/audit/record-change.ts';
import { coveragePolicy } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { daysBetween } from '#lib/broadband/as-of.ts';
import { dayOf } from '#lib/time/auckland.ts';
import type { VersionLayer } from './versions.ts';

/** A layer whose data have become old. `days`: how old, and from which age on it is flagged. */
export interface LayerAge {
  readonly days: number;
  readonly isFlagged: boolean;
}

/** From how many days on a layer is flagged as old. */
export function getFlaggedAfterDays(db: Db): number {
  return db.select().from(coveragePolicy).get()?.flaggedAfterDays ?? Number.POSITIVE_INFINITY;
}

/** Sets from how many days on a layer is flagged. */
export function setFlaggedAfterDays(db: Db, days: number, { actor, nowMs }: Authorship): void {
  const before = { flaggedAfterDays: getFlaggedAfterDays(db) };
  db.update(coveragePolicy).set({ flaggedAfterDays: days }).run();
  const after = { flaggedAfterDays: days };
  recordChange(db, { actor, action: 'coverage.policy', subject: 'age of coverage layers', before, after }, nowMs);
}

/** How old a layer's data are: since the day its provider told, else since its import. */
export function ageOf(
  { asOf, createdAt }: Pick<VersionLayer, 'asOf' | 'createdAt'>,
  flaggedAfterDays: number,
  nowMs: number,
): LayerAge {
  // a clock that was set back must not make data of the future
  const days = Math.max(0, daysBetween(asOf ?? dayOf(createdAt), dayOf(nowMs)));
  return { days, isFlagged: days > flaggedAfterDays };
}
