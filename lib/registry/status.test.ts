import { expect, test } from 'vitest';
import { type ListedStatus, type RegisterRow, statuses, statusOf } from './status.ts';

test('R4: the table of codes and texts', () => {
  expect(Object.values(statuses).map(({ code, status }) => `${code} ${status}`)).toEqual([
    '200 Active',
    '210 PendingRelease',
    '220 Available',
    '230 Prohibited',
    '240 Conflicted',
    '260 Resolved',
    '270 Reserved',
    '500 Invalid characters in query string',
  ]);
});

const freeAt = 1_795_000_034_000;
const active: RegisterRow = { registered: 1_600_000_000, cancelled: null, freeAt: null };
const unmarked: RegisterRow = { registered: 1_600_000_000, cancelled: 1_787_000_000, freeAt: null };
const marked: RegisterRow = { ...unmarked, freeAt };

const cases: [
  what: string,
  row: RegisterRow | undefined,
  listed: ListedStatus | undefined,
  now: number,
  code: string,
][] = [
  ['no row, no list', undefined, undefined, freeAt, '220'],
  ['active', active, undefined, freeAt, '200'],
  ['active and prohibited', active, 'Prohibited', freeAt, '200'],
  ['active with an old mark', { ...active, freeAt }, undefined, freeAt + 1, '200'],
  ['cancelled, unmarked', unmarked, undefined, freeAt, '210'],
  ['cancelled, unmarked, a thousand years later (R9)', unmarked, undefined, freeAt + 3.2e13, '210'],
  ['cancelled, unmarked, reserved', unmarked, 'Reserved', freeAt, '210'],
  ['marked, a millisecond before (R9)', marked, undefined, freeAt - 1, '210'],
  ['marked, at that instant (R9)', marked, undefined, freeAt, '220'],
  ['marked, later (R9)', marked, undefined, freeAt + 1, '220'],
  ['marked, before, prohibited', marked, 'Prohibited', freeAt - 1, '210'],
  ['marked, at that instant, prohibited', marked, 'Prohibited', freeAt, '230'],
  ['marked, later, conflicted', marked, 'Conflicted', freeAt + 1, '240'],
  ['prohibited', undefined, 'Prohibited', freeAt, '230'],
  ['conflicted', undefined, 'Conflicted', freeAt, '240'],
  ['resolved', undefined, 'Resolved', freeAt, '260'],
  ['reserved', undefined, 'Reserved', freeAt, '270'],
];

test.each(cases)('R5: %s', (_what, row, listed, now, code) => {
  expect(statusOf({ row, listed, now }).code).toBe(code);
});
