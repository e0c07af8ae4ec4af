import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closeDatabase, openDatabase, openWriter } from '#db/client.ts';
import { archiveNames } from '#flows/backup/archive-folder.ts';
import { backUpToFolder, runScheduledBackup } from '#flows/backup/back-up.ts';
import { restoreArchive } from '#flows/backup/restore-archive.ts';
import { parseSettings } from '#lib/env.ts';
import { watchCommits } from './durable-writes.ts';
import { makeBase, nowMs, scenarios } from './kill-scenarios.ts';

/** Where the backups of a database are in these tests, and what is sent. */
export const backupsOf = (databaseFile: string) => join(dirname(databaseFile), 'backups');
export const standbyOf = (databaseFile: string) => join(dirname(databaseFile), 'standby');

/** Keeps one full archive, and the increments after it. */
export function settingsFor(databaseFile: string) {
  const { backup } = parseSettings({
    BACKUP_DIR: backupsOf(databaseFile),
    BACKUP_TO: standbyOf(databaseFile),
    BACKUP_KEEP: '1',
  });
  if (backup === undefined) throw new Error('BACKUP_DIR is set.');
  return backup;
}

const quietly = { onProgress: () => undefined } as const;

async function withWriter(
  databaseFile: string,
  onWrite: () => void,
  work: (writer: Parameters<typeof backUpToFolder>[0]) => Promise<unknown>,
) {
  const writer = openWriter(databaseFile);
  watchCommits(writer.sqlite, onWrite);
  await work(writer);
  writer.sqlite.close();
}

/** The archive of `makeBackups` that has this number; negative: from the end. */
const archiveOf = (databaseFile: string, place: number) =>
  join(backupsOf(databaseFile), archiveNames(backupsOf(databaseFile)).at(place) ?? '');

type BackupScenario = (databaseFile: string, onWrite: () => void) => Promise<unknown>;

/** What is done to a database made by `makeBackups`. */
export const backupScenarios: Readonly<Record<string, BackupScenario>> = {
  'backup of what has changed, sent': (databaseFile, onWrite) =>
    withWriter(databaseFile, onWrite, (writer) => runScheduledBackup(writer, settingsFor(databaseFile))),
  'backup of everything, which supersedes the others': (databaseFile, onWrite) =>
    withWriter(databaseFile, onWrite, (writer) =>
      backUpToFolder(writer, { settings: settingsFor(databaseFile), madeBy: 'jo', kind: 'full', ...quietly }),
    ),
  restore: (databaseFile) => restoreArchive(archiveOf(databaseFile, 0), { databaseFile, nowMs, ...quietly }),
  'restore of an increment': (databaseFile) =>
    restoreArchive(archiveOf(databaseFile, -1), { databaseFile, nowMs, ...quietly }),
};

/** Makes a database, a full backup of it and an increment after two changes, and changes it once more. */
export async function makeBackups(databaseFile: string): Promise<void> {
  await makeBase(databaseFile);
  for (const folder of [backupsOf(databaseFile), standbyOf(databaseFile)]) mkdirSync(folder);
  const database = openDatabase(databaseFile);
  const settings = settingsFor(databaseFile);
  await runScheduledBackup(database.writer, settings);
  await scenarios['release job']?.(database);
  await scenarios['place import']?.(database);
  await runScheduledBackup(database.writer, settings);
  await scenarios['coverage rollback']?.(database);
  closeDatabase(database);
}
