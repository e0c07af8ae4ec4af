import { existsSync } from 'node:fs';
import { ifCoverageIsIdle } from '#db/broadband/lock.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { hasDemonstration } from '#db/demonstration/marks.ts';
import { migrate } from '#db/migrate.ts';
import { drawMissing } from '#flows/broadband/draw-layers.ts';
import { seedDemonstration } from '#flows/demonstration/seed.ts';
import { removeAbandoned } from '#flows/remove-abandoned.ts';
import { now } from '#lib/clock.ts';
import { SettingError, settings } from '#lib/env.ts';
import { reportUnreadableRows } from '#server/access/allowlist.ts';
import { tidyUploads } from '#server/uploads/upload-tidying.ts';
import { firstAdminLines } from './first-admin.ts';
import { secretKey } from './secret-key.ts';

/** What is known once the database is ready: whether its data were made up, and what to tell while it has no staff. */
export interface Prepared {
  readonly demonstration: boolean;
  readonly firstAdmin: readonly string[];
}

/**
 * Makes the database ready before anything serves from it: made and migrated, what a crash left behind removed, the
 * demonstration data laid where a new database asks for them.
 *
 * @throws SettingError outside the test environment on a database that holds demonstration data
 */
export async function prepareDatabase(): Promise<Prepared> {
  const { databaseFile, environment, demonstration } = settings();
  const isNew = !existsSync(databaseFile);
  const connections = openDatabase(databaseFile);
  try {
    migrate(connections.writer);
    secretKey();
    await removeAbandoned(connections, now());
    await tidyUploads(connections.writer, now());
    // somebody who is at work on the coverage goes first
    await ifCoverageIsIdle(
      connections.writer,
      async () => void (await drawMissing(connections.writer, { nowMs: now() })),
    );
    if (isNew && environment === 'test' && demonstration === 'auto')
      await seedDemonstration(connections, databaseFile, now());
    reportUnreadableRows(connections.reader);
    const holdsDemonstration = hasDemonstration(connections.reader);
    if (holdsDemonstration && environment !== 'test') {
      throw new SettingError(
        `The database ${databaseFile} holds demonstration data, which must not answer in ${environment}: run "npm run watea -- seed --remove-demo" first.`,
      );
    }
    const seen = { isNewDatabase: isNew, isTerminal: process.stdout.isTTY === true };
    return { demonstration: holdsDemonstration, firstAdmin: firstAdminLines(connections.writer, seen) };
  } finally {
    closeDatabase(connections);
  }
}
