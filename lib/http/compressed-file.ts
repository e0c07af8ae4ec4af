import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The forms in which a file of the build is packed besides its own. */
export type Compression = 'br' | 'gzip';

/** What the name of a packed file ends in, after the file's own. */
export const suffixOf: Readonly<Record<Compression, string>> = { br: '.br', gzip: '.gz' };

const packWithBrotli = promisify(brotliCompress);
const packWithGzip = promisify(gzip);

/** Packs once as small as each form can be: the file is sent more often than it is packed. */
export function compressFile(body: Uint8Array): Readonly<Record<Compression, Promise<Uint8Array>>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  };
  return { br: packWithBrotli(body, { params }), gzip: packWithGzip(body, { level: constants.Z_BEST_COMPRESSION }) };
}
