import { expect, test } from 'vitest';
import { certaintyOf } from './certainty.ts';

const cancelled = Date.parse('2026-08-22T13:00:00+12:00') / 1000;
const release = Date.parse('2026-11-20T13:00:00+13:00');
const free = Date.parse('2026-11-21T00:00:34+13:00');

test.each([
  ['active', null, null, release, undefined],
  ['the last second of the 90 days', cancelled, null, release - 1, 'may-be-restored'],
  ['the 90 days are over', cancelled, null, release, 'will-drop'],
  ['marked by a job', cancelled, free, free - 1, 'will-drop'],
  ['marked before the 90 days are over', cancelled, free, release - 1, 'will-drop'],
  ['available', cancelled, free, free, undefined],
])('%s: cancelled %s, mark %s, at %s: %s', (_what, cancelledAt, freeAt, now, certainty) => {
  expect(certaintyOf({ registered: 1, cancelled: cancelledAt, freeAt }, now)).toBe(certainty);
});
