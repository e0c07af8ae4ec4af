import { type EpochSeconds, instantOfWallTime } from './auckland.ts';

/** Why a text is not a timestamp; the words are in `lib/words/registry/registry.ts`. */
export type TimestampFault =
  | 'not-a-timestamp'
  | 'year-out-of-range'
  | 'not-a-day'
  | 'not-a-time-of-day'
  | 'no-offset'
  | 'offset-out-of-range';

export type ParsedTimestamp = { valid: true; epochSeconds: EpochSeconds } | { valid: false; fault: TimestampFault };

const shape = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/;
export const firstYear = 1900;
export const lastYear = 2199;
/** Kiribati's clocks are the furthest ahead of UTC. */
export const widestOffsetHours = 14;

/**
 * Reads a timestamp written by a person or by another system: `YYYY-MM-DD HH:MM:SS+HH:MM` as the API writes it, and
 * the ISO 8601 forms close to it (`T`, `Z`, `+1300`, `+13`, no seconds). A date alone means midnight in Auckland.
 * A time without an offset is refused: twice a year it would mean two instants, and guessing could free a name early.
 * Fractions of a second are cut off, never rounded: rounding could move a name to the next day.
 */
export function parseTimestamp(text: string): ParsedTimestamp {
  const parts = shape.exec(text);
  if (parts === null) return refuse('not-a-timestamp');
  const [, year = '', month = '', day = '', hour, minute = '00', second = '00', offset] = parts;
  if (Number(year) < firstYear || Number(year) > lastYear) return refuse('year-out-of-range');
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const written = new Date(midnight);
  // Date turns 31 April into 1 May
  if (written.getUTCDate() !== Number(day) || written.getUTCMonth() + 1 !== Number(month)) return refuse('not-a-day');
  if (hour === undefined) return accept(instantOfWallTime(midnight) / 1000);
  if (hour > '23' || minute > '59' || second > '59') return refuse('not-a-time-of-day');
  if (offset === undefined) return refuse('no-offset');
  const offsetMinutes = parseOffset(offset);
  if (offsetMinutes === undefined) return refuse('offset-out-of-range');
  return accept(midnight / 1000 + Number(hour) * 3600 + (Number(minute) - offsetMinutes) * 60 + Number(second));
}

function parseOffset(offset: string): number | undefined {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  if (minutes > 59 || hours * 60 + minutes > widestOffsetHours * 60) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function accept(epochSeconds: EpochSeconds): ParsedTimestamp {
  return { valid: true, epochSeconds };
}

function refuse(fault: TimestampFault): ParsedTimestamp {
  return { valid: false, fault };
}
