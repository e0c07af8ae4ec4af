import { createReadStream } from 'node:fs';
import { Refusal } from '#lib/refusal.ts';

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
