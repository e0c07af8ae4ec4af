import { secretKey } from '#flows/secret-key.ts';
import { SiteKey, type SiteKeyDays } from '#lib/access/keys/site-key.ts';
import { now } from '#lib/clock.ts';
import { processWide } from '#lib/process-wide.ts';
import { aucklandMidnight, dayOf } from '#lib/time/auckland.ts';

const siteKey = () => processWide('site-key', () => new SiteKey(secretKey()));
const cached = () => processWide('site-key-days', () => ({ days: daysAt(now()), endsAt: aucklandMidnight(now(), 1) }));

/** The map's own key for today. */
export function siteKeyOfToday(): string {
  return siteKey().of(currentDays().today);
}

/** Whether a text is the map's own key, of today or yesterday (N11). */
export function isSiteKey(text: string): boolean {
  return siteKey().matches(text, currentDays());
}

/** Today and yesterday in Auckland, computed once a day: that costs more than the rest of the check. */
function currentDays(): SiteKeyDays {
  const current = cached();
  const nowMs = now();
  if (nowMs >= current.endsAt) {
    current.days = daysAt(nowMs);
    current.endsAt = aucklandMidnight(nowMs, 1);
  }
  return current.days;
}

function daysAt(nowMs: number): SiteKeyDays {
  return { today: dayOf(nowMs), yesterday: dayOf(aucklandMidnight(nowMs, 0) - 1) };
}
