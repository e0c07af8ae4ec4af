import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createPrivateFile, privateModes } from '#db/private-file.ts';

/** A file or a folder that is needed only while a command or job runs. */
export interface ScratchFile {
  readonly path: string;
  remove(): void;
}

let made = 0;

/** A new, empty file beside the database. */
export function makeScratchFile(databaseFile: string): ScratchFile {
  const scratch = scratchAt(databaseFile);
  createPrivateFile(scratch.path);
  return scratch;
}

/** A new, empty folder beside the database: what another program makes in it is private, whatever its umask. */
export function makeScratchFolder(databaseFile: string): ScratchFile {
  const scratch = scratchAt(databaseFile);
  mkdirSync(scratch.path, { mode: privateModes.folder });
  return scratch;
}

function scratchAt(databaseFile: string): ScratchFile {
  const path = `${databaseFile}-scratch-${process.pid}-${++made}`;
  const remove = () => rmSync(path, { force: true, recursive: true });
  // left by a killed process that had the same id
  remove();
  return { path, remove };
}

/** Removes the scratch files and folders of processes that were killed. */
export function removeAbandonedScratch(databaseFile: string): void {
  const folder = dirname(databaseFile);
  const prefix = `${basename(databaseFile)}-scratch-`;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!isRunning(pid)) rmSync(join(folder, name), { force: true, recursive: true });
  }
}

/** Whether a process of this machine runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    // the process of another user exists, but may not be signalled
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM';
  }
}
