import type { Connection } from '#db/client.ts';
import { isUploadNeeded, listUploads, removeUpload, type Upload } from '#db/jobs/uploads.ts';
import { now } from '#lib/clock.ts';
import { listUploadFiles, removeUploadFile, storedBytes } from './upload-files.ts';

/** How often uploads are looked through, in milliseconds. */
const tidyEveryMs = 600_000;
/** An upload that nobody goes on with or works on is kept this long, in milliseconds. */
const keptMs = 86_400_000;
/** Between an upload's row and its file nothing else is done; without one for longer, its process died in between. */
const withoutFileMs = 60_000;

/**
 * Removes uploads that were abandoned: untouched for a day and wanted by no work, rows without a file, and files without
 * a row. @returns how many
 */
export async function tidyUploads(connection: Connection, nowMs: number): Promise<number> {
  const standing = listUploads(connection);
  const known = new Set(standing.map(({ id }) => id));
  const stray = (await listUploadFiles()).filter((id) => !known.has(id));
  const lapsed = standing.filter((upload) => isLapsed(connection, upload, nowMs));
  for (const upload of lapsed) removeUpload(connection.db, upload);
  for (const id of [...stray, ...lapsed.map(({ id }) => id)]) await removeUploadFile(id);
  return stray.length + lapsed.length;
}

function isLapsed(connection: Connection, { id, createdAt }: Upload, nowMs: number): boolean {
  if (isUploadNeeded(connection, id)) return false;
  const file = storedBytes(id);
  if (file === undefined) return nowMs - createdAt > withoutFileMs;
  return Date.now() - file.touchedAt > keptMs;
}

/** Tidies now and then; a fault is reported, and the next time comes all the same. */
export function scheduleUploadTidying(
  connection: Connection,
  report: (event: Record<string, unknown>) => void,
): { stop(): void } {
  const timer = setInterval(() => {
    tidyUploads(connection, now()).catch((fault: unknown) => {
      report({ event: 'uploads were not tidied', fault: fault instanceof Error ? fault.message : String(fault) });
    });
  }, tidyEveryMs);
  return { stop: () => clearInterval(timer) };
}
