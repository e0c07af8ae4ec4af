import type { EpochMs } from './auckland.ts';
import { clockWords } from './typed-time.ts';

const utc = { timeZone: 'UTC' } as const;
const auckland = { timeZone: 'Pacific/Auckland' } as const;
const longDay = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

const longDayOf = new Intl.DateTimeFormat('en-NZ', { ...utc, ...longDay });
const longDayInAuckland = new Intl.DateTimeFormat('en-NZ', { ...auckland, ...longDay });
const clockInAuckland = new Intl.DateTimeFormat('en-NZ', { ...auckland, ...clock });

/** A day of the calendar, `YYYY-MM-DD`, as a sentence has it: `23 November 2026`. */
export function dayWords(day: string): string {
  return longDayOf.format(Date.parse(`${day}T00:00Z`));
}

/** An instant in Auckland as a sentence has it: `23 November 2026, 2:05 pm`. */
export function timeWords(instant: EpochMs): string {
  const [hour = '', minute = ''] = clockInAuckland.format(instant).split(':');
  return `${longDayInAuckland.format(instant)}, ${clockWords(Number(hour), Number(minute))}`;
}

/** The same, to follow "at": `2:05 pm on 23 November 2026`. */
export function clockAndDay(instant: EpochMs): string {
  const [day = '', time = ''] = timeWords(instant).split(', ');
  return `${time} on ${day}`;
}

/** A day of the calendar, `YYYY-MM-DD`, as a table has it: `23 Nov 2026`. */
export function shortDay(day: string): string {
  return shortened(dayWords(day));
}

/** An instant in Auckland as a table has it: `23 Nov 2026 14:05`, or to the second. */
export function shortTime(instant: EpochMs, { withSeconds = false } = {}): string {
  const time = clockInAuckland.format(instant).slice(0, withSeconds ? 8 : 5);
  return `${shortened(longDayInAuckland.format(instant))} ${time}`;
}

/** Three letters for every month: en-NZ has four for September, which would make a column ragged. */
function shortened(longDay: string): string {
  return longDay.replace(/[a-z]+/i, (month) => month.slice(0, 3));
}
