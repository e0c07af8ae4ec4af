import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { headOf } from './head-of.ts';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * The bytes of a file, unpacked if its first two bytes say that it is gzip, whatever the file is called.
 *
 * @throws UnreadableFile for gzip data that are damaged or end too early; it does not know the line
 */
export async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, whole } = await headOf(bytes, ({ length }) => length >= 2);
  yield* head[0] === 0x1f && head[1] === 0x8b ? gunzipped(whole) : whole;
}

async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(bytes);
  const gunzip = createGunzip();
  source.on('error', (fault) => gunzip.destroy(fault));
  try {
    yield* source.pipe(gunzip);
  } catch (fault) {
    const code = (fault as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('Z_')) throw fault;
    throw new UnreadableFile({ code: code === 'Z_BUF_ERROR' ? 'gzip-cut-short' : 'gzip-damaged' });
  }
}
