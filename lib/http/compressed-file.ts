import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The encodings in which each file of the build is also stored compressed. */
export type Compression = 'br' | 'gzip';

/** What is appended to a file's name for its compressed copy. */
export const suffixOf: Readonly<Record<Compression, string>> = { br: '.br', gzip: '.gz' };

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses as far as each encoding allows: a file is compressed once and sent often. */
export function compressFile(body: Uint8Array): Readonly<Record<Compression, Promise<Uint8Array>>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  };
  return { br: toBrotli(body, { params }), gzip: toGzip(body, { level: constants.Z_BEST_COMPRESSION }) };
}
