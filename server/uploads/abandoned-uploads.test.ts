import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { addJob } from '#db/jobs/jobs.ts';
import { listUploads } from '#db/jobs/uploads.ts';
import { staff } from '#db/staff/schema.ts';
import { listUploadFiles, uploadFile } from '#flows/files/upload-files.ts';
import { startUpload } from '#flows/jobs/uploads.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { ownUploadFolder } from '#tests/support/uploads.ts';
import { removeAbandonedUploads } from './abandoned-uploads.ts';

ownUploadFolder();

test('stray files and uploads that nobody touched for a day are removed, and nothing else', async () => {
  const { writer } = freshDatabase();
  const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
  const by = { actor: { who: 'test', address: null }, nowMs };
  writer.db.insert(staff).values({ id: 1, email: 'jo@example.nz', role: 'editor', createdAt: nowMs }).run();
  const file = { name: 'towns.geojson', bytes: 5, queue: 'coverage', staffId: 1, mostBytes: 100 } as const;
  const [fresh, old, oldButWanted] = [
    await startUpload(writer, file, by),
    await startUpload(writer, file, by),
    await startUpload(writer, file, by),
  ];
  const [today, yesterday] = [nowMs / 1000, nowMs / 1000 - 86_401];
  utimesSync(uploadFile(fresh), today, today);
  for (const id of [old, oldButWanted]) utimesSync(uploadFile(id), yesterday, yesterday);
  const stray = 'f'.repeat(32);
  mkdirSync(dirname(uploadFile(stray)), { recursive: true });
  writeFileSync(uploadFile(stray), 'of no upload');
  addJob(writer.db, { kind: 'coverage import', title: 'Later', parameters: {}, uploadId: oldButWanted }, by);

  expect(await removeAbandonedUploads(writer, nowMs, nowMs)).toBe(2);
  const kept = [fresh, oldButWanted].toSorted();
  expect((await listUploadFiles()).toSorted()).toEqual(kept);
  expect(
    listUploads(writer)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(kept);
});
