import { type EpochMs, instantOfWallTime, wallTime } from './auckland.ts';
import { parseTypedDay, parseTypedWallTime, typedWallTime } from './typed-wall-time.ts';

const dayMs = 86_400_000;

/**
 * Reads a day and a time of day in Auckland as people type them: `23/11/2026 2:05 pm`.
 *
 * @returns the instant (see `instantOfWallTime` for hours that come twice or not at all), or undefined for what is no
 *   time of the years 2000 to 2199
 */
export function parseTypedTime(text: string): EpochMs | undefined {
  const wall = parseTypedWallTime(text);
  return wall === undefined ? undefined : instantOfWallTime(Date.parse(`${wall}Z`));
}

/** An instant in Auckland as people type it, `23/11/2026 2:05 pm`; seconds are cut off. */
export function typedTime(instant: EpochMs): string {
  return typedWallTime(new Date(wallTime(instant)).toISOString());
}

/** An instant, or null for none, as a field of a form has it. */
export function timeField(instant: EpochMs | null): string {
  return instant === null ? '' : typedTime(instant);
}

/**
 * Reads the two days of a filter, both included, as Auckland has them: the midnight that begins the first, and the one
 * that ends the last. Each is undefined for what is no day (`parseTypedDay`).
 */
export function parseTypedDays(
  first: string,
  last: string,
): { readonly from: EpochMs | undefined; readonly until: EpochMs | undefined } {
  return { from: midnightOf(first, 0), until: midnightOf(last, 1) };
}

/**
 * The instant of a field that was submitted: the current one, seconds included, if the field still shows its minute, so
 * that saving an unchanged form changes nothing.
 */
export function sameMinute(current: EpochMs | null, given: EpochMs | null): EpochMs | null {
  if (current === null || given === null) return given;
  return typedTime(current) === typedTime(given) ? current : given;
}

function midnightOf(text: string, daysLater: number): EpochMs | undefined {
  const day = parseTypedDay(text);
  return day === undefined ? undefined : instantOfWallTime(Date.parse(`${day}T00:00Z`) + daysLater * dayMs);
}
