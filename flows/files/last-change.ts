import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { getAuditHash, getLastAudit } from '#db/audit/list.ts';
import type { Connection } from '#db/client.ts';
import { privateModes } from '#db/private-file.ts';

/** Where the last change that the audit log had is noted, beside the database. */
const fileOf = (databaseFile: string) => `${databaseFile}.last-change`;

const form = /^(\d+) ([0-9a-f]{64})\n$/;

/** Notes the last change in the audit log, if it is another one than `noted`. @returns the note */
export function noteLastChange(connection: Connection, noted: string | undefined): string | undefined {
  const last = getLastAudit(connection);
  const note = last === undefined ? undefined : `${last.id} ${last.hash}\n`;
  if (note === undefined || note === noted) return noted;
  const file = fileOf(connection.sqlite.name);
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    writeFileSync(unfinished, note, { mode: privateModes.file });
    renameSync(unfinished, file);
    return note;
  } catch {
    // a full or read-only disk; the next call tries again
    return noted;
  }
}

/**
 * Whether the database is an older one than the files beside it, such as a backup that was restored: its audit log lacks the
 * last change that was noted, or has another one at its place.
 *
 * @returns the number of that change
 */
export function missingChange(connection: Connection): number | undefined {
  const [, id, hash] = form.exec(readNote(connection)) ?? [];
  if (id === undefined) return undefined;
  return getAuditHash(connection, Number(id)) === hash ? undefined : Number(id);
}

function readNote({ sqlite }: Connection): string {
  try {
    return readFileSync(fileOf(sqlite.name), 'utf8');
  } catch {
    // a new database, or one that was copied without its files
    return '';
  }
}
