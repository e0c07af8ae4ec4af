import { expect, test } from 'vitest';
import { parseDayFields } from './day-fields.ts';

test.each([
  ['2026-11-20', '2026-11-20', '2026-11-20T00:00:00+13:00', '2026-11-21T00:00:00+13:00'],
  ['2026-04-04', '2026-04-05', '2026-04-04T00:00:00+13:00', '2026-04-06T00:00:00+12:00'],
  ['2028-02-28', '2028-02-29', '2028-02-28T00:00:00+13:00', '2028-03-01T00:00:00+13:00'],
])('from %s until %s, both included', (first, last, from, until) => {
  expect(parseDayFields(first, last)).toEqual({ from: Date.parse(from), until: Date.parse(until) });
});

test.each(['', 'yesterday', '2026-13-01', '20261120', '2026-11-20T00:00'])('%j is no day', (text) => {
  expect(parseDayFields(text, text)).toEqual({ from: undefined, until: undefined });
});
