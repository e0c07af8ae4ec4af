import type { Connection } from '#db/client.ts';
import { deleteUpload, isElsewhere, isUploadNeeded, listUploads, type Upload } from '#db/jobs/uploads.ts';
import { transact } from '#db/transaction.ts';
import { listUploadFiles, removeUploadFile, storedBytes } from '#flows/files/upload-files.ts';
import { now } from '#lib/clock.ts';
import { messageOf } from '#server/background/leased-task.ts';

/** How often abandoned uploads are removed, in milliseconds. */
const removeEveryMs = 600_000;
/** How long an upload is kept that nobody continues and no job reads, in milliseconds. */
const keptMs = 86_400_000;
/** A row gets its file right away; after this long without one, its process has died in between. */
const withoutFileMs = 60_000;
/** How long the row of an upload to another node is kept that no job needs: that node removes it, unless it is lost. */
const elsewhereKeptMs = 7 * 86_400_000;

/**
 * Removes abandoned uploads: those that were not touched for a day and that no job needs, rows without a file, and files
 * without a row.
 *
 * @param fileNowMs by the clock of the machine, which dates files
 * @returns how many
 */
export async function removeAbandonedUploads(
  connection: Connection,
  nowMs: number,
  fileNowMs = Date.now(),
): Promise<number> {
  const uploads = listUploads(connection);
  const known = new Set(uploads.map(({ id }) => id));
  const stray = (await listUploadFiles()).filter((id) => !known.has(id));
  const abandoned = uploads.filter((upload) => isAbandoned(connection, upload, nowMs, fileNowMs)).map(({ id }) => id);
  if (abandoned.length > 0)
    await transact(connection, (db) => {
      for (const id of abandoned) deleteUpload(db, id);
    });
  for (const id of [...stray, ...abandoned]) await removeUploadFile(id);
  return stray.length + abandoned.length;
}

function isAbandoned(connection: Connection, upload: Upload, nowMs: number, fileNowMs: number): boolean {
  const { id, createdAt } = upload;
  if (isUploadNeeded(connection, id)) return false;
  if (isElsewhere(upload)) return nowMs - createdAt > elsewhereKeptMs;
  const file = storedBytes(id);
  if (file === undefined) return nowMs - createdAt > withoutFileMs;
  return fileNowMs - file.touchedAt > keptMs;
}

/** Removes abandoned uploads now and then; a fault is reported, and the next run goes ahead. */
export function scheduleUploadRemoval(
  connection: Connection,
  report: (event: Record<string, unknown>) => void,
): { stop(): void } {
  const timer = setInterval(() => {
    removeAbandonedUploads(connection, now()).catch((fault: unknown) => {
      const message = messageOf(fault);
      report({ event: 'abandoned uploads were not removed', fault: message });
    });
  }, removeEveryMs);
  return { stop: () => clearInterval(timer) };
}
