import type { DataDays } from '#lib/map/layers/coverage-layers.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import type { Say } from '#lib/messages/say.ts';

const months: readonly MessageKey[] = [
  'month.1',
  'month.2',
  'month.3',
  'month.4',
  'month.5',
  'month.6',
  'month.7',
  'month.8',
  'month.9',
  'month.10',
  'month.11',
  'month.12',
];

/** Writes `2026-05-01` as `1 May 2026`, in the language of the page. */
export function formatDay(say: Say, day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const name = months[month - 1];
  return name === undefined ? day : say('day.written', { day: date, month: say(name), year });
}

/** The day of a technology's data, or the first and the last if its deliveries differ. */
export function formatDataDays(say: Say, [oldest, newest]: DataDays): string {
  if (oldest === newest) return say('answer.as-of', { day: formatDay(say, oldest) });
  return say('answer.as-of-between', { oldest: formatDay(say, oldest), newest: formatDay(say, newest) });
}
