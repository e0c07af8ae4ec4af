import { createReadStream } from 'node:fs';
import { Refusal } from '#lib/refusal.ts';

/** The bytes of a file that work reads. @throws Refusal when it is not there, or cannot be read */
export async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (fault) {
    const code = (fault as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('E')) throw fault;
    throw new Refusal(code === 'ENOENT' ? 'The file is not there any more.' : `The file cannot be read (${code}).`);
  }
}
