import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { openWriter } from '#db/client.ts';
import { archiveName } from '#lib/backup/archives.ts';
import { sharedNow } from '#lib/clock.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal } from '#lib/refusal.ts';
import { type MadeArchive, makeArchive, requireGood } from './make-archive.ts';
import { restBetween } from './pace.ts';
import { readManifest, verifyArchive } from './read-archive.ts';
import { recordBackup } from './record-backup.ts';

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
