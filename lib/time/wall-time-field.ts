import { type EpochMs, instantOfWallTime, wallTime } from './auckland.ts';

const shape = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;

/** An instant as a browser's `datetime-local` field holds it, `YYYY-MM-DDTHH:MM`, in Auckland's time; seconds are cut off. */
export function wallTimeField(instant: EpochMs): string {
  return new Date(wallTime(instant)).toISOString().slice(0, 16);
}

/**
 * Reads such a field: the instant (see `instantOfWallTime` for hours that come twice or not at all), or undefined for
 * what is no time of the years 2000 to 2199.
 */
export function parseWallTimeField(text: string): EpochMs | undefined {
  if (!shape.test(text) || text < '2000' || text >= '2200') return undefined;
  const wall = Date.parse(`${text}:00Z`);
  // Date.parse refuses the 45th of May, but takes 30 February for 2 March
  return !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(text) ? instantOfWallTime(wall) : undefined;
}

/**
 * What an instant becomes that came back from such a field: the standing one, seconds and all, when the field still
 * shows its minute, so that saving a form unchanged changes nothing.
 */
export function sameMinute(standing: EpochMs | null, given: EpochMs | null): EpochMs | null {
  if (standing === null || given === null) return given;
  return wallTimeField(standing) === wallTimeField(given) ? standing : given;
}
