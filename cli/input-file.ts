import { createReadStream } from 'node:fs';
import { Refusal } from '#lib/refusal.ts';

/** What a file given on the command line is called in messages; `-` is standard input. */
export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/** The bytes of a file given on the command line; `-` is standard input. @throws Refusal when it cannot be read */
export async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? process.stdin : createReadStream(file);
  } catch (fault) {
    const code = (fault as NodeJS.ErrnoException).code;
    if (code === undefined || !code.startsWith('E')) throw fault;
    throw new Refusal(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`);
  }
}
