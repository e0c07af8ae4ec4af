import { firstYear, lastYear, type TimestampFault, widestOffsetHours } from '#lib/time/timestamp.ts';

const example = '2026-11-20 14:30:00+13:00';

/** Why a text is not a timestamp, as the end of a sentence that begins with the text. */
export const timestampFaultWords: Readonly<Record<TimestampFault, string>> = {
  'not-a-timestamp': `is not a date or time (write it like ${example})`,
  'year-out-of-range': `has a year outside ${firstYear} to ${lastYear}`,
  'not-a-day': 'is not a day of the calendar',
  'not-a-time-of-day': 'is not a time of day (00:00:00 to 23:59:59)',
  'no-offset': `has no offset from UTC (write it like ${example})`,
  'offset-out-of-range': `has an offset outside -${widestOffsetHours}:00 to +${widestOffsetHours}:00`,
};
