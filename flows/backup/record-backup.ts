import { insertBackup } from '#db/backup/backups.ts';
import type { Connection } from '#db/client.ts';
import { databaseVersion, newestVersion } from '#db/migrate.ts';
import { isStorageRefusal } from '#db/storage-fault.ts';
import { transact } from '#db/transaction.ts';
import { sharedNow } from '#lib/clock.ts';
import type { RefusalRecord } from '#lib/refusal.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { MadeArchive } from './make-archive.ts';

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
