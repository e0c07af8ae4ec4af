import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';

/** A new empty folder; the caller removes it. */
export function makeFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'watea-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A new, migrated database for one test, removed when the test ends. */
export function freshDatabase(): Connections {
  const folder = makeFolder();
  const database = openDatabase(join(folder.path, 'watea.db'));
  migrate(database.writer);
  onTestFinished(() => {
    closeDatabase(database);
    folder.remove();
  });
  return database;
}
