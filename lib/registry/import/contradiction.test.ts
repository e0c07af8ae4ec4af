import { expect, test } from 'vitest';
import type { Reason } from '#lib/refusal.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import type { NameState } from './comparison.ts';
import { contradiction } from './contradiction.ts';

const seconds = (text: string) => Date.parse(text) / 1000;
const state = (
  registered: string | null,
  cancelled: string | null = null,
  freeAt: string | null = null,
): NameState => ({
  registered: registered === null ? null : seconds(registered),
  cancelled: cancelled === null ? null : seconds(cancelled),
  freeAt: freeAt === null ? null : Date.parse(freeAt),
});

/** Cancelled in winter at 23:59:59, released by the job of 21 November, available from 00:00:34 +13:00. */
const registered = '2020-01-01T00:00:00+13:00';
const cancelled = '2026-08-22T23:59:59+12:00';
const pending = state(registered, cancelled);
const early = (registered: string): Reason => ({
  code: 'registered-before-release',
  registered: Date.parse(registered),
  cancelled: Date.parse(cancelled),
  freeAt: Date.parse('2026-11-21T00:00:34+13:00'),
});
const outdated: Reason = {
  code: 'cancelled-before-registration',
  cancelled: Date.parse('2019-12-31T23:59:59+13:00'),
  registered: Date.parse('2020-01-01T00:00:00+13:00'),
};

const rows: [string, NameState | undefined, [string, string | null], Reason | undefined][] = [
  ['an unknown name', undefined, ['2026-11-01T00:00:00+13:00', null], undefined],
  ['one that left the register without dates', state(null), ['2026-11-01T00:00:00+13:00', null], undefined],
  ['the same cancellation', pending, [registered, cancelled], undefined],
  ['a restoration', pending, [registered, null], undefined],
  ['a corrected registration before the cancellation', pending, ['2019-01-01T00:00:00+13:00', cancelled], undefined],
  [
    'registered the second before it is available',
    pending,
    ['2026-11-21T00:00:33+13:00', null],
    early('2026-11-21T00:00:33+13:00'),
  ],
  ['registered the second it is available', pending, ['2026-11-21T00:00:34+13:00', null], undefined],
  ['registered on that day, without a time', pending, ['2026-11-21T00:00:00+13:00', null], undefined],
  ['registered on the day before', pending, ['2026-11-20T00:00:00+13:00', null], early('2026-11-20T00:00:00+13:00')],
  [
    'registered a second after the cancellation, and cancelled again',
    pending,
    ['2026-08-23T00:00:00+12:00', '2026-09-01T00:00:00+12:00'],
    early('2026-08-23T00:00:00+12:00'),
  ],
  [
    'registered early, for a name that left the register after its release',
    state(null, cancelled, '2026-11-21T00:00:34+13:00'),
    ['2026-11-20T12:00:00+13:00', null],
    early('2026-11-20T12:00:00+13:00'),
  ],
  ['registered although our own job was late', pending, ['2026-11-21T06:00:00+13:00', null], undefined],
  [
    'a cancellation from before the current registration',
    state(registered),
    ['2010-01-01T00:00:00+13:00', '2019-12-31T23:59:59+13:00'],
    outdated,
  ],
  ['a cancellation in the same second', state(registered), ['2010-01-01T00:00:00+13:00', registered], undefined],
];

test.each(rows)('%s', (_what, current, [registeredText, cancelledText], reason) => {
  const dates = {
    registered: seconds(registeredText),
    cancelled: cancelledText === null ? null : seconds(cancelledText),
  };
  expect(contradiction(current, { name: 'a.nz', ...dates })).toEqual(reason);
});

test('the sentence names both dates', () => {
  expect(wordsOf(early('2026-11-20T00:00:00+13:00'))).toBe(
    'The registration, 2026-11-20 00:00:00+13:00, is before the release: the name was cancelled on 2026-08-22 23:59:59+12:00, so it is available from 2026-11-21 00:00:34+13:00 at the earliest.',
  );
  expect(wordsOf(outdated)).toBe(
    'The cancellation, 2019-12-31 23:59:59+13:00, is before the current registration, 2020-01-01 00:00:00+13:00: the row is older than the register.',
  );
});
