import { closeDatabase, openDatabase } from '#db/client.ts';
import { coverageFileAt } from '#flows/broadband/import/coverage-file.ts';
import { importCoverage } from '#flows/broadband/import/import-coverage.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { noChoices } from '#lib/broadband/import/mapping/choices.ts';
import { nowMs } from '#tests/support/files/coverage-files.ts';

/**
 * A process for tests to kill. On its first message it imports a file into a database in place of the published coverage,
 * and publishes it, with the chunks and pauses of a database in use.
 */
const [databaseFile = '', path = ''] = process.argv.slice(2);
const writing = { nowMs, isLossConfirmed: true };

process.once('message', async () => {
  const database = openDatabase(databaseFile);
  const usual = { mode: 'replace', newProviders: true, choices: noChoices } as const;
  const { id } = await importCoverage(database, coverageFileAt(path), { ...writing, ...usual });
  await publishVersion(database, id, writing);
  closeDatabase(database);
  process.disconnect();
});
process.send?.('ready');
