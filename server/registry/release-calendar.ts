import { connections } from '#db/client.ts';
import { dropsPerDay } from '#db/registry/droplist-rows.ts';
import { nextJobs, windowEnd } from '#lib/registry/release/release.ts';
import { registerCache } from './register-cache.ts';

/** How many names drop on each day, as `dropsPerDay` counts them. */
export const releaseCalendar = registerCache('release-calendar', (nowMs) => {
  const changesAt = windowEnd(nextJobs(nowMs)[0]);
  return { value: dropsPerDay(connections().reader, nowMs), isCurrent: (later) => later >= nowMs && later < changesAt };
});
