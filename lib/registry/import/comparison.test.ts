import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reason } from '#lib/refusal.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import { compareAbsent, compareListed, contradiction, type NameState, sideBySide, undoneChange } from './comparison.ts';

const now = 10_000_000;
const past = now - 1;
const future = now + 1;

const state = (
  registered: number | null,
  cancelled: number | null = null,
  freeAt: number | null = null,
): NameState => ({
  registered,
  cancelled,
  freeAt,
});

const listed: [string, NameState | undefined, [number, number | null], unknown][] = [
  ['unknown, listed active', undefined, [1, null], { kind: 'new', state: state(1) }],
  ['unknown, listed cancelled', undefined, [1, 5], { kind: 'new', state: state(1, 5) }],
  ['left the register, listed active', state(null), [1, null], { kind: 'new', state: state(1) }],
  ['active, listed the same', state(1), [1, null], undefined],
  ['active, listed with another registration', state(1), [2, null], { kind: 'changed', state: state(2) }],
  ['active, listed cancelled', state(1), [1, 5], { kind: 'cancelled', state: state(1, 5) }],
  ['pending, listed the same', state(1, 5), [1, 5], undefined],
  ['pending, listed active', state(1, 5), [1, null], { kind: 'restored', state: state(1) }],
  ['pending, listed with another cancel date', state(1, 5), [1, 6], { kind: 'changed', state: state(1, 6) }],
  ['marked for a later instant, listed the same', state(1, 5, future), [1, 5], undefined],
  ['marked for a later instant, listed active', state(1, 5, future), [1, null], { kind: 'restored', state: state(1) }],
  ['marked for a later instant, cancelled again', state(1, 5, future), [1, 6], { kind: 'changed', state: state(1, 6) }],
  ['released, listed by an outdated feed', state(1, 5, past), [1, 5], undefined],
  ['released, registration corrected', state(1, 5, past), [2, 5], { kind: 'changed', state: state(2, 5, past) }],
  ['released, registered again', state(1, 5, past), [6, null], { kind: 'new', state: state(6) }],
  ['released, registered and cancelled again', state(1, 5, past), [6, 7], { kind: 'new', state: state(6, 7) }],
  [
    'released and left the register, listed by a stale feed',
    state(null, 5, past),
    [1, 5],
    { kind: 'new', state: state(1, 5, past) },
  ],
  [
    'released and left the register, registered again',
    state(null, 5, past),
    [6, null],
    { kind: 'new', state: state(6) },
  ],
];

test.each(listed)('R9: %s', (_what, current, [registered, cancelled], change) => {
  expect(compareListed(current, { name: 'a.nz', registered, cancelled }, now)).toEqual(change);
});

const missing = { kind: 'missing', state: undefined };
const removed = { kind: 'removed', state: state(null) };
const absent: [string, NameState, boolean, unknown][] = [
  ['active', state(1), false, missing],
  ['active, missing before', state(1), true, removed],
  ['pending', state(1, 5), false, missing],
  ['pending, missing before', state(1, 5), true, removed],
  ['marked for a later instant', state(1, 5, future), false, missing],
  ['marked for this instant', state(1, 5, now), false, { kind: 'left', state: state(null, 5, now) }],
  ['released', state(1, 5, past), true, { kind: 'left', state: state(null, 5, past) }],
  ['left the register long ago', state(null, 5, past), false, undefined],
];

test.each(absent)('a name missing from a full file: %s', (_what, current, wasMissing, change) => {
  expect(compareAbsent(current, wasMissing, now)).toEqual(change);
});

describe('contradiction', () => {
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
});

describe('undone change', () => {
  const state = (
    registered: number | null,
    cancelled: number | null = null,
    freeAt: number | null = null,
  ): NameState => ({
    registered,
    cancelled,
    freeAt,
  });

  const cases: [string, NameState | undefined, NameState, ReturnType<typeof undoneChange>][] = [
    ['a name that was new', undefined, state(1), { kind: 'removed', state: state(null) }],
    [
      'one that was new and released by a job since',
      undefined,
      state(1, 5, 9),
      { kind: 'removed', state: state(null) },
    ],
    ['one that was cancelled', state(1), state(1, 5), { kind: 'restored', state: state(1) }],
    ['one that was cancelled and taken by a job', state(1), state(1, 5, 9), { kind: 'restored', state: state(1) }],
    ['one that was restored: the next job takes it', state(1, 5), state(1), { kind: 'cancelled', state: state(1, 5) }],
    ['one whose cancel date was changed', state(1, 5), state(1, 6, 9), { kind: 'changed', state: state(1, 5) }],
    [
      'one whose registration was corrected, taken by a job',
      state(2, 5),
      state(1, 5, 9),
      { kind: 'changed', state: state(2, 5, 9) },
    ],
    [
      'one released before and registered again',
      state(1, 5, 9),
      state(11),
      { kind: 'cancelled', state: state(1, 5, 9) },
    ],
    [
      'one released before that has left the register',
      state(1, 5, 9),
      state(null, 5, 9),
      { kind: 'new', state: state(1, 5, 9) },
    ],
    ['one that was removed', state(1), state(null), { kind: 'new', state: state(1) }],
    [
      'one that had left the register and returned',
      state(null, 5, 9),
      state(11),
      { kind: 'removed', state: state(null, 5, 9) },
    ],
    ['one that is unchanged', state(1, 5, 9), state(1, 5, 9), undefined],
  ];

  test.each(cases)('undoing an import, for %s', (_what, before, current, change) => {
    expect(undoneChange(before, current)).toEqual(change);
  });
});

const list = fc
  .uniqueArray(fc.stringMatching(/^[a-c-]{1,3}\.nz$/), { maxLength: 12 })
  .map((names) => names.sort().map((name) => ({ name })));

test('every name of two lists appears once, in order, with the row of each list', () => {
  fc.assert(
    fc.property(list, list, (left, right) => {
      const names = [...new Set([...left, ...right].map(({ name }) => name))].sort();
      const rowOf = (rows: readonly { name: string }[], name: string) => rows.find((row) => row.name === name);
      expect([...sideBySide(left, right)]).toEqual(
        names.map((name) => ({ name, left: rowOf(left, name), right: rowOf(right, name) })),
      );
    }),
  );
});
