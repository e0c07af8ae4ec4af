import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { dropDate } from '#lib/registry/release/release.ts';
import { dayOf, type EpochMs, type EpochSeconds } from '#lib/time/auckland.ts';
import { isCurrentState } from './current-state.ts';
import { getLastRelease } from './release-runs.ts';

/** How many pending names are expected to drop on each day (`YYYY-MM-DD` in Auckland); days without any are left out. */
export function dropsPerDay({ sqlite, db }: Connection, now: EpochMs): Map<string, number> {
  const { value: published } = readGeneration(db, 'register');
  const rows = sqlite
    .prepare<Record<string, number>, [EpochSeconds, EpochMs | null]>(
      `SELECT cancelled, free_at FROM (
         SELECT name, revision, registered, cancelled, free_at FROM domain INDEXED BY domain_pending
           WHERE cancelled >= 0 AND free_at IS NULL AND superseded = 0
         UNION ALL
         SELECT name, revision, registered, cancelled, free_at FROM domain INDEXED BY domain_marked WHERE free_at > @now
       ) AS state
       WHERE ${isCurrentState('@published')}`,
    )
    .raw()
    .iterate({ now, published }) as IterableIterator<[EpochSeconds, EpochMs | null]>;
  const ranUntil = getLastRelease({ db })?.scheduleDate;
  const counts = new Map<string, number>();
  const dayOfDrop = new Map<EpochMs, string>();
  for (const [cancelled, freeAt] of rows) {
    const drop = freeAt ?? dropDate(cancelled, now, ranUntil);
    let day = dayOfDrop.get(drop);
    if (day === undefined) {
      day = dayOf(drop);
      dayOfDrop.set(drop, day);
    }
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}
