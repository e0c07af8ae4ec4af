import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { droplistText } from '#tests/models/droplist.ts';
import type { DroplistEntry } from './droplist.ts';

const seconds = (text: string) => Date.parse(text) / 1000;
const entries: DroplistEntry[] = [
  {
    domain: 'first.co.nz',
    registered: seconds('2018-02-01T12:00:00+13:00'),
    cancelled: seconds('2026-08-22T13:00:00+12:00'),
    drop: Date.parse('2026-11-21T00:00:34+13:00'),
  },
  {
    domain: 'xn--pneke-g9a.nz',
    registered: seconds('2019-01-01T00:00:00+13:00'),
    cancelled: seconds('2026-08-23T00:00:00+12:00'),
    drop: Date.parse('2026-11-22T00:00:34.250+13:00'),
  },
];

test('CSV: the report’s four columns, full names in A-label form, times in UTC, lines as in RFC 4180', async () => {
  const text = await droplistText(entries, 'csv');
  expect(text).toBe(
    'TLD,DOMAIN,EXPIRED,PURGED\r\n' +
      'nz,first.co.nz,2026-08-22T01:00:00Z,2026-11-20T11:00:34Z\r\n' +
      'nz,xn--pneke-g9a.nz,2026-08-22T12:00:00Z,2026-11-21T11:00:34Z\r\n',
  );
  expect(parse(text, { columns: true })[1]).toEqual({
    TLD: 'nz',
    DOMAIN: 'xn--pneke-g9a.nz',
    EXPIRED: '2026-08-22T12:00:00Z',
    PURGED: '2026-11-21T11:00:34Z',
  });
});

test('NDJSON: the elements of the array, one per line', async () => {
  const lines = (await droplistText(entries, 'ndjson')).split('\n');
  expect(lines.pop()).toBe('');
  expect(`[${lines.join(',')}]`).toBe(await droplistText(entries, 'json'));
});

test.each([
  ['json', '[]'],
  ['csv', 'TLD,DOMAIN,EXPIRED,PURGED\r\n'],
  ['ndjson', ''],
] as const)('an empty list as %s', async (format, text) => {
  expect(await droplistText([], format)).toBe(text);
});
