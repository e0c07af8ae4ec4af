import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beginRestore, decideRestore, finishRestore, holdAlone, restoredFile } from '#db/backup/restore.ts';
import { newestVersion } from '#db/migrate.ts';
import { makePrivateFolder } from '#db/private-file.ts';
import { makeScratchFolder, removeAbandonedScratch } from '#flows/files/scratch-file.ts';
import { type Manifest, suffixOf } from '#lib/backup/manifest.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal } from '#lib/refusal.ts';
import { filesOfChain } from './archive-folder.ts';
import { requireSound } from './check-archive.ts';
import { readManifest } from './read-archive.ts';
import { unpackChain } from './unpack-chain.ts';
import { writingFault } from './write-archive.ts';

export interface Restoring {
  readonly databaseFile: string;
  readonly nowMs: number;
  readonly onProgress: ShowProgress;
}

export interface Restored {
  readonly manifest: Manifest;
  /** How many archives made up the state. */
  readonly archives: number;
  /** The folder with what was there before; undefined if nothing was. */
  readonly keptIn: string | undefined;
}

/**
 * Puts the state of an archive in the place of the database and the files beside it. All of it is unpacked and checked
 * first. What was there is moved to a folder of its own. A process that is killed at any moment leaves either what was
 * there or the restored state (`db/backup/finish-restore.ts`).
 *
 * @throws Refusal when the archive is not sound, or another process has the database open; nothing has changed then
 */
export async function restoreArchive(file: string, { databaseFile, nowMs, onProgress }: Restoring): Promise<Restored> {
  const files = await filesOfChain(file);
  await requireKnownVersion(file);
  makePrivateFolder(dirname(databaseFile));
  finishRestore(databaseFile);
  const hold = holdAlone(databaseFile);
  try {
    removeAbandonedScratch(databaseFile);
    const scratch = makeScratchFolder(databaseFile);
    try {
      const aside = `-before-${stampOf(nowMs)}`;
      beginRestore(scratch.path, aside);
      const pathOf = (suffix: string) => restoredFile(scratch.path, suffix);
      const manifest = await unpackChain({ files, pathOf, onProgress });
      await requireSound(pathOf(''), file, 'file');
      removeOthers(dirname(pathOf('')), [pathOf(''), ...manifest.files.map((member) => pathOf(suffixOf(member)))]);
      decideRestore(scratch.path, databaseFile);
      finishRestore(databaseFile);
      const keptIn = `${databaseFile}${aside}`;
      return { manifest, archives: files.length, keptIn: hasFiles(keptIn) ? keptIn : undefined };
    } catch (fault) {
      throw writingFault(fault, databaseFile);
    } finally {
      scratch.remove();
    }
  } finally {
    hold.release();
  }
}

/** Before anything is unpacked, which takes long. */
async function requireKnownVersion(file: string): Promise<void> {
  const { version } = (await readManifest(file)).manifest.database;
  const known = newestVersion();
  if (version > known) throw new Refusal({ code: 'backup-too-new', file, version, known });
}

/** Removes what earlier archives of the chain had, and what the check has left. */
function removeOthers(folder: string, kept: readonly string[]): void {
  for (const name of readdirSync(folder)) if (!kept.includes(join(folder, name))) rmSync(join(folder, name));
}

const hasFiles = (folder: string) => readdirSync(folder).length > 0;

const stampOf = (nowMs: number) => new Date(nowMs).toISOString().replaceAll(/[-:.]/g, '');
