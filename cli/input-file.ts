import { createReadStream } from 'node:fs';
import { Argument } from 'commander';
import { UsageError } from '#cli/command-line.ts';
import { Refusal } from '#lib/refusal.ts';
import { statOf } from './given-path.ts';

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
