import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Db, openWriter } from '#db/client.ts';
import { readGeneration, setGeneration } from '#db/generation.ts';
import { appendWitness } from '#db/registry/witness-log.ts';
import { generation } from '#db/schema.ts';
import { EntryCollector } from '#lib/registry/witness/entries.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { changeDatabase, type DatabaseChange } from '#tests/support/processes/own-server.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { untilJobsEnded } from './writes.ts';

/** The server of this worker, with the fixture as it was made. */
export interface SharedFixture {
  readonly port: number;
  readonly databaseFile: string;
  /** Changes it like another process, while the server runs on it. */
  readonly change: DatabaseChange;
}

let givenBefore = 0;

/**
 * Gives the server of this worker the fixture as it was made, for the tests of one file, whose changes end with the next
 * file. They may change everything but the register; for that, and for settings of one's own, there is `ownFixture`.
 */
export async function sharedFixture(): Promise<SharedFixture> {
  const { made, servers } = inject('staff');
  const server = servers[Number(process.env.VITEST_POOL_ID) - 1];
  if (server === undefined) throw new Error(`There is no server for worker ${process.env.VITEST_POOL_ID}.`);
  const databaseFile = join(server.folder, 'watea.db');
  await untilJobsEnded(databaseFile);
  removeFilesBeside(server.folder, new Set(readdirSync(made)));
  const copy = makeFolder();
  try {
    const file = join(copy.path, 'watea.db');
    copyFileSync(join(made, 'watea.db'), file);
    const connection = openWriter(file);
    makeNews(connection.db, ++givenBefore);
    // one transaction for the server; while it writes itself, nothing is copied
    await waitUntil('the fixture to be copied', async () => {
      const { totalPages } = await connection.sqlite.backup(databaseFile);
      return totalPages > 0;
    });
    connection.sqlite.close();
  } finally {
    copy.remove();
  }
  return { port: server.port, databaseFile, change: changeDatabase(databaseFile) };
}

/** Makes the server read everything again: each subject has another time, and the list a revision that it never had. */
function makeNews(db: Db, times: number): void {
  for (const { subject, value, changedAt } of db.select().from(generation).all()) {
    setGeneration(db, subject, value, changedAt + times);
  }
  const { value: previous, changedAt } = readGeneration(db, 'listed names');
  const revision = previous + times * 1000;
  setGeneration(db, 'listed names', revision, changedAt);
  const place = { log: 'listed names', revision, whole: false, previous } as const;
  appendWitness(db, place, new EntryCollector().sorted());
}

/** Removes what files before have left: uploads, indexes and maps. */
function removeFilesBeside(folder: string, made: ReadonlySet<string>): void {
  const held = /-(wal|shm|\w+-lock)$/;
  for (const name of readdirSync(folder)) {
    if (!made.has(name) && !held.test(name)) rmSync(join(folder, name), { recursive: true });
  }
}
