import { existsSync } from 'node:fs';
import { finishRestore } from '#db/backup/restore.ts';
import { sealTechnologiesOnce } from '#db/broadband/technologies.ts';
import { type Connection, type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { hasDemonstration } from '#db/demonstration/marks.ts';
import { breakingMigration, migrate } from '#db/migrate.ts';
import { makeFilesPrivate } from '#db/private-file.ts';
import { isUnwritable, storageRefusal } from '#db/storage-fault.ts';
import { transact, whenUnlocked } from '#db/transaction.ts';
import { addMissingFiguresJobs } from '#flows/broadband/figures/figures-jobs.ts';
import { enterOwnCluster } from '#flows/cluster/enter.ts';
import { seedDemonstration } from '#flows/demonstration/seed.ts';
import { missingChange } from '#flows/files/last-change.ts';
import { addMissingOpenDataJob } from '#flows/open-data/open-data-job.ts';
import { prepareWitness } from '#flows/registry/build-witness.ts';
import { dueRelease, runReleaseJob } from '#flows/registry/release-job.ts';
import { removeAbandoned } from '#flows/remove-abandoned.ts';
import { secretKey } from '#flows/secret-key.ts';
import { type FirstAdmin, firstAdmin } from '#flows/staff/links.ts';
import { now } from '#lib/clock.ts';
import { SettingError, settings } from '#lib/env.ts';
import { accessWords } from '#lib/words/access.ts';
import { noControls } from '#lib/words/controls.ts';
import { inWords } from '#lib/words/word-table.ts';
import { unreadableAllowlistRows } from '#server/access/allowlist.ts';
import { messageOf } from '#server/background/leased-task.ts';
import { removeAbandonedUploads } from '#server/uploads/abandoned-uploads.ts';
import { log } from './log.ts';

/** What is known once the database is ready. */
export interface Prepared {
  /** Whether it contains demonstration data. */
  readonly demonstration: boolean;
  readonly firstAdmin: FirstAdmin | undefined;
}

/**
 * Makes the database ready before anything serves from it: creates and migrates it, removes what a crash left behind,
 * and adds demonstration data to a new database in the test environment. In a cluster the log migrates it, and a new node
 * begins with the data of the others.
 *
 * @param untilAlone is waited for before a migration that processes of the version before cannot live with
 * @throws SettingError outside the test environment for a database that contains demonstration data
 */
export async function prepareDatabase(untilAlone: () => Promise<void>): Promise<Prepared> {
  const { databaseFile, environment, demonstration } = settings();
  // a restore that was interrupted is finished first
  finishRestore(databaseFile);
  const hadDatabase = existsSync(databaseFile);
  const entrance = await enterOwnCluster();
  // a node that joins others has their data
  const isNewDatabase = !hadDatabase && (entrance === undefined || entrance === 'founded');
  const connections = openDatabase(databaseFile, { wait: 'yielding' });
  const { reader, writer } = connections;
  try {
    makeFilesPrivate(databaseFile);
    if (entrance === undefined) {
      if (breakingMigration(writer) !== undefined) await untilAlone();
      await whenUnlocked(writer, () => migrate(writer));
    }
    await whenUnlocked(writer, () => prepareWitness(writer));
    await whenUnlocked(writer, () => sealTechnologiesOnce(writer.db));
    reportOlderDatabase(writer);
    secretKey();
    await tidy(connections);
    if (isNewDatabase && environment === 'test' && demonstration === 'auto')
      await seedDemonstration(connections, databaseFile, now());
    await releaseMissed(writer);
    reportUnreadableRows(reader);
    const hasDemonstrationData = hasDemonstration(reader);
    if (hasDemonstrationData && environment !== 'test')
      throw new SettingError({ code: 'demonstration-outside-test', file: databaseFile, environment });
    const isTerminal = process.stdout.isTTY === true;
    return { demonstration: hasDemonstrationData, firstAdmin: await firstAdmin(writer, { isNewDatabase, isTerminal }) };
  } finally {
    closeDatabase(connections);
  }
}

/**
 * Removes what a crash left behind, and adds jobs that are missing. A disk that takes nothing does not keep a server from
 * answering: the next start does it.
 */
async function tidy(connections: Connections): Promise<void> {
  const { writer } = connections;
  const tasks: readonly (() => Promise<unknown>)[] = [
    () => removeAbandoned(connections, now()),
    () => removeAbandonedUploads(writer, now()),
    () => transact(writer, () => addMissingFiguresJobs(writer, now())),
    () => transact(writer, () => addMissingOpenDataJob(writer, now(), settings().cluster !== undefined)),
  ];
  for (const task of tasks) {
    try {
      await task();
    } catch (fault) {
      const refusal = isUnwritable(fault) ? fault : storageRefusal(fault, writer.sqlite.name);
      if (refusal === undefined) throw fault;
      log().error({ event: 'tidying at the start', fault: messageOf(refusal) });
    }
  }
}

/** Runs a release job that was missed while nothing ran, before the first answer. What keeps it from running is an alarm soon. */
async function releaseMissed(writer: Connection): Promise<void> {
  try {
    const due = dueRelease(writer, now());
    if (due === undefined) return;
    const run = await runReleaseJob(writer, { ...due, nowMs: now(), feedMaxAgeMs: settings().feedMaxAgeMs });
    log().info({ event: 'release job', ...run });
  } catch (fault) {
    log().error({ event: 'release job', fault: messageOf(fault) });
  }
}

/** What the files beside it say: a backup may have been restored on purpose. */
function reportOlderDatabase(writer: Connection): void {
  const change = missingChange(writer);
  if (change === undefined) return;
  log().error({ event: 'the database is older than the files beside it', file: writer.sqlite.name, missing: change });
}

/** Logs each row of the allowlist that cannot be read, for the operator. */
function reportUnreadableRows(connection: Connection): void {
  for (const { row, reason } of unreadableAllowlistRows(connection)) {
    const { id, network, registrar } = row;
    log().error({
      event: 'allowlist row unreadable',
      id,
      network,
      registrar,
      fault: inWords(accessWords, reason, noControls),
    });
  }
}
