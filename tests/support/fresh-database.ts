import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { makeFolder } from './files/temporary-folder.ts';

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
