import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEntry } from '#db/audit/schema.ts';
import { openWriter } from '#db/client.ts';
import { missingNames } from '#db/registry/missing-names.ts';
import { registerRun } from '#db/registry/schema.ts';
import { openRegisterFixture, type RegisterFixture, runReleaseJob } from '#tests/models/register.ts';
import { undoLastImport } from './undo-import.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');
const today = Date.parse('2026-11-20T00:00:00+13:00');
const tomorrow = Date.parse('2026-11-21T00:00:00+13:00');
const actor = { who: 'editor@watea.example', address: '192.0.2.1' };

let register: RegisterFixture;
beforeEach(() => {
  register = openRegisterFixture();
});
afterEach(() => register.close());

const undo = (nowMs = now, options = {}) =>
  undoLastImport(register.connections.writer, { clock: () => nowMs, actor, ...options });
const job = (scheduleDate: number, nowMs = scheduleDate) =>
  runReleaseJob(register.connections.writer, { scheduleDate, kind: 'scheduled', nowMs });
const runs = () => register.connections.reader.db.select().from(registerRun).all();
const statuses = (names: readonly string[], at: number) => names.map((name) => register.statusAt(name, at));

test('every name changed by the last import regains its state at one instant, and both runs are recorded', async () => {
  const names = ['stays.nz', 'cancelled.nz', 'restored.nz', 'corrected.nz', 'new.nz'];
  await register.import(
    [
      'stays.nz,2020-01-01,',
      'cancelled.nz,2020-01-01,',
      'restored.nz,2020-01-01,2026-11-01',
      'corrected.nz,2020-01-01,',
    ],
    now,
  );
  const before = statuses(names, now);
  await register.import(
    ['cancelled.nz,2020-01-01,2026-11-02', 'restored.nz,2020-01-01,', 'corrected.nz,2020-02-02,', 'new.nz,2020-01-01,'],
    now,
  );
  expect(statuses(names, now)).toEqual(['Active', 'PendingRelease', 'Active', 'Active', 'Active']);
  const seen = new Set<string>();
  const report = await undo(now, { onProgress: () => seen.add(statuses(names, now).join()) });
  expect(seen).toEqual(new Set(['Active,PendingRelease,Active,Active,Active']));
  expect(statuses(names, now)).toEqual(before);
  expect(report.counts).toMatchObject({ removed: 1, restored: 1, cancelled: 1, changed: 1, new: 0 });
  expect(report.difference.changed).toEqual([
    expect.objectContaining({
      name: 'corrected.nz',
      after: expect.objectContaining({ registered: Date.parse('2020-01-01T00:00:00+13:00') / 1000 }),
    }),
  ]);
  expect(runs()).toMatchObject([
    { id: 1, state: 'published' },
    { id: 2, state: 'undone' },
    { id: 3, state: 'published', kind: 'undo', undoes: 2, who: actor.who, source: 'undo of import 2 (register.csv)' },
  ]);
  const logged = register.connections.reader.db.select().from(auditEntry).all();
  expect(logged).toEqual([expect.objectContaining({ ...actor, action: 'register.undo', subject: 'register.csv' })]);
});

test('a second undo reverts the import before, until there are no more', async () => {
  await register.import(['a.nz,2020-01-01,'], now);
  await register.import(['a.nz,2020-01-01,2026-11-01', 'b.nz,2020-01-01,'], now);
  await undo();
  expect(statuses(['a.nz', 'b.nz'], now)).toEqual(['Active', 'Available']);
  await undo();
  expect(statuses(['a.nz', 'b.nz'], now)).toEqual(['Available', 'Available']);
  await expect(undo()).rejects.toMatchObject({ reason: { code: 'no-import-to-undo' } });
  await register.import(['c.nz,2020-01-01,'], now);
  await undo();
  expect(register.statusAt('c.nz', now)).toBe('Available');
});

test('R9: names that a job has released since stay released, unless the import itself had cancelled them', async () => {
  const due = '2020-01-01,2026-08-20';
  const names = ['cancelled-by-it.nz', 'corrected-by-it.nz', 'untouched.nz', 'new-by-it.nz'];
  await register.import(
    [`corrected-by-it.nz,${due}`, `untouched.nz,${due}`, 'cancelled-by-it.nz,2020-01-01,'],
    today - 1,
  );
  await register.import(
    ['corrected-by-it.nz,2020-02-02,2026-08-20', `cancelled-by-it.nz,${due}`, `new-by-it.nz,${due}`],
    today - 1,
  );
  expect(job(today).released).toBe(4);
  expect(statuses(names, now)).toEqual(['Available', 'Available', 'Available', 'Available']);
  await undo();
  expect(statuses(names, now)).toEqual(['Active', 'Available', 'Available', 'Available']);
  // and no later job takes any of them twice
  expect(job(tomorrow).released).toBe(0);
});

test('R9: a restored cancellation that no job has taken is pending, and the next job takes it', async () => {
  const due = '2020-01-01,2026-08-20';
  await register.import([`restored.nz,${due}`, `moved.nz,${due}`], today - 1);
  await register.import(['restored.nz,2020-01-01,', 'moved.nz,2020-01-01,2026-11-01'], today - 1);
  expect(job(today).released).toBe(0);
  await undo();
  const names = ['restored.nz', 'moved.nz'];
  expect(statuses(names, now + 86_400_000)).toEqual(['PendingRelease', 'PendingRelease']);
  expect(job(tomorrow).released).toBe(2);
  expect(statuses(names, tomorrow + 33_999)).toEqual(['PendingRelease', 'PendingRelease']);
  expect(statuses(names, tomorrow + 34_000)).toEqual(['Available', 'Available']);
});

test('R9: a job that runs while an undo is staged keeps its marks', async () => {
  const due = '2020-01-01,2026-08-20';
  const many = Array.from({ length: 3000 }, (_, at) => `name-${at}.co.nz,2020-01-01,`);
  await register.import([`corrected.nz,${due}`, `untouched.nz,${due}`], today - 1);
  await register.import(['corrected.nz,2020-02-02,2026-08-20', ...many], today - 1);
  const other = openWriter(register.file);
  let released: number | undefined;
  await undo(now, {
    onProgress(stage: string) {
      if (stage !== 'write-names' || released !== undefined) return;
      released = runReleaseJob(other, { scheduleDate: today, kind: 'catch-up', nowMs: now }).released;
    },
  });
  other.sqlite.close();
  expect(released).toBe(2);
  const names = ['corrected.nz', 'untouched.nz', 'name-0.co.nz', 'name-2999.co.nz'];
  expect(statuses(names, now + 60_000)).toEqual(['Available', 'Available', 'Available', 'Available']);
  expect(job(tomorrow).released).toBe(0);
});

test('the missing names are those of the earlier state', async () => {
  const fullFile = { kind: 'replace' } as const;
  const missing = () => [...missingNames(register.connections.reader)];
  await register.import(['a.nz,2020-01-01,', 'b.nz,2020-01-01,'], now, fullFile);
  await register.import(['b.nz,2020-01-01,'], now, fullFile);
  expect(missing()).toEqual(['a.nz']);

  await register.import(['a.nz,2020-01-01,'], now);
  expect(missing()).toEqual([]);
  await undo();
  expect(missing()).toEqual(['a.nz']);

  await register.import(['b.nz,2020-01-01,'], now + 1, fullFile);
  expect([missing(), register.statusAt('a.nz', now)]).toEqual([[], 'Available']);
  await undo();
  expect([missing(), register.statusAt('a.nz', now)]).toEqual([['a.nz'], 'Active']);

  await undo();
  expect(missing()).toEqual([]);
});

test('undoing an import that wrote nothing changes nothing', async () => {
  await register.import(['a.nz,2020-01-01,'], now);
  const { revision } = await register.import(['a.nz,2020-01-01,'], now);
  expect(await undo()).toMatchObject({ revision, undone: { id: 2 } });
  expect(register.statusAt('a.nz', now)).toBe('Active');
});

test('only the last import can be undone', async () => {
  await register.import(['a.nz,2020-01-01,'], now);
  await register.import(['b.nz,2020-01-01,'], now);
  await expect(undo(now, { expected: 1 })).rejects.toMatchObject({ reason: { code: 'not-the-last-import' } });
  expect(statuses(['a.nz', 'b.nz'], now)).toEqual(['Active', 'Active']);
});

test('an undo that fails midway leaves the register unchanged, and is recorded as failed', async () => {
  await register.import(['a.nz,2020-01-01,'], now);
  const work = undo(now, {
    onProgress(stage: string) {
      if (stage === 'write-names') throw new Error('The screen is gone.');
    },
  });
  await expect(work).rejects.toThrow('The screen is gone.');
  expect(register.statusAt('a.nz', now)).toBe('Active');
  expect(runs()).toMatchObject([
    { state: 'published' },
    {
      state: 'failed',
      kind: 'undo',
      fault: { reason: { code: 'run-broke-off', message: 'The screen is gone.' }, faults: [], total: 0 },
    },
  ]);
  await undo();
  expect(register.statusAt('a.nz', now)).toBe('Available');
});
