import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { getLastFull } from '#db/backup/backups.ts';
import type { Connection } from '#db/client.ts';
import { makePrivateFolder } from '#db/private-file.ts';
import { archiveName, superseded } from '#lib/backup/archives.ts';
import { fullEveryMs, isBackupDue } from '#lib/backup/schedule.ts';
import { sharedNow } from '#lib/clock.ts';
import type { BackupSettings } from '#lib/env.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { listArchives } from './archive-folder.ts';
import { checkArchive } from './check-archive.ts';
import { type MadeArchive, makeArchive, requireGood } from './make-archive.ts';
import { restBetween } from './pace.ts';
import { type PageHashes, readPageHashes, writePageHashes } from './page-hashes.ts';
import { verifyArchive } from './read-archive.ts';
import { recordBackup } from './record-backup.ts';
import { writingFault } from './write-archive.ts';

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
