import { expect, test } from 'vitest';
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

/** Cancelled in winter at 23:59:59, released by the job of 22 November, free at 00:00:34 +13:00. */
const registered = '2020-01-01T00:00:00+13:00';
const cancelled = '2026-08-22T23:59:59+12:00';
const pending = state(registered, cancelled);
const early =
  'is before its release: it was cancelled on 2026-08-22 23:59:59+12:00, so it is free from 2026-11-21 00:00:34+13:00 at the earliest';
const old = 'is before the registration that stands, 2020-01-01 00:00:00+13:00: the row is older than the register';

const rows: [string, NameState | undefined, [string, string | null], string | undefined][] = [
  ['a name not known', undefined, ['2026-11-01T00:00:00+13:00', null], undefined],
  ['one that left without a trace', state(null), ['2026-11-01T00:00:00+13:00', null], undefined],
  ['the same cancellation', pending, [registered, cancelled], undefined],
  ['a restoration', pending, [registered, null], undefined],
  ['a corrected registration before the cancellation', pending, ['2019-01-01T00:00:00+13:00', cancelled], undefined],
  [
    'registered the second before it is free',
    pending,
    ['2026-11-21T00:00:33+13:00', null],
    `registered 2026-11-21 00:00:33+13:00 ${early}`,
  ],
  ['registered the second it is free', pending, ['2026-11-21T00:00:34+13:00', null], undefined],
  ['registered on that day, the day alone known', pending, ['2026-11-21T00:00:00+13:00', null], undefined],
  [
    'registered on the day before',
    pending,
    ['2026-11-20T00:00:00+13:00', null],
    `registered 2026-11-20 00:00:00+13:00 ${early}`,
  ],
  [
    'registered a second after the cancellation, and cancelled again',
    pending,
    ['2026-08-23T00:00:00+12:00', '2026-09-01T00:00:00+12:00'],
    `registered 2026-08-23 00:00:00+12:00 ${early}`,
  ],
  [
    'registered early, of a name that has left after its release',
    state(null, cancelled, '2026-11-21T00:00:34+13:00'),
    ['2026-11-20T12:00:00+13:00', null],
    `registered 2026-11-20 12:00:00+13:00 ${early}`,
  ],
  ['registered when our own job was late', pending, ['2026-11-21T06:00:00+13:00', null], undefined],
  [
    'a cancellation from before the registration that stands',
    state(registered),
    ['2010-01-01T00:00:00+13:00', '2019-12-31T23:59:59+13:00'],
    `cancel_date 2019-12-31 23:59:59+13:00 ${old}`,
  ],
  ['a cancellation at that very second', state(registered), ['2010-01-01T00:00:00+13:00', registered], undefined],
];

test.each(rows)('%s', (_what, standing, [registeredText, cancelledText], sentence) => {
  const dates = {
    registered: seconds(registeredText),
    cancelled: cancelledText === null ? null : seconds(cancelledText),
  };
  expect(contradiction(standing, { name: 'a.nz', ...dates })).toBe(sentence);
});
