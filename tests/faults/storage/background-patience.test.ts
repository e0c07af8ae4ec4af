import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openWriter, usualLockPatienceMs } from '#db/client.ts';
import { environmentWith } from '#tests/support/environment.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { queryDatabase } from '#tests/support/read-database.ts';

const backups = makeFolder();
let fixture: OwnFixture | undefined;
afterAll(async () => {
  await fixture?.remove();
  backups.remove();
});

test('a backup and a check of all data wait for the write lock longer than people do, and raise no alarm', async () => {
  fixture = await ownFixture();
  const file = fixture.databaseFile;
  const env = environmentWith({ DATABASE_URL: `file:${file}`, BACKUP_DIR: backups.path });
  const other = openWriter(file);
  other.sqlite.exec('BEGIN IMMEDIATE');
  const ended = ['data-check', 'backup'].map(async (what) => {
    const child = fork(join(import.meta.dirname, `../../../server/background/${what}-process.ts`), { env });
    return (await once(child, 'exit')) as [status: number];
  });
  // they have done their work long before the end, and wait
  await sleep(2 * usualLockPatienceMs);
  other.sqlite.exec('ROLLBACK');
  other.sqlite.close();
  expect((await Promise.all(ended)).map(([status]) => status)).toEqual([0, 0]);
  expect(queryDatabase(file, 'SELECT faults FROM data_check')).toEqual([{ faults: null }]);
  expect(queryDatabase(file, 'SELECT fault FROM backup')).toEqual([{ fault: null }]);
  expect(queryDatabase(file, 'SELECT * FROM alarm')).toEqual([]);
});
