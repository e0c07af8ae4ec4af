import { type EpochMs, instantOfWallTime, wallTime } from './auckland.ts';

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

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayShape = /^(?:(\d{4})-(\d\d)-(\d\d)|(\d{1,2})(?:\/(\d{1,2})\/|\.(\d{1,2})\.| ([a-z]{3,9}) )(\d{4}))$/i;
const timeShape = /^(\d{1,2})(?:[:.](\d\d))? ?(?:([ap])\.?m\.?)?$/i;
/** A day and what follows it: `23/11/2026 2:05 pm`, `23 November 2026, 2:05 pm`, `2026-11-23T14:05`. */
const dayAndTime = /^(\d{4}-\d\d-\d\d|.*?\d{4})(?:T|, ?| )(.*)$/i;

/**
 * Reads a day as New Zealanders write it, `23/11/2026` or `23 November 2026` (or `23 Nov 2026`), or as ISO 8601 does,
 * which is also what a browser's calendar gives.
 *
 * @returns `YYYY-MM-DD`, or undefined for what is no day of the years 2000 to 2199
 */
export function parseTypedDay(text: string): string | undefined {
  const parts = dayShape.exec(tidy(text));
  if (parts === null) return undefined;
  const [, isoYear, isoMonth, isoDay, day = '', slashed, dotted, named, year] = parts;
  const month = isoMonth ?? slashed ?? dotted ?? monthOfName(named ?? '');
  const written = `${isoYear ?? year}-${month.padStart(2, '0')}-${(isoDay ?? day).padStart(2, '0')}`;
  if (written < '2000' || written >= '2200') return undefined;
  const midnight = Date.parse(`${written}T00:00Z`);
  // Date.parse refuses the 45th of May, but takes 30 February for 2 March
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(written) ? written : undefined;
}

/**
 * Reads a day with a time of day, on a clock of 12 hours (`2:05 pm`) or 24 (`14:05`).
 *
 * @returns `YYYY-MM-DDTHH:MM`, or undefined for what is no such time
 */
export function parseTypedWallTime(text: string): string | undefined {
  const [, dayText = '', timeText = ''] = dayAndTime.exec(tidy(text)) ?? [];
  const day = parseTypedDay(dayText);
  const time = parseTimeOfDay(timeText);
  return day === undefined || time === undefined ? undefined : `${day}T${time}`;
}

/** A day, `YYYY-MM-DD`, as people type it: `23/11/2026`. */
export function typedDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)}/${Number(month)}/${year}`;
}

/** A day with a time of day, `YYYY-MM-DDTHH:MM`, as people type it: `23/11/2026 2:05 pm`. */
export function typedWallTime(wallTime: string): string {
  const [day = '', time = ''] = wallTime.split('T');
  return `${typedDay(day)} ${clockWords(Number(time.slice(0, 2)), Number(time.slice(3, 5)))}`;
}

/** A time of day as people say it: `2:05 pm`, `12:00 am`. */
export function clockWords(hour: number, minute: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:${twoDigits(minute)} ${hour < 12 ? 'am' : 'pm'}`;
}

function tidy(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

function monthOfName(name: string): string {
  const number = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const full = new Date(Date.UTC(2000, number - 1)).toLocaleString('en-NZ', { month: 'long', timeZone: 'UTC' });
  return number > 0 && full.toLowerCase().startsWith(name.toLowerCase()) ? String(number) : '';
}

/** `HH:MM`; undefined for what is no time of day. */
function parseTimeOfDay(text: string): string | undefined {
  const [, hourText = '', minuteText, half] = timeShape.exec(text) ?? [];
  const [hour, minute] = [Number(hourText), Number(minuteText ?? 0)];
  if (hourText === '' || minute > 59) return undefined;
  if (half === undefined) {
    return minuteText === undefined || hour > 23 ? undefined : `${twoDigits(hour)}:${twoDigits(minute)}`;
  }
  if (hour < 1 || hour > 12) return undefined;
  return `${twoDigits((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${twoDigits(minute)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const pattern = /^([1-9]\d{0,6})(s|m|h|d)$/;

/** A duration such as `30s`, `5m`, `12h` or `1d`, in milliseconds; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, number = '', unit = ''] = pattern.exec(text) ?? [];
  return unit === '' ? undefined : Number(number) * unitMs[unit as keyof typeof unitMs];
}
