import { expect, test } from 'vitest';
import { compareAbsent, compareListed, type NameState } from './comparison.ts';

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
