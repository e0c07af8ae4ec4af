import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { job } from '#db/jobs/schema.ts';
import { getUpload } from '#db/jobs/uploads.ts';
import { staff } from '#db/staff/schema.ts';
import { receiveBytes, startUpload } from '#flows/jobs/uploads.ts';
import type { ImportPreview } from '#lib/registry/import/difference.ts';
import { openRegisterFixture, type RegisterFixture, runReleaseJob, textBytes } from '#tests/models/register.ts';
import { rejectionOf } from '#tests/support/refusals.ts';
import { ownUploadFolder } from '#tests/support/uploads.ts';
import { previewImport } from './import-register.ts';
import { compareUpload, importCompared, requestRelease, requestUndo } from './register-jobs.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');
const midnight = Date.parse('2026-11-20T00:00:00+13:00');
const by = { actor: { who: 'jo@example.nz', address: null }, nowMs: now };

ownUploadFolder();

let register: RegisterFixture;
let uploadId: string;
beforeEach(async () => {
  register = openRegisterFixture();
  const { writer } = register.connections;
  writer.db.insert(staff).values({ email: 'jo@example.nz', role: 'editor', createdAt: now }).run();
  const bytes = Buffer.from('domain,registered,cancel_date\n');
  const file = { name: 'full.csv', bytes: bytes.length, queue: 'register', staffId: 1 } as const;
  uploadId = await startUpload(writer, { ...file, mostBytes: 100 }, by);
  const upload = getUpload(writer, uploadId) ?? expect.fail();
  await receiveBytes(writer, upload, 0, Readable.from([bytes]), by);
});
afterEach(() => register.close());

const jobs = () => register.connections.reader.db.select().from(job).all();
async function reasonOf(request: Promise<unknown>) {
  const { reason, faults } = await rejectionOf(request);
  return reason.code === 'fields' ? faults : reason;
}

/** A comparison job with this result. */
async function compared(rows: readonly string[], maxMissing: number): Promise<number> {
  const { writer } = register.connections;
  const options = { kind: 'replace', source: 'full.csv', maxMissing, clock: () => now } as const;
  const text = ['domain,registered,cancel_date', ...rows].join('\n');
  const preview: ImportPreview = await previewImport(writer, textBytes(text), options);
  const id = await compareUpload(writer, { uploadId, kind: 'replace', staffId: 1 }, by);
  writer.db
    .update(job)
    .set({ state: 'done', outcome: { code: 'register-compared', file: 'full.csv', preview } })
    .run();
  return id;
}

test('an uploaded file is queued for comparison, with its kind', async () => {
  const { writer } = register.connections;
  await compareUpload(writer, { uploadId, kind: 'merge', staffId: 1 }, by);
  expect(jobs()).toMatchObject([
    { kind: 'register preview', title: 'Compare full.csv', parameters: { kind: 'merge' }, uploadId },
  ]);
  for (const other of [{ uploadId: 'b'.repeat(32) }, { staffId: 2 }]) {
    const given = { uploadId, kind: 'merge', staffId: 1, ...other } as const;
    expect(await reasonOf(compareUpload(writer, given, by))).toEqual({ code: 'upload-gone' });
  }
  expect(await reasonOf(compareUpload(writer, { uploadId: '', kind: '' as 'merge', staffId: 1 }, by))).toEqual([
    { where: { field: 'uploadId' }, reason: { code: 'no-file-chosen' } },
    { where: { field: 'kind' }, reason: { code: 'not-a-choice' } },
  ]);
});

test('a compared file is imported as compared, against the register as it was then', async () => {
  await register.import(['a.nz,2020-01-01,'], now);
  const comparison = await compared(['a.nz,2020-01-01,'], 0);
  await importCompared(register.connections.writer, { comparison, typed: '' }, by);
  expect(jobs().at(-1)).toMatchObject({
    kind: 'register import',
    title: 'Import full.csv',
    parameters: { kind: 'replace', acceptsMissing: false, expectedLastRun: 1 },
    uploadId,
  });
});

test('a file that lacks too many names is imported only when their number has been typed', async () => {
  await register.import(['a.nz,2020-01-01,', 'b.nz,2020-01-01,'], now);
  const comparison = await compared(['c.nz,2020-01-01,'], 1);
  const { writer } = register.connections;
  for (const typed of ['', '1', '20']) {
    expect(await reasonOf(importCompared(writer, { comparison, typed }, by))).toEqual([
      { where: { field: 'typed' }, reason: { code: 'confirmation-differs', expected: '2' } },
    ]);
  }
  await importCompared(writer, { comparison, typed: '2' }, by);
  expect(jobs().at(-1)?.parameters).toMatchObject({ acceptsMissing: true });
});

test('without a finished comparison nothing is imported', async () => {
  const { writer } = register.connections;
  const unfinished = await compareUpload(writer, { uploadId, kind: 'merge', staffId: 1 }, by);
  for (const comparison of [unfinished, 99]) {
    expect(await reasonOf(importCompared(writer, { comparison, typed: '' }, by))).toEqual({ code: 'comparison-gone' });
  }
});

test('only the last import can be undone', async () => {
  const { writer } = register.connections;
  expect(await reasonOf(requestUndo(writer, 1, by))).toEqual({ code: 'no-import-to-undo' });
  await register.import(['a.nz,2020-01-01,'], now);
  await register.import(['b.nz,2020-01-01,'], now);
  expect(await reasonOf(requestUndo(writer, 1, by))).toEqual({ code: 'not-the-last-import' });
  await requestUndo(writer, 2, by);
  expect(jobs()).toMatchObject([
    { kind: 'register undo', title: 'Undo the import of register.csv', parameters: { run: 2 } },
  ]);
});

test('R9: only a missed release job can be requested', async () => {
  const { writer } = register.connections;
  expect(await reasonOf(requestRelease(writer, { scheduleDate: midnight - 86_400_000 }, by))).toEqual({
    code: 'release-has-run',
  });
  expect(await reasonOf(requestRelease(writer, { scheduleDate: midnight, feedMaxAgeMs: 1 }, by))).toEqual({
    code: 'never-imported',
    maxAgeMs: 1,
  });
  await requestRelease(writer, { scheduleDate: midnight }, by);
  expect(jobs()).toMatchObject([
    { kind: 'register release', title: 'Release job of 20 November 2026', parameters: { scheduleDate: midnight } },
  ]);
  runReleaseJob(writer, { scheduleDate: midnight, kind: 'catch-up', nowMs: now });
  expect(await reasonOf(requestRelease(writer, { scheduleDate: midnight }, by))).toEqual({ code: 'release-has-run' });
});
