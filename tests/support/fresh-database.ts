import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { makeFolder } from './files/temporary-folder.ts';

let template: Buffer | undefined;

/** A new, migrated database for one test, removed when the test ends. */
export function freshDatabase(): Connections {
  const folder = makeFolder();
  const file = join(folder.path, 'watea.db');
  template ??= migratedDatabase();
  writeFileSync(file, template);
  const database = openDatabase(file);
  onTestFinished(() => {
    closeDatabase(database);
    folder.remove();
  });
  return database;
}

function migratedDatabase(): Buffer {
  const folder = makeFolder();
  const file = join(folder.path, 'watea.db');
  const database = openDatabase(file);
  try {
    migrate(database.writer);
  } finally {
    closeDatabase(database);
  }
  const bytes = readFileSync(file);
  folder.remove();
  return bytes;
}
