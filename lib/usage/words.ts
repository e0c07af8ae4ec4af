import type { EpochMs } from '#lib/time/auckland.ts';
import { NOBODY, OWN_MAP, type UsageApi } from './batch.ts';
import type { Span } from './period.ts';

const inAuckland = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-NZ', { timeZone: 'Pacific/Auckland', ...options });
const hourOfDay = inAuckland({ weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = inAuckland({ day: 'numeric', month: 'short' });

/** The start of an hour or quarter hour (`Fri 13:00`) or a day (`20 Nov`) in Auckland, short enough for an axis. */
export function startWords(span: Span, startsAt: EpochMs): string {
  return (span === 'day' ? day : hourOfDay).format(startsAt).replace(',', '');
}

/** A figure and its unit stay on one line. */
const joined = (value: number, unit: string) => `${value}\u00a0${unit}`;

/** A duration with two significant digits: `0.42 ms`, `1.3 ms`, `85 ms`, `2.4 s`. */
export function durationWords(ms: number): string {
  const [value, unit] = ms < 1000 ? [ms, 'ms'] : [ms / 1000, 's'];
  return joined(value < 100 ? Number(value.toPrecision(2)) : Math.round(value), unit);
}

/** A value of a chart in words: a number of requests, or a duration in milliseconds. */
export const chartWords = {
  requests: (count: number) => count.toLocaleString('en-NZ'),
  latency: durationWords,
};

/** A share of a whole: `0 %`, `0.04 %`, `12 %`. Never rounded to 0 or 100; `–` if the whole is 0. */
export function shareWords(part: number, whole: number): string {
  if (whole === 0) return '–';
  if (part === 0) return joined(0, '%');
  const percent = (100 * part) / whole;
  if (percent < 0.01) return `under ${joined(0.01, '%')}`;
  if (part !== whole && percent >= 99.95) return `over ${joined(99.9, '%')}`;
  return joined(percent < 10 ? Number(percent.toPrecision(2)) : Number(percent.toFixed(1)), '%');
}

/** A size in words: `1 byte`, `812 bytes`, `4.2 MB`, `1.3 GB` (powers of 1000). */
export function sizeWords(bytes: number): string {
  if (bytes === 1) return joined(1, 'byte');
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return joined(value < 10 && power > 0 ? Number(value.toFixed(1)) : Math.round(value), units[power] ?? '');
}

/** A registrar or a key as the database has it now; undefined if it was removed. */
export type CountedAccount =
  | string
  | { readonly prefix: string; readonly label: string; readonly email: string }
  | undefined;

/** The name of an account whose requests were counted: a registrar, a key with its user, or neither. */
export function accountWords(api: UsageApi, id: number, account: CountedAccount): string {
  if (id === NOBODY) return 'Not recognised';
  if (id === OWN_MAP) return 'This site’s map';
  if (account === undefined) return `${api === 'registry' ? 'Registrar' : 'Key'} ${id}, removed`;
  if (typeof account === 'string') return account;
  const label = account.label === '' ? '' : ` “${account.label}”`;
  return `${account.prefix}…${label} of ${account.email}`;
}
