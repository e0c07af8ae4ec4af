import { expect, test } from 'vitest';
import { noControls } from '#lib/words/controls.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { stalenessOf } from './staleness.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');
const hourMs = 3_600_000;

test('without FEED_MAX_AGE a register of any age is accepted', () => {
  expect(stalenessOf(undefined, now, undefined)).toBeUndefined();
  expect(stalenessOf(0, now, undefined)).toBeUndefined();
});

test('a register exactly as old as FEED_MAX_AGE is accepted', () => {
  expect(stalenessOf(now - 24 * hourMs, now, 24 * hourMs)).toBeUndefined();
});

test('an older one is refused, and the sentence names both limits', () => {
  const importedAt = now - 24 * hourMs - 1;
  const reason = stalenessOf(importedAt, now, 24 * hourMs);
  expect(reason).toEqual({ code: 'register-too-old', importedAt, maxAgeMs: 24 * hourMs });
  expect(reason && reasonWords(reason, noControls)).toBe(
    'The last register file was imported on 19 November 2026, 11:59 am, and FEED_MAX_AGE allows 24 hours. Release jobs run again once a newer file is imported.',
  );
});

test('a register without an import is refused', () => {
  const reason = stalenessOf(undefined, now, hourMs);
  expect(reason).toEqual({ code: 'never-imported', maxAgeMs: hourMs });
  expect(reason && reasonWords(reason, noControls)).toBe(
    'No register file has been imported, and FEED_MAX_AGE allows 1 hour. Release jobs run again once a file is imported.',
  );
});
