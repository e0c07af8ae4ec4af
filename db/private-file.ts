import {
  chmodSync,
  closeSync,
  type Dirent,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The modes of everything that belongs to the database: for its own user alone, whatever the umask. */
export const privateModes = { file: 0o600, folder: 0o700 } as const;

/** Makes a folder and those above it, if necessary, so that they survive a power cut. */
export function makePrivateFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: privateModes.folder });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    syncFolder(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

/**
 * Creates an empty file unless one exists. SQLite would create it with the mode that the umask leaves; what it makes
 * beside a file (-wal, -shm, -journal) gets the mode of the file.
 */
export function createPrivateFile(file: string): void {
  try {
    // an existing file must not be opened: closing it would drop the locks that SQLite has on it in this process
    closeSync(openSync(file, 'wx', privateModes.file));
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
  }
}

/** Takes a file away from other users, if it is this user's to change. */
export function makePrivate(file: string, mode: number = privateModes.file): void {
  try {
    chmodSync(file, mode);
  } catch (fault) {
    if (!['EPERM', 'ENOENT', 'EROFS'].includes((fault as NodeJS.ErrnoException).code ?? '')) throw fault;
  }
}

/**
 * Takes all files whose names begin with that of the database away from other users: those that older versions made, and
 * copies that people made. A folder that is private already is not searched: what is in it was made private.
 */
export function makeFilesPrivate(databaseFile: string): void {
  const start = basename(databaseFile);
  for (const entry of readdirSync(dirname(databaseFile), { withFileTypes: true })) {
    if (entry.name.startsWith(start)) makeEntryPrivate(entry);
  }
}

function makeEntryPrivate(entry: Dirent): void {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile()) makePrivate(path);
  if (!entry.isDirectory() || isPrivateFolder(path)) return;
  for (const inner of readdirSync(path, { withFileTypes: true })) makeEntryPrivate(inner);
  makePrivate(path, privateModes.folder);
}

function isPrivateFolder(path: string): boolean {
  return (statSync(path).mode & 0o777) === privateModes.folder;
}

/** Writes a file that survives a power cut complete or not at all. */
export function writePrivateFile(file: string, content: string | Buffer): void {
  const unfinished = writeUnfinished(file, content);
  renameDurably(unfinished, file);
}

/** `writePrivateFile`, unless the file exists. */
export function writeNewPrivateFile(file: string, content: string): void {
  const unfinished = writeUnfinished(file, content);
  try {
    // unlike a rename, this never replaces a file
    linkSync(unfinished, file);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
  } finally {
    rmSync(unfinished);
    syncFolder(dirname(file));
  }
}

/** Gives a complete file its name. Its bytes must be on the disk already (`syncFile`). */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Waits until the bytes of a file are on the disk. Not for a database that this process has open. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Waits until the names in a folder are on the disk. */
export function syncFolder(folder: string): void {
  syncFile(folder);
}

function writeUnfinished(file: string, content: string | Buffer): string {
  const unfinished = `${file}.${process.pid}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    writeFileSync(unfinished, content, { mode: privateModes.file, flag: 'wx', flush: true });
  } catch (fault) {
    rmSync(unfinished, { force: true });
    throw fault;
  }
  return unfinished;
}
