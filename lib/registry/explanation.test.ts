import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import { explainName, type Why } from './explanation.ts';
import { parseName } from './names/name.ts';
import { type ListedStatus, type RegisterRow, type Status, statuses } from './status.ts';

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
  expect(explain(asked, row, listed)).toEqual({ status: expect.objectContaining({ status }), why });
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
