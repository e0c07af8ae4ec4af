import { createReadStream, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Argument } from 'commander';
import { Refusal } from '#lib/refusal.ts';
import { UsageError } from './command-line.ts';

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

/**
 * The argument of a command that reads a file. A path that leads to no file is wrong usage, found before anything is begun:
 * a mistyped path must not look like a delivery that failed.
 */
export function inputFile(description: string, { isOptional = false } = {}): Argument {
  return new Argument(isOptional ? '[file]' : '<file>', description).argParser(existingFile);
}

/** The path of a file that exists, or `-` for standard input. @throws UsageError */
export function existingFile(path: string): string {
  if (path === '-') return path;
  const found = statOf(path);
  if (found === undefined) throw new UsageError(`There is no file ${path}.`);
  if (found.isDirectory()) throw new UsageError(`${path} is a folder, not a file.`);
  return path;
}

/** The name in messages of a file given on the command line; `-` is standard input. */
export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/** The bytes of a file given on the command line; `-` is standard input. @throws Refusal when it cannot be read */
export async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? process.stdin : createReadStream(file);
  } catch (fault) {
    throw readingFault(fault, file);
  }
}

/** The Refusal for a fault in reading `file`; any other fault is returned as it is. */
export function readingFault(fault: unknown, file: string): unknown {
  const errno = (fault as NodeJS.ErrnoException).code;
  if (errno === undefined || !/^E[A-Z]+$/.test(errno)) return fault;
  return new Refusal({ code: errno === 'ENOENT' ? 'no-such-file' : 'file-unreadable', file });
}
