import { dirname, join } from 'node:path';
import { openReader } from '#db/client.ts';
import { checkAuditLog, checkFile } from '#db/integrity.ts';
import { databaseVersion, newestVersion } from '#db/migrate.ts';
import { makeScratchFolder, removeAbandonedScratch } from '#flows/files/scratch-file.ts';
import { checkAllData } from '#flows/integrity/full-check.ts';
import type { Manifest } from '#lib/backup/manifest.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { type Fault, Refusal, refuseFaults } from '#lib/refusal.ts';
import { filesOfChain } from './archive-folder.ts';
import { unpackChain } from './unpack-chain.ts';
import { writingFault } from './write-archive.ts';

/** An archive that can be restored. */
export interface CheckedArchive {
  readonly manifest: Manifest;
  /** How many archives make up its state. */
  readonly archives: number;
}

/**
 * Checks that an archive can be restored: unpacks it in the folder that it is in, with the archives that it was made on, compares every
 * checksum, and checks all data of the result.
 *
 * @throws Refusal with what is wrong
 */
export async function checkArchive(file: string, onProgress: ShowProgress): Promise<CheckedArchive> {
  const files = await filesOfChain(file);
  const besides = join(dirname(file), 'watea-check');
  removeAbandonedScratch(besides);
  const scratch = makeScratch(besides, file);
  try {
    const manifest = await unpackChain({
      files,
      pathOf: (suffix) => join(scratch.path, `watea.db${suffix}`),
      onProgress,
    });
    await requireSound(join(scratch.path, 'watea.db'), file, 'all data');
    return { manifest, archives: files.length };
  } catch (fault) {
    throw writingFault(fault, scratch.path);
  } finally {
    scratch.remove();
  }
}

function makeScratch(besides: string, file: string) {
  try {
    return makeScratchFolder(besides);
  } catch (fault) {
    throw writingFault(fault, file);
  }
}

/**
 * Checks an unpacked database: SQLite's own checks and the audit log; with `all data` also the register and the coverage,
 * if it is at this version.
 *
 * @throws Refusal with the faults, and for a database that a newer Wātea has migrated
 */
export async function requireSound(path: string, file: string, depth: 'file' | 'all data'): Promise<void> {
  const reader = openReader(path);
  try {
    const version = databaseVersion(reader.sqlite);
    const known = newestVersion();
    if (version > known) throw new Refusal({ code: 'backup-too-new', file, version, known });
    const faults = depth === 'all data' && version === known ? await checkAllData(reader) : fileFaults(reader);
    refuseFaults({ code: 'backup-unsound', file }, faults);
  } finally {
    reader.sqlite.close();
  }
}

function fileFaults(reader: Parameters<typeof checkFile>[0]): Fault[] {
  const log = checkAuditLog(reader);
  return [
    ...checkFile(reader).map((reason) => ({ where: { name: 'database' }, reason })),
    ...('fault' in log ? [{ where: { name: 'audit log' }, reason: log.fault }] : []),
  ];
}
