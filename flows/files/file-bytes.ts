import { createReadStream } from 'node:fs';
import { Refusal } from '#lib/refusal.ts';

interface FileRange {
  /** The first byte; 0 if left out. */
  readonly start?: number;
  /** The byte after the last one; without it all bytes are read. */
  readonly end?: number | undefined;
  /** How messages name the file. */
  readonly name?: string;
}

/** The bytes of a file. @throws Refusal if it does not exist or cannot be read */
export async function* fileBytes(
  path: string,
  { start = 0, end, name = 'The file' }: FileRange = {},
): AsyncGenerator<Uint8Array> {
  if (start === end) return;
  try {
    // Node includes the last byte
    yield* createReadStream(path, end === undefined ? { start } : { start, end: end - 1 });
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
    // faults thrown by the reader of these bytes end up here too
    if (!/^E[A-Z]+$/.test(code)) throw fault;
    throw new Refusal(code === 'ENOENT' ? { code: 'file-gone' } : { code: 'file-unreadable', file: name });
  }
}
