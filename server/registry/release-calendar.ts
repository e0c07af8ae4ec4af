import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { dropsPerDay } from '#db/registry/release-calendar.ts';
import { processWide } from '#lib/process-wide.ts';
import { nextJobs, windowEnd } from '#lib/registry/release/release.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

interface CachedCounts {
  counts: ReadonlyMap<string, number>;
  /** When the expected days change without a change of the register. */
  changesAt: EpochMs;
}

/** How many names drop on each day, as `dropsPerDay` counts them; counted once per change of the register. */
export function releaseCalendar(nowMs: EpochMs): ReadonlyMap<string, number> {
  const cached = processWide(
    'release-calendar',
    () => new GenerationCache('register', (): CachedCounts => ({ counts: new Map(), changesAt: 0 })),
  ).get(connections().reader);
  if (nowMs >= cached.changesAt) {
    cached.counts = dropsPerDay(connections().reader, nowMs);
    cached.changesAt = windowEnd(nextJobs(nowMs)[0]);
  }
  return cached.counts;
}
