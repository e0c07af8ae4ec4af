import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseName } from '#lib/registry/names/name.ts';
import { tries } from '#tests/support/long.ts';
import { availabilityEntry, certaintyOf, explainName, type Why } from './name-status.ts';
import { type ListedStatus, type RegisterRow, type Status, statuses } from './status.ts';

test.each([
  ['kiwi.co.nz', statuses.Available, '{"code":"220","status":"Available","domain":"kiwi.co.nz"}'],
  ['KIWI.māori.nz', statuses.Active, '{"code":"200","status":"Active","domain":"kiwi.maori.nz"}'],
  [
    'pōneke.nz',
    statuses.PendingRelease,
    '{"code":"210","status":"PendingRelease","domain":"xn--pneke-g9a.nz","original":"pōneke.nz"}',
  ],
  ['a b.nz', statuses.Available, '{"code":"500","status":"Invalid characters in query string","domain":"a b.nz"}'],
  ['', statuses.Active, '{"code":"500","status":"Invalid characters in query string","domain":""}'],
  [
    'say "kia ora"\n\\.nz',
    statuses.Available,
    '{"code":"500","status":"Invalid characters in query string","domain":"say \\"kia ora\\"\\n\\\\.nz"}',
  ],
  [
    'māori.nz',
    statuses.Available,
    '{"code":"500","status":"Invalid characters in query string","domain":"xn--mori-qsa.nz","original":"māori.nz"}',
  ],
  [
    '\ud800.nz',
    statuses.Available,
    '{"code":"500","status":"Invalid characters in query string","domain":"xn--ib9b.nz","original":"\\ud800.nz"}',
  ],
])('R3, R4: the entry of %j', (asked, status, entry) => {
  expect(availabilityEntry(parseName(asked), status)).toBe(entry);
});

test('every entry is JSON with its keys in order and an ASCII domain, whatever was requested', () => {
  const label = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', 'ā', '"', '\\', '\n', '\u2028', '\ud800', '.') }),
  );
  fc.assert(
    fc.property(label, fc.constantFrom(...Object.values(statuses)), (text, status) => {
      const name = parseName(`${text}.nz`);
      const entry: Record<string, string> = JSON.parse(availabilityEntry(name, status));
      const { code, status: statusText } = name.valid ? status : statuses.Invalid;
      const original = name.original === undefined ? {} : { original: name.original };
      expect(Object.entries(entry)).toEqual(
        Object.entries({ code, status: statusText, domain: name.domain, ...original }),
      );
      expect(entry.domain).toMatch(/^[\0-\x7f]*$/);
    }),
    { numRuns: tries(3000, 60_000) },
  );
});

const now = Date.parse('2026-11-20T12:00:00+13:00');
const active: RegisterRow = { registered: 1_600_000_000, cancelled: null, freeAt: null };
const pending: RegisterRow = { ...active, cancelled: 1_787_000_000 };

function explain(asked: string, row?: RegisterRow, listed?: ListedStatus, hasSandboxName = true) {
  const name = parseName(asked);
  if (!name.valid) throw new Error(`${asked} ${name.reason}`);
  return explainName(name, { find: () => row, listed: () => listed }, { now, hasSandboxName });
}

test.each<[asked: string, row: RegisterRow | undefined, listed: ListedStatus | undefined, status: string, why: Why]>([
  ['kea.nz', undefined, undefined, 'Available', 'nothing'],
  ['kea.nz', active, 'Reserved', 'Active', 'active'],
  ['kea.nz', pending, 'Reserved', 'PendingRelease', 'pending'],
  ['kea.nz', { ...pending, freeAt: now + 1 }, 'Reserved', 'PendingRelease', 'marked'],
  ['kea.nz', { ...pending, freeAt: now }, 'Reserved', 'Reserved', 'list'],
  ['kea.nz', { ...pending, freeAt: now }, undefined, 'Available', 'released'],
  ['kea.nz', undefined, 'Conflicted', 'Conflicted', 'list'],
  ['gov.nz', undefined, 'Reserved', 'Prohibited', 'rule'],
  ['gov.nz', active, undefined, 'Active', 'active'],
  ['watea-pending.nz', active, 'Reserved', 'PendingRelease', 'sandbox'],
])('%s, known as %j and listed as %s, is %s because of: %s', (asked, row, listed, status, why) => {
  expect(explain(asked, row, listed)).toMatchObject({ status: { status }, why });
});

/** The statuses that each rule can give. */
const statusesOfWhy: Readonly<Record<Why, readonly Status[]>> = {
  sandbox: Object.values(statuses),
  active: [statuses.Active],
  pending: [statuses.PendingRelease],
  marked: [statuses.PendingRelease],
  rule: [statuses.Prohibited],
  list: [statuses.Prohibited, statuses.Conflicted, statuses.Resolved, statuses.Reserved],
  released: [statuses.Available],
  nothing: [statuses.Available],
};

test('the rule never contradicts the status', () => {
  const row = fc.option(
    fc.record({
      registered: fc.constant(1_600_000_000),
      cancelled: fc.option(fc.constant(1_787_000_000)),
      freeAt: fc.option(fc.integer({ min: now - 2, max: now + 2 })),
    }),
    { nil: undefined },
  );
  const listed = fc.option(fc.constantFrom<ListedStatus[]>('Prohibited', 'Conflicted', 'Resolved', 'Reserved'), {
    nil: undefined,
  });
  const asked = fc.constantFrom('kea.nz', 'kea.co.nz', 'gov.nz', 'gōvt.nz', 'watea-active.nz', 'watea-resolved.co.nz');
  fc.assert(
    fc.property(asked, row, listed, fc.boolean(), (name, known, onList, hasSandboxName) => {
      const { status, why } = explain(name, known, onList, hasSandboxName);
      expect(statusesOfWhy[why]).toContain(status);
    }),
    { numRuns: tries(2000, 40_000) },
  );
});

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
