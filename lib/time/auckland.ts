import { Temporal } from 'temporal-polyfill';

/** Seconds since 1970-01-01T00:00:00Z: what the register stores. */
export type EpochSeconds = number;
/** Milliseconds since 1970-01-01T00:00:00Z: what clocks and marks are in. */
export type EpochMs = number;

const timeZone = 'Pacific/Auckland';
const dayMs = 86_400_000;
// toISOString would do, at twice the time: a droplist of 10,000 names has 40,000 timestamps.
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** A stretch of time, `from` inclusive to `until` exclusive, in which New Zealand's offset from UTC stays the same. */
type OffsetStretch = { from: EpochMs; until: EpochMs; offsetMs: number; offsetText: string };

// Asking Temporal costs about a thousand times a comparison, and the zone changes only twice a year:
// each stretch is asked for once and then kept, in order (at most some 600 of them for the years a timestamp may have).
const knownStretches: OffsetStretch[] = [];

function findStretch(instant: EpochMs): OffsetStretch {
  // the first known stretch that ends after the instant
  let low = 0;
  let high = knownStretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((knownStretches[middle]?.until ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  const known = knownStretches[low];
  if (known !== undefined && known.from <= instant) return known;
  const stretch = askTemporal(instant);
  knownStretches.splice(low, 0, stretch);
  return stretch;
}

function askTemporal(instant: EpochMs): OffsetStretch {
  const at = (ms: EpochMs) => Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(timeZone);
  const here = at(instant);
  // "previous" means strictly before: one millisecond on, so that a transition itself opens its own stretch
  const previous = at(instant + 1).getTimeZoneTransition('previous');
  const next = here.getTimeZoneTransition('next');
  return {
    from: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    until: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: here.offsetNanoseconds / 1_000_000,
    offsetText: here.offset,
  };
}

/**
 * An instant as `YYYY-MM-DD HH:MM:SS+HH:MM` in Pacific/Auckland, with the offset in force at that instant (R8).
 * Parts of a second are cut off. Meant for the years 1900 to 2200.
 */
export function formatAuckland(instant: EpochMs): string {
  const { offsetMs, offsetText } = findStretch(instant);
  const wall = new Date(instant + offsetMs);
  const date = `${wall.getUTCFullYear()}-${twoDigits[wall.getUTCMonth() + 1]}-${twoDigits[wall.getUTCDate()]}`;
  const time = `${twoDigits[wall.getUTCHours()]}:${twoDigits[wall.getUTCMinutes()]}:${twoDigits[wall.getUTCSeconds()]}`;
  return `${date} ${time}${offsetText}`;
}

/** The same instant as ISO 8601 has it, `YYYY-MM-DDTHH:MM:SS+HH:MM`, for the output of commands; null stays null. */
export function isoAuckland<Instant extends EpochMs | null>(instant: Instant): Instant extends null ? null : string;
export function isoAuckland(instant: EpochMs | null): string | null {
  return instant === null ? null : formatAuckland(instant).replace(' ', 'T');
}

/** An instant in the form of ISO 8601 as people read it more easily, and as the APIs have it (R8). */
export const spaced = (iso: string) => iso.replace('T', ' ');

/** Auckland's wall-clock time of an instant, written as if it were UTC: calendar arithmetic without an offset. */
export function wallTime(instant: EpochMs): EpochMs {
  return instant + findStretch(instant).offsetMs;
}

/**
 * The instant of a wall-clock time in Auckland, given as if it were UTC. A time that does not exist (the spring gap)
 * moves forward by the gap; one that occurs twice is the later, +12:00 (R8; Temporal calls it `later`).
 */
export function instantOfWallTime(wall: EpochMs): EpochMs {
  // The wall is 11.5 to 13 hours ahead, so these two instants lie on either side of the one looked for.
  const before = findStretch(wall - dayMs).offsetMs;
  const after = findStretch(wall).offsetMs;
  const instant = wall - after;
  return before === after || findStretch(instant).offsetMs === after ? instant : wall - before;
}

/** Auckland's calendar day of an instant, as `YYYY-MM-DD`. */
export function dayOf(instant: EpochMs): string {
  return new Date(wallTime(instant)).toISOString().slice(0, 10);
}

/** The midnight that begins a calendar day in Auckland, given as `YYYY-MM-DD`. */
export function instantOfDay(day: string): EpochMs {
  return instantOfWallTime(Date.parse(`${day}T00:00:00Z`));
}

/**
 * 00:00:00 in Auckland, `days` calendar days after the calendar day of an instant: 0 is the midnight that began
 * that day, 1 the next midnight to come. Days of 23 and 25 hours are counted as days.
 */
export function aucklandMidnight(instant: EpochMs, days: number): EpochMs {
  const day = Math.floor(wallTime(instant) / dayMs) + days;
  return instantOfWallTime(day * dayMs);
}
