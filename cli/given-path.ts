import { type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '#cli/command-line.ts';

/** What is at a path that was given; undefined if nothing is. @throws UsageError for a path that cannot exist */
export function statOf(path: string): Stats | undefined {
  if (path === '') throw new UsageError('A path must not be empty.');
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (fault) {
    // such as a name that is too long, or a folder that is closed to this account
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
    if (/^E[A-Z]+$/.test(code)) throw new UsageError(`${path} cannot be opened (${code}).`);
    throw fault;
  }
}

/** The path of a folder that exists. @throws UsageError */
export function existingFolder(path: string): string {
  const found = statOf(path);
  if (found === undefined) throw new UsageError(`There is no folder ${path}.`);
  if (!found.isDirectory()) throw new UsageError(`${path} is not a folder.`);
  return path;
}

/** The path of a file to write, or of a folder for it, in a folder that exists. @throws UsageError */
export function writablePath(path: string): string {
  if (statOf(path) === undefined) existingFolder(dirname(path));
  return path;
}

/** The path of a file to write in a folder that exists, or `-` for standard output. @throws UsageError */
export function outputFile(path: string): string {
  if (path === '-') return path;
  if (statOf(path)?.isDirectory() === true) throw new UsageError(`${path} is a folder, not a file.`);
  return writablePath(path);
}
