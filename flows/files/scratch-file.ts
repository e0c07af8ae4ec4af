import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createPrivateFile } from '#db/private-file.ts';

/** A path for a file that is needed only while a command or job runs. */
export interface ScratchFile {
  readonly path: string;
  remove(): void;
}

let made = 0;

/** A new, empty file beside the database. */
export function makeScratchFile(databaseFile: string): ScratchFile {
  const path = `${databaseFile}-scratch-${process.pid}-${++made}`;
  // left by a killed process that had the same id
  rmSync(path, { force: true });
  createPrivateFile(path);
  return { path, remove: () => rmSync(path, { force: true }) };
}

/** Removes the scratch files of processes that were killed. */
export function removeAbandonedScratch(databaseFile: string): void {
  const folder = dirname(databaseFile);
  const prefix = `${basename(databaseFile)}-scratch-`;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!isRunning(pid)) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    // the process of another user exists, but may not be signalled
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM';
  }
}
