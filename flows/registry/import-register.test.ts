import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { beginRun } from '#db/registry/runs.ts';
import { registerRun } from '#db/registry/schema.ts';
import { Refusal } from '#lib/refusal.ts';
import { openRegisterFixture, type RegisterFixture, runReleaseJob, textBytes } from '#tests/models/register.ts';
import { refusalOf, wordsOf } from '#tests/support/refusals.ts';
import { removeAbandonedRuns } from './abandoned-runs.ts';
import { importRegister, previewImport } from './import-register.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');
const registered = '2020-01-01';

let register: RegisterFixture;
beforeEach(() => {
  register = openRegisterFixture();
});
afterEach(() => register.close());

const nothing = { new: 0, changed: 0, cancelled: 0, restored: 0, missing: 0, removed: 0, left: 0, unchanged: 0 };
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `name-${at}.co.nz,${registered},`);
const everything = () => JSON.stringify(register.connections.reader.sqlite.prepare('SELECT * FROM domain').all());

async function refusal(work: Promise<unknown>): Promise<Refusal> {
  const fault = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (fault instanceof Refusal) return fault;
  throw new Error('It was not refused.', { cause: fault });
}

test('a file of changes adds, changes, cancels and restores names, leaves others alone and writes only differences', async () => {
  const first = await register.import(
    ['a.nz,2020-01-01,', 'b.nz,2020-01-01,', 'c.nz,2020-01-01,2026-11-01', 'd.nz,2020-01-01,', 'e.nz,2020-01-01,'],
    now,
  );
  expect(first.counts).toEqual({ ...nothing, new: 5 });
  const second = await register.import(
    ['f.nz,2020-01-01,', 'b.nz,2020-01-02,', 'a.nz,2020-01-01,2026-11-02', 'c.nz,2020-01-01,', 'd.nz,2020-01-01,'],
    now,
  );
  expect(second.counts).toEqual({ ...nothing, new: 1, changed: 1, cancelled: 1, restored: 1, unchanged: 1 });
  const statuses = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((label) => register.statusAt(`${label}.nz`, now));
  expect(statuses).toEqual(['PendingRelease', 'Active', 'Active', 'Active', 'Active', 'Active', 'Available']);
  const rows = register.connections.reader.sqlite.prepare('SELECT count(*) FROM domain').pluck().get();
  expect(rows).toBe(5 + 4);
});

test('what was compared with the register before its last import is refused', async () => {
  const { run } = await register.import(['a.nz,2020-01-01,'], now);
  await register.import(['b.nz,2020-01-01,'], now, { expectedLastRun: run });
  const before = everything();
  const { reason } = await refusal(register.import(['c.nz,2020-01-01,'], now, { expectedLastRun: run }));
  expect(reason).toEqual({ code: 'register-changed-since' });
  expect(everything()).toBe(before);
});

test('an import without changes keeps the published revision', async () => {
  const { revision } = await register.import(['a.nz,2020-01-01,'], now);
  const again = await register.import(['A.NZ.,2020-01-01 00:00:00+13:00,'], now + 1000);
  expect(again).toMatchObject({ revision, counts: { ...nothing, unchanged: 1 } });
});

test('an IDN is stored in its ASCII form, whichever form the file has', async () => {
  await register.import(['tōtara.nz,2020-01-01,', 'xn--kwhai-g9a.māori.nz,2020-01-01,'], now);
  expect(register.statusAt('xn--ttara-g9a.nz', now)).toBe('Active');
  expect(register.statusAt('xn--kwhai-g9a.maori.nz', now)).toBe('Active');
});

test('gzip data are unpacked, and the SHA-256 of the file itself is recorded with source and counts', async () => {
  const bytes = gzipSync('\ufeffdomain,registered,cancel_date\r\n\r\na.nz,2020-01-01,\r\n');
  const report = await importRegister(
    register.connections.writer,
    (async function* () {
      yield bytes;
    })(),
    { kind: 'merge', source: 'register.csv.gz', maxMissing: 50, clock: () => now },
  );
  const run = register.connections.reader.db.select().from(registerRun).get();
  expect(run).toMatchObject({
    id: report.run,
    kind: 'merge',
    state: 'published',
    source: 'register.csv.gz',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    startedAt: now,
    endedAt: now,
    counts: { ...nothing, new: 1 },
    who: '',
    elapsedMs: expect.any(Number),
    difference: {
      new: [
        {
          name: 'a.nz',
          before: null,
          after: { registered: Date.parse('2020-01-01T00:00:00+13:00') / 1000, cancelled: null, freeAt: null },
        },
      ],
    },
  });
});

test('newline-delimited JSON gives the same result as CSV', async () => {
  await register.import(['a.nz,2020-01-01,', 'b.nz,2020-01-01,2026-11-01'], now);
  const lines = [
    '{"domain":"A.nz","registered":"2020-01-01"}',
    '{"domain":"b.nz","registered":"2020-01-01","cancel_date":null}',
  ];
  const report = await importRegister(register.connections.writer, textBytes(lines.join('\n')), {
    kind: 'replace',
    source: 'register.ndjson',
    maxMissing: 50,
    clock: () => now,
  });
  expect(report.counts).toEqual({ ...nothing, restored: 1, unchanged: 1 });
});

test('the difference has the first 100 names of each kind, before and after', async () => {
  const dates = (cancelled: number | null) => ({
    registered: Date.parse('2020-01-01T00:00:00+13:00') / 1000,
    cancelled,
    freeAt: null,
  });
  await register.import([...numbered(120), 'gone.nz,2020-01-01,'], now, { kind: 'replace' });
  const report = await register.import(
    Array.from({ length: 120 }, (_, at) => `name-${at}.co.nz,${registered},2026-11-01`),
    now,
    { kind: 'replace' },
  );
  const cancelled = Date.parse('2026-11-01T00:00:00+13:00') / 1000;
  expect(report.difference.cancelled).toHaveLength(100);
  expect(report.difference.cancelled?.slice(0, 2)).toEqual([
    { name: 'name-0.co.nz', before: dates(null), after: dates(cancelled) },
    { name: 'name-1.co.nz', before: dates(null), after: dates(cancelled) },
  ]);
  expect(report.difference.missing).toEqual([{ name: 'gone.nz', before: dates(null), after: dates(null) }]);
  expect(Object.keys(report.difference)).toEqual(['cancelled', 'missing']);
  const run = register.connections.reader.db.select().from(registerRun).all().at(-1);
  expect(run?.difference).toEqual(report.difference);
});

test('a feed that contradicts the register is refused, by line, and nothing is changed', async () => {
  await register.import(['pending.nz,2020-01-01,2026-09-01', 'active.nz,2024-01-01,', 'other.nz,2020-01-01,'], now);
  const before = everything();
  const fault = await refusal(
    register.import(
      ['other.nz,2020-01-01,2026-11-01', 'pending.nz,2026-11-19 10:00:00+13:00,', 'active.nz,2020-01-01,2023-12-31'],
      now,
    ),
  );
  expect(fault.reason).toEqual({ code: 'register-not-imported', file: 'register.csv' });
  expect(wordsOf(fault.reason)).toBe('register.csv was not imported; the register is unchanged.');
  expect(fault.faults.map(({ where, reason }) => [where, reason.code]).toSorted()).toEqual([
    [{ line: 4 }, 'cancelled-before-registration'],
    [{ line: 3 }, 'registered-before-release'],
  ]);
  expect(everything()).toBe(before);
  expect(register.statusAt('pending.nz', now)).toBe('PendingRelease');
});

test('a name can be registered again from its release date, even if the job is late', async () => {
  await register.import(['late.nz,2020-01-01,2026-08-01'], now);
  expect(register.statusAt('late.nz', now)).toBe('PendingRelease');
  const { counts } = await register.import(['late.nz,2026-11-19 10:00:00+13:00,'], now);
  expect(counts).toEqual({ ...nothing, restored: 1 });
  expect(register.statusAt('late.nz', now)).toBe('Active');
});

test('a preview shows what an import would change and whether it would be refused, and changes nothing', async () => {
  await register.import([...numbered(3), 'pending.nz,2020-01-01,2026-11-01'], now, { kind: 'replace' });
  const current = () => JSON.stringify([everything(), register.connections.reader.db.select().from(registerRun).all()]);
  const before = current();
  const rows = ['domain,registered,cancel_date', 'pending.nz,2020-01-01,', 'new.nz,2020-01-01,'].join('\n');
  const options = { kind: 'replace', source: 'register.csv', maxMissing: 2, clock: () => now } as const;
  const preview = await previewImport(register.connections.reader, textBytes(rows), options);
  expect(preview.counts).toEqual({ ...nothing, new: 1, restored: 1, missing: 3 });
  expect(preview.difference.restored?.map(({ name }) => name)).toEqual(['pending.nz']);
  expect(preview.refusal?.reason).toEqual({
    code: 'too-many-missing',
    file: 'register.csv',
    absent: 3,
    allowed: 2,
  });
  expect(current()).toBe(before);
  const forced = await previewImport(register.connections.reader, textBytes(rows), {
    ...options,
    acceptsMissing: true,
  });
  expect(forced.refusal).toBeNull();
});

test('a file with faults is refused with the first 20 places and the total, and nothing is written', async () => {
  await register.import(['a.nz,2020-01-01,'], now);
  const before = everything();
  const rows = ['a.nz,2020-01-01,2026-11-01', ...Array.from({ length: 25 }, (_, at) => `b_${at}.nz,2020-01-01,`)];
  const fault = await refusal(register.import([...rows, 'A.nz,2020-01-01,'], now));
  expect(fault.reason).toEqual({ code: 'register-not-imported', file: 'register.csv' });
  expect(fault.total).toBe(26);
  expect(fault.faults).toHaveLength(20);
  expect(fault.faults[0]).toEqual({
    where: { field: 'domain', line: 3 },
    reason: { code: 'not-a-name', text: 'b_0.nz', why: 'character-not-allowed' },
  });
  expect(everything()).toBe(before);
  const [, failed] = register.connections.reader.db.select().from(registerRun).all();
  expect(failed).toMatchObject({
    state: 'failed',
    source: 'register.csv',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    fault: { total: 26 },
  });
  expect(failed?.fault).toEqual(fault.record);
});

test('a name that occurs twice in a file, in any form, is refused; faults are listed by line', async () => {
  const fault = await refusal(register.import(['tōtara.nz,2020-01-01,', '', 'XN--TTARA-G9A.nz.,2020-01-01,'], now));
  const repeated = {
    code: 'name-repeated',
    name: 'xn--ttara-g9a.nz',
    line: 2,
    written: 'XN--TTARA-G9A.nz.',
    first: 'tōtara.nz',
  } as const;
  expect(fault.faults).toEqual([{ where: { line: 4 }, reason: repeated }]);
  expect(wordsOf(repeated)).toBe('"XN--TTARA-G9A.nz." is already on line 2, as "tōtara.nz": both are the same name.');
  const mixed = await refusal(register.import(['a.nz,2020-01-01,', 'a.nz,2020-01-01,', 'a b.nz,2020-01-01,'], now));
  expect(mixed.faults.map(({ where }) => where)).toEqual([{ line: 3 }, { field: 'domain', line: 4 }]);
});

test('a name missing from a full file keeps its status, and is removed when the next one lacks it too', async () => {
  const both = ['active.nz,2020-01-01,', 'pending.nz,2020-01-01,2026-11-01', 'stays.nz,2020-01-01,'];
  await register.import(both, now, { kind: 'replace' });
  const first = await register.import(['stays.nz,2020-01-01,'], now, { kind: 'replace' });
  expect(first.counts).toEqual({ ...nothing, missing: 2, unchanged: 1 });
  expect(register.statusAt('active.nz', now)).toBe('Active');
  expect(register.statusAt('pending.nz', now)).toBe('PendingRelease');
  const second = await register.import(['stays.nz,2020-01-01,'], now, { kind: 'replace' });
  expect(second.counts).toEqual({ ...nothing, removed: 2, unchanged: 1 });
  expect(register.statusAt('active.nz', now)).toBe('Available');
  expect(register.statusAt('pending.nz', now)).toBe('Available');
  const third = await register.import(['stays.nz,2020-01-01,'], now, { kind: 'replace' });
  expect(third.counts).toEqual({ ...nothing, unchanged: 1 });
});

test.each([
  ['a full file', 'replace'],
  ['a file of changes', 'merge'],
] as const)('a missing name that %s lists again is no longer missing', async (_what, kind) => {
  const both = ['comes-back.nz,2020-01-01,', 'stays.nz,2020-01-01,'];
  await register.import(both, now, { kind: 'replace' });
  await register.import(['stays.nz,2020-01-01,'], now, { kind: 'replace' });
  await register.import(both, now, { kind });
  const again = await register.import(['stays.nz,2020-01-01,'], now, { kind: 'replace' });
  expect(again.counts).toEqual({ ...nothing, missing: 1, unchanged: 1 });
  expect(register.statusAt('comes-back.nz', now)).toBe('Active');
});

test('a full file with more missing names than MAX_MISSING is refused and changes nothing; 50 are accepted', async () => {
  await register.import(numbered(51), now, { kind: 'replace' });
  const before = everything();
  const fault = await refusal(register.import([], now, { kind: 'replace' }));
  expect(fault.reason).toEqual({ code: 'too-many-missing', file: 'register.csv', absent: 51, allowed: 50 });
  expect(wordsOf(fault.reason)).toBe(
    'register.csv lacks 51 names that are in the register; MAX_MISSING allows 50. The file may be incomplete. ' +
      'Nothing was changed; if the file is complete, import it with --force.',
  );
  expect(fault.total).toBe(51);
  expect(fault.faults).toHaveLength(20);
  expect(everything()).toBe(before);
  const { counts } = await register.import(numbered(1), now, { kind: 'replace' });
  expect(counts).toEqual({ ...nothing, missing: 50, unchanged: 1 });
});

test('names missing for the second time count against MAX_MISSING too', async () => {
  await register.import(numbered(4), now, { kind: 'replace' });
  await register.import(numbered(2), now, { kind: 'replace', maxMissing: 2 });
  const fault = await refusal(register.import(numbered(1), now, { kind: 'replace', maxMissing: 2 }));
  expect(fault.reason).toMatchObject({ code: 'too-many-missing', absent: 3 });
  expect(fault.faults.map(({ where }) => where)).toEqual([
    { name: 'name-1.co.nz' },
    { name: 'name-2.co.nz' },
    { name: 'name-3.co.nz' },
  ]);
});

test('even when many missing names are accepted, absence from one full file frees no name', async () => {
  await register.import(numbered(60), now, { kind: 'replace' });
  const first = await register.import([], now, { kind: 'replace', acceptsMissing: true });
  expect(first.counts).toEqual({ ...nothing, missing: 60 });
  expect(register.statusAt('name-0.co.nz', now)).toBe('Active');
  const second = await register.import([], now, { kind: 'replace', acceptsMissing: true });
  expect(second.counts).toEqual({ ...nothing, removed: 60 });
  expect(register.statusAt('name-0.co.nz', now)).toBe('Available');
});

test('R9: a released name leaves the register with the first full file that lacks it; an outdated feed does not make it pending', async () => {
  const row = 'released.nz,2020-01-01,2026-08-01';
  await register.import([row], now, { kind: 'replace' });
  runReleaseJob(register.connections.writer, { scheduleDate: midnight('2026-11-20'), kind: 'catch-up', nowMs: now });
  const later = now + 60_000;
  expect((await register.import([row], later, { kind: 'replace' })).counts).toEqual({ ...nothing, unchanged: 1 });
  expect(register.statusAt('released.nz', later)).toBe('Available');
  expect((await register.import([], later, { kind: 'replace', maxMissing: 0 })).counts).toEqual({
    ...nothing,
    left: 1,
  });
  expect((await register.import([row], later, { kind: 'merge' })).counts).toEqual({ ...nothing, new: 1 });
  expect(register.statusAt('released.nz', later)).toBe('Available');
  const again = await register.import(['released.nz,2026-11-20,'], later, { kind: 'merge' });
  expect(again.counts).toEqual({ ...nothing, new: 1 });
  expect(register.statusAt('released.nz', later)).toBe('Active');
});

test('R9: a job that runs while an import is staged keeps its marks, and the import its changes', async () => {
  const pending = '2020-01-01,2026-08-01';
  const names = ['kept.nz', 'restored.nz', 'corrected.nz', 'absent.nz'];
  await register.import([...names.map((name) => `${name},${pending}`), ...numbered(3000)], now, { kind: 'replace' });
  const other = openWriter(register.file);
  let released: number | undefined;
  const report = await register.import(
    [`kept.nz,${pending}`, 'restored.nz,2020-01-01,', 'corrected.nz,2020-01-02,2026-08-01', ...numbered(3000)].concat(
      Array.from({ length: 3000 }, (_, at) => `later-${at}.nz,2020-01-01,`),
    ),
    now,
    {
      kind: 'replace',
      onProgress(stage) {
        if (stage !== 'write-names' || released !== undefined) return;
        const run = runReleaseJob(other, { scheduleDate: midnight('2026-11-20'), kind: 'catch-up', nowMs: now });
        released = run.released;
        expect(register.statusAt('later-0.nz', now)).toBe('Available');
      },
    },
  );
  other.sqlite.close();
  expect(released).toBe(4);
  expect(report.counts).toEqual({ ...nothing, new: 3000, restored: 1, changed: 1, missing: 1, unchanged: 3001 });
  const later = now + 60_000;
  expect(register.statusAt('kept.nz', later)).toBe('Available');
  expect(register.statusAt('corrected.nz', later)).toBe('Available');
  expect(register.statusAt('absent.nz', later)).toBe('Available');
  expect(register.statusAt('restored.nz', later)).toBe('Active');
  expect(register.statusAt('later-0.nz', later)).toBe('Active');
});

test('only one import runs at a time: a second is refused while the first is alive', async () => {
  const { writer } = register.connections;
  beginRun(writer, { kind: 'merge', source: 'first.csv', sha256: '', who: '', startedAt: now });
  const fault = await refusal(register.import(['a.nz,2020-01-01,'], now));
  expect(fault.reason).toEqual({ code: 'register-busy', file: 'first.csv', startedAt: now });
  expect(wordsOf(fault.reason)).toBe(
    'Another import (first.csv, since 20 November 2026, 12:00 pm) is running; wait until it has finished.',
  );
  expect(await removeAbandonedRuns(writer)).toBe(0);
});

test('the rows of a dead import are never visible, and the next import or start removes them', async () => {
  const { writer, reader } = register.connections;
  await register.import(['a.nz,2020-01-01,'], now);
  for (const clean of [() => removeAbandonedRuns(writer), () => register.import(['b.nz,2020-01-01,'], now)]) {
    const run = beginRun(writer, { kind: 'replace', source: 'dead.csv', sha256: '', who: '', startedAt: now });
    writer.sqlite
      .prepare('INSERT INTO domain (name, revision, registered) VALUES (?, ?, 1)')
      .run('dead.nz', run.revision);
    writer.sqlite.prepare('INSERT INTO missing_name (name, since_run) VALUES (?, ?)').run('a.nz', run.id);
    writer.sqlite.prepare('UPDATE register_run SET heartbeat_at = heartbeat_at - 10001 WHERE id = ?').run(run.id);
    expect(register.statusAt('dead.nz', now)).toBe('Available');
    await clean();
    expect(reader.sqlite.prepare("SELECT count(*) FROM domain WHERE name = 'dead.nz'").pluck().get()).toBe(0);
    expect(reader.sqlite.prepare('SELECT count(*) FROM missing_name').pluck().get()).toBe(0);
    const outcome = { counts: {}, hasRows: true, now, elapsedMs: 1 };
    for (const write of [() => run.requireOwn(), () => run.publish(outcome, () => {})])
      expect(refusalOf(write).reason).toEqual({ code: 'run-taken-over' });
  }
});

test('a source that breaks off changes nothing', async () => {
  await register.import(['a.nz,2020-01-01,'], now);
  const before = everything();
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield* textBytes('domain,registered,cancel_date\nb.nz,2020-01-01,\n');
    throw new Error('The wire is cut.');
  };
  const work = importRegister(register.connections.writer, broken(), {
    kind: 'merge',
    source: 'wire',
    maxMissing: 50,
    clock: () => now,
  });
  await expect(work).rejects.toThrow('The wire is cut.');
  expect(everything()).toBe(before);
});

test('an import that fails while writing removes its rows and is recorded as failed', async () => {
  await register.import(['a.nz,2020-01-01,'], now);
  const before = everything();
  const work = register.import(['b.nz,2020-01-01,'], now, {
    onProgress(stage) {
      if (stage === 'write-names') throw new Error('The screen is gone.');
    },
  });
  await expect(work).rejects.toThrow('The screen is gone.');
  expect(everything()).toBe(before);
  const states = register.connections.reader.db
    .select({ state: registerRun.state })
    .from(registerRun)
    .orderBy(registerRun.id)
    .all();
  expect(states).toEqual([{ state: 'published' }, { state: 'failed' }]);
});

function midnight(day: string): number {
  return Date.parse(`${day}T00:00:00+13:00`);
}
