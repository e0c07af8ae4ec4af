import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditEntry } from '#db/audit/schema.ts';
import type { Connection } from '#db/client.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { getUpload, insertUpload, listUploadsOf } from '#db/jobs/uploads.ts';
import { staff } from '#db/staff/schema.ts';
import { storedBytes, uploadFile } from '#flows/files/upload-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { ownUploadFolder } from '#tests/support/uploads.ts';
import { discardUpload, receiveBytes, requireCompleteUpload, requireStoredUpload, startUpload } from './uploads.ts';

ownUploadFolder();

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const by = { actor: { who: 'jo@example.nz', address: '192.0.2.1' }, nowMs };
const file = { name: 'towns.geojson', bytes: 5, queue: 'coverage', staffId: 1, mostBytes: 100 } as const;
const chunks = (...texts: readonly string[]) => ({
  async *[Symbol.asyncIterator]() {
    for (const text of texts) yield Buffer.from(text);
  },
});

function database(): Connection {
  const { writer } = freshDatabase();
  writer.db.insert(staff).values({ id: 1, email: 'jo@example.nz', role: 'editor', createdAt: nowMs }).run();
  return writer;
}

/** The reason for a refusal, or its first field fault. */
async function reasonOf(attempt: () => unknown) {
  const { faults, reason } = await rejectionOf((async () => attempt())());
  return faults[0]?.reason ?? reason;
}

async function received(writer: Connection, ...texts: readonly string[]) {
  const id = await startUpload(writer, file, by);
  const upload = getUpload(writer, id) ?? expect.fail();
  return { id, upload, end: await receiveBytes(writer, upload, 0, chunks(...texts), by) };
}

test('an upload has a row and a file from the start, is complete with its last byte, and is recorded', async () => {
  const writer = database();
  const { id, upload, end } = await received(writer, 'ab', 'c');
  expect(end).toBe(3);
  expect(upload).toMatchObject({ name: 'towns.geojson', bytes: 5, queue: 'coverage', staffId: 1 });
  const owner = { id, staffId: 1, queue: 'coverage' } as const;
  const incomplete = await reasonOf(() => requireCompleteUpload(writer.db, owner));
  expect(incomplete).toEqual({ code: 'upload-incomplete', file: 'towns.geojson', received: 3, bytes: 5 });
  expect(wordsOf(incomplete)).toBe('towns.geojson is incomplete: 3 of 5 bytes have been received.');
  expect(await receiveBytes(writer, upload, 3, chunks('de'), by)).toBe(5);
  expect(readFileSync(uploadFile(id), 'utf8')).toBe('abcde');
  expect(requireCompleteUpload(writer.db, owner)).toEqual(upload);
  expect(requireStoredUpload(writer.db, id)).toEqual(upload);
  for (const other of [{ staffId: 2 }, { queue: 'register' }, { id: 'f' }] as const) {
    const reason = await reasonOf(() => requireCompleteUpload(writer.db, { ...owner, ...other }));
    expect(reason).toEqual({ code: 'upload-gone' });
  }
  const [row] = writer.db.select().from(auditEntry).all();
  expect(row).toMatchObject({ action: 'upload.add', subject: 'towns.geojson', who: 'jo@example.nz' });
});

test('a person has at most 5 unfinished uploads, also when all are announced at once', async () => {
  const writer = database();
  writer.db.insert(staff).values({ id: 2, email: 'ana@example.nz', role: 'editor', createdAt: nowMs }).run();
  const { upload } = await received(writer, 'abcde');
  const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => startUpload(writer, file, by)));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const reason = await reasonOf(() => startUpload(writer, file, by));
  expect(reason).toEqual({ code: 'too-many-uploads', open: 5, most: 5 });
  expect(wordsOf(reason)).toBe(
    'You have 5 unfinished uploads; the limit is 5. Finish or cancel one first; an upload that nobody continues is removed after a day.',
  );
  // nobody else is held up, and one that is cancelled makes room
  await startUpload(writer, { ...file, staffId: 2 }, by);
  const open = listUploadsOf(writer, 1).find(({ id }) => id !== upload.id) ?? expect.fail();
  await discardUpload(writer, open.id, by);
  await startUpload(writer, file, by);
});

test('the files of a person have at most 4 GiB together, complete ones too', async () => {
  const writer = database();
  const { upload } = await received(writer, 'abcde');
  const row = { ...upload, id: 'a'.repeat(32), bytes: 4 * 2 ** 30 - 10 };
  insertUpload(writer.db, { ...row, queue: 'coverage' });
  await startUpload(writer, file, by);
  const reason = await reasonOf(() => startUpload(writer, { ...file, bytes: 1 }, by));
  expect(reason).toEqual({ code: 'uploads-too-large', bytes: 1, used: 4 * 2 ** 30, most: 4 * 2 ** 30 });
  expect(wordsOf(reason)).toMatch(
    /^The file has 1\u00a0byte and your other uploads 4\.3\u00a0GB; together they may have 4\.3\u00a0GB\. /,
  );
});

test('more bytes than announced are refused, and those before them are kept', async () => {
  const writer = database();
  const { id, upload } = await received(writer, 'abc');
  const reason = await reasonOf(() => receiveBytes(writer, upload, 3, chunks('d', 'ef'), by));
  expect(reason).toEqual({ code: 'upload-too-long', bytes: 5 });
  expect(storedBytes(id)?.bytes).toBe(4);
});

test.each([
  [{ bytes: 0 }, { code: 'upload-empty', file: 'towns.geojson' }, 'towns.geojson is empty.'],
  [{ bytes: -1 }, { code: 'upload-size-invalid' }, 'The size must be a whole number of bytes.'],
  [{ bytes: 1.5 }, { code: 'upload-size-invalid' }, 'The size must be a whole number of bytes.'],
  [{ name: '../watea.db' }, { code: 'upload-name-has-slash' }, 'A file name cannot contain slashes.'],
  [
    { bytes: 101 },
    { code: 'upload-too-large', bytes: 101, most: 100 },
    'The file has 101\u00a0bytes; the limit is 100\u00a0bytes (100 bytes, MAX_UPLOAD_BYTES). Split the file.',
  ],
  [{ bytes: 1e18, mostBytes: 1e18 }, { code: 'upload-size-invalid' }, 'The size must be a whole number of bytes.'],
] as const)('%j is refused, and nothing is stored', async (changed, reason, sentence) => {
  const writer = database();
  const given = await reasonOf(() => startUpload(writer, { ...file, ...changed }, by));
  expect([given, wordsOf(given)]).toEqual([reason, sentence]);
  expect(writer.sqlite.prepare('SELECT count(*) FROM upload').pluck().get()).toBe(0);
});

test('a file larger than the free space is refused, and the refusal gives both sizes', async () => {
  const writer = database();
  const bytes = Number.MAX_SAFE_INTEGER;
  const reason = await reasonOf(() => startUpload(writer, { ...file, bytes, mostBytes: bytes }, by));
  expect(reason).toEqual({ code: 'disk-too-small', bytes, free: expect.any(Number) });
  expect(wordsOf(reason)).toMatch(/^The file has .* but the server’s disk has only .* free\.$/);
});

test('an upload is discarded with its file, but not while a job needs it', async () => {
  const writer = database();
  const { id } = await received(writer, 'abcde');
  const job = { kind: 'coverage import', title: 'Import', parameters: {}, uploadId: id } as const;
  addJob(writer.db, job, by);
  const reason = await reasonOf(() => discardUpload(writer, id, by));
  expect([reason, wordsOf(reason)]).toEqual([
    { code: 'upload-in-use' },
    'A job is using this file: cancel the job first.',
  ]);
  expect(storedBytes(id)?.bytes).toBe(5);
  writer.sqlite.prepare("UPDATE work SET state = 'done'").run();
  await discardUpload(writer, id, by);
  expect([getUpload(writer, id), storedBytes(id)]).toEqual([undefined, undefined]);
  expect(await reasonOf(() => discardUpload(writer, id, by))).toEqual({ code: 'upload-gone' });
});
