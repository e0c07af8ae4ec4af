import { expect, test } from 'vitest';
import type { Delivery } from '#db/registry/deliveries.ts';
import { deliveryReport } from './delivery-report.ts';

const reportOf = (outcome: Delivery['outcome']) =>
  deliveryReport({
    id: 1,
    name: 'full.csv',
    sha256: '',
    modifiedAt: 0,
    state: 'taken',
    runId: null,
    takenAt: 0,
    outcome,
    endedAt: Date.parse('2026-11-20T12:00:00+13:00'),
  });

test('an imported file is reported with its run, counts and digest', () => {
  const counts = { new: 1200, changed: 0, missing: 3 };
  expect(reportOf({ code: 'imported', run: 7, sha256: 'abc', counts }).split('\n')).toEqual([
    'full.csv was imported as run 7 at 2026-11-20 12:00:00+13:00.',
    'new 1,200, changed 0, missing 3',
    'Missing names keep their status; they are removed if the next full file lacks them too.',
    'SHA-256 abc',
  ]);
});

test('a file imported before is reported with the run that imported it', () => {
  const importedAt = Date.parse('2026-11-19T12:00:00+13:00');
  expect(reportOf({ code: 'known', run: 6, importedAt })).toBe(
    'full.csv has the same bytes as the last import (run 6, 2026-11-19 12:00:00+13:00) and was not imported again.',
  );
});

test('a refused file is reported with the reason, how to import it anyway, the first faults, and their total', () => {
  const refusal = {
    reason: { code: 'too-many-missing', file: 'full.csv', absent: 60, allowed: 50 },
    faults: [{ where: { name: 'kea.nz' }, reason: { code: 'in-register' } }],
    total: 60,
  } as const;
  expect(reportOf({ code: 'refused', refusal }).split('\n')).toEqual([
    'Refused at 2026-11-20 12:00:00+13:00.',
    'full.csv lacks 60 names that are in the register; MAX_MISSING allows 50. The file may be incomplete. Nothing was changed; if the file is complete, import it in the staff screens or on the command line.',
    '  kea.nz: It is in the register.',
    '  … 60 in all; the first 1 are listed.',
  ]);
});

test('a report that was recorded as text is unchanged', () => {
  expect(reportOf({ code: 'worded', report: 'Refused.\nIt is broken.' })).toBe('Refused.\nIt is broken.');
});
