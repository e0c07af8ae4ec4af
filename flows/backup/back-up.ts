import { existsSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { getLastFull, insertBackup, listUnsent, markSent } from '#db/backup/backups.ts';
import { type Connection, openWriter } from '#db/client.ts';
import { clearAlarm, raiseAlarm } from '#db/jobs/alarms.ts';
import { databaseVersion, newestVersion } from '#db/migrate.ts';
import { makePrivateFolder } from '#db/private-file.ts';
import { isStorageRefusal } from '#db/storage-fault.ts';
import { transact, whenUnlocked } from '#db/transaction.ts';
import { archiveName, superseded } from '#lib/backup/archives.ts';
import { fullEveryMs, isBackupDue } from '#lib/backup/schedule.ts';
import { sharedNow } from '#lib/clock.ts';
import type { BackupSettings } from '#lib/env.ts';
import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal, type RefusalRecord } from '#lib/refusal.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { listArchives } from './archive-folder.ts';
import { checkArchive } from './check-archive.ts';
import { type MadeArchive, makeArchive, requireGood } from './make-archive.ts';
import { restBetween } from './pace.ts';
import { type PageHashes, readPageHashes, writePageHashes } from './page-hashes.ts';
import { readManifest, verifyArchive } from './read-archive.ts';
import { sendArchive } from './send-archive.ts';
import { writingFault } from './write-archive.ts';

interface FileOrder {
  /** Who made it, for the record. */
  readonly madeBy: string;
  readonly onProgress: ShowProgress;
}

/**
 * Backs up the database and the files beside it into a file, while everything runs, and reads it back once.
 *
 * @param given the file, or a folder in which it gets a name of its own. An older backup is replaced
 * @throws Refusal when it cannot be written, or would replace something else
 */
export async function backUpToFile(
  databaseFile: string,
  given: string,
  { madeBy, onProgress }: FileOrder,
): Promise<MadeArchive> {
  const path = resolve(given);
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  if (!isFolder && existsSync(path)) await requireArchive(path);
  const startedAt = sharedNow();
  const writer = openWriter(databaseFile);
  try {
    const made = await makeArchive(databaseFile, {
      fileOf: (kind, madeAt) => (isFolder ? join(path, archiveName(kind, madeAt)) : path),
      pace: restBetween(),
      onProgress,
    });
    await requireGood(made, () => verifyArchive(made.file, restBetween()));
    await recordBackup(writer, { made, madeBy, startedAt });
    return made;
  } finally {
    writer.sqlite.close();
  }
}

async function requireArchive(path: string): Promise<void> {
  try {
    await readManifest(path);
  } catch (fault) {
    if (fault instanceof Refusal) throw new Refusal({ code: 'backup-would-replace', file: basename(path) });
    throw fault;
  }
}

export interface FolderOrder {
  readonly settings: BackupSettings;
  /** Who made it, for the record. */
  readonly madeBy: string;
  /** `due`: an increment where one is enough. */
  readonly kind: 'full' | 'due';
  readonly onProgress: ShowProgress;
}

/**
 * Backs up into the folder of backups, checks what was written, and then removes the archives that are no longer kept.
 * With a standby, increments follow a full archive for a day.
 *
 * @throws Refusal when it cannot be written, or is not sound
 */
export async function backUpToFolder(writer: Connection, order: FolderOrder): Promise<MadeArchive> {
  try {
    return await backUp(writer, order);
  } catch (fault) {
    // the folder may be gone or read-only at any moment
    const { folder } = order.settings;
    throw writingFault(fault, join(folder, 'archive'), folder);
  }
}

async function backUp(writer: Connection, { settings, madeBy, kind, onProgress }: FolderOrder): Promise<MadeArchive> {
  const { folder, target, keep } = settings;
  const startedAt = sharedNow();
  makePrivateFolder(folder);
  const hasIncrements = target !== undefined;
  const base = hasIncrements && kind === 'due' ? baseIn(folder, writer, startedAt) : undefined;
  const made = await makeArchive(writer.sqlite.name, {
    fileOf: (madeKind, madeAt) => join(folder, archiveName(madeKind, madeAt)),
    base,
    isBase: hasIncrements,
    pace: restBetween(),
    onProgress,
  });
  // a full archive by unpacking it; an increment, every few minutes, by its checksums
  await requireGood(made, () =>
    made.manifest.kind === 'full' ? checkArchive(made.file, onProgress) : verifyArchive(made.file, restBetween()),
  );
  if (hasIncrements) writePageHashes(folder, made);
  await recordBackup(writer, { made, madeBy, startedAt });
  for (const { name } of superseded(await listArchives(folder), keep)) rmSync(join(folder, name), { force: true });
  return made;
}

/** What an increment can be made on; undefined when the last full archive is a day old. */
function baseIn(folder: string, writer: Connection, nowMs: EpochMs): PageHashes | undefined {
  const fullAt = getLastFull(writer)?.madeAt ?? undefined;
  return isBackupDue(fullAt, fullEveryMs, nowMs) ? undefined : readPageHashes(folder);
}

interface BackupFacts {
  readonly madeBy: string;
  readonly startedAt: EpochMs;
}

/**
 * Records a backup that was made, for the overview. It is as good without its record: where nothing can be written, or
 * the database is of another version, no record is made.
 *
 * @returns the number of the record
 */
export async function recordBackup(
  writer: Connection,
  { made, ...facts }: BackupFacts & { readonly made: MadeArchive },
): Promise<number | undefined> {
  const { file, bytes, manifest } = made;
  const madeAt = Date.parse(manifest.madeAt);
  return await record(writer, { ...facts, kind: manifest.kind, file, bytes, madeAt });
}

/** Records that a backup failed. */
export async function recordFailure(
  writer: Connection,
  facts: BackupFacts & { readonly file: string; readonly fault: RefusalRecord },
): Promise<void> {
  await record(writer, { ...facts, kind: 'full' });
}

async function record(
  writer: Connection,
  row: Omit<Parameters<typeof insertBackup>[1], 'endedAt'>,
): Promise<number | undefined> {
  if (databaseVersion(writer.sqlite) !== newestVersion()) return undefined;
  try {
    return await transact(writer, (db) => insertBackup(db, { ...row, endedAt: sharedNow() }));
  } catch (fault) {
    if (isStorageRefusal(fault)) return undefined;
    throw fault;
  }
}

/** The author of a backup that was made on schedule. */
export const bySchedule = 'schedule';

/**
 * Makes the backup that is due, and sends what the standby does not have. Raises an alarm when either fails, and clears
 * it when both have succeeded.
 *
 * @returns the alarm
 */
export async function runScheduledBackup(
  writer: Connection,
  settings: BackupSettings,
): Promise<AlarmFacts | undefined> {
  const alarm = (await tryToBackUp(writer, settings)) ?? (await tryToSend(writer, settings));
  await whenUnlocked(writer, () => {
    if (alarm === undefined) clearAlarm(writer, 'backup', sharedNow());
    else raiseAlarm(writer, 'backup', alarm, sharedNow());
  });
  return alarm;
}

async function tryToBackUp(writer: Connection, settings: BackupSettings): Promise<AlarmFacts | undefined> {
  const startedAt = sharedNow();
  try {
    await backUpToFolder(writer, { settings, madeBy: bySchedule, kind: 'due', onProgress: () => undefined });
    return undefined;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    const refusal = fault.record;
    await recordFailure(writer, { madeBy: bySchedule, startedAt, file: settings.folder, fault: refusal });
    return { code: 'backup-failed', refusal };
  }
}

async function tryToSend(writer: Connection, settings: BackupSettings): Promise<AlarmFacts | undefined> {
  const { target } = settings;
  if (target === undefined) return undefined;
  try {
    for (const { id, file } of listUnsent(writer)) {
      // it was removed by a person
      if (!existsSync(file)) continue;
      await sendArchive(target, settings, file);
      await transact(writer, (db) => markSent(db, id, sharedNow()));
    }
    return undefined;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return { code: 'backup-not-sent', refusal: fault.record };
  }
}
