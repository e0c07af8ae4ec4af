import { type EpochSeconds, instantOfWallTime } from './auckland.ts';

export type ParsedTimestamp = { valid: true; epochSeconds: EpochSeconds } | { valid: false; reason: string };

const shape = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const example = '2026-11-20 14:30:00+13:00';

/**
 * Reads a timestamp written by a person or by another system: `YYYY-MM-DD HH:MM:SS+HH:MM` as the API writes it, and
 * its ISO 8601 kin (`T`, `Z`, `+1300`, `+13`, no seconds). A bare date is that day's midnight in Auckland.
 * A time without an offset is refused: twice a year it would mean two instants, and guessing could free a name early.
 * Parts of a second are cut off, never rounded: rounding could carry a name into the next day.
 *
 * @returns whole seconds since 1970, or the reason as the end of a sentence that begins with the value.
 */
export function parseTimestamp(text: string): ParsedTimestamp {
  const parts = shape.exec(text);
  if (parts === null) return refuse(`is not a date or a time (write it like ${example})`);
  const [, year = '', month = '', day = '', hour, minute = '00', second = '00', offset] = parts;
  if (year < '1900' || year > '2199') return refuse('has a year outside 1900 to 2199');
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const written = new Date(midnight);
  // a day that is none, such as 31 April, comes out as another
  if (written.getUTCDate() !== Number(day) || written.getUTCMonth() + 1 !== Number(month)) {
    return refuse('is not a day of the calendar');
  }
  if (hour === undefined) return accept(instantOfWallTime(midnight) / 1000);
  if (hour > '23' || minute > '59' || second > '59') return refuse('is not a time of day (00:00:00 to 23:59:59)');
  if (offset === undefined) return refuse(`has no offset from UTC (write it like ${example})`);
  const offsetMinutes = parseOffset(offset);
  if (offsetMinutes === undefined) return refuse('has an offset outside -14:00 to +14:00');
  return accept(midnight / 1000 + Number(hour) * 3600 + (Number(minute) - offsetMinutes) * 60 + Number(second));
}

function parseOffset(offset: string): number | undefined {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  if (minutes > 59 || hours * 60 + minutes > 14 * 60) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function accept(epochSeconds: EpochSeconds): ParsedTimestamp {
  return { valid: true, epochSeconds };
}

function refuse(reason: string): ParsedTimestamp {
  return { valid: false, reason };
}
