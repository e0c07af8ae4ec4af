import { once } from 'node:events';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';
import Negotiator from 'negotiator';
import { type Answer, isStreamed, type StreamedBody } from './answer.ts';

/** A shorter body is sent as it is: its head is longer. */
const leastBytes = 1024;
/** As fast as gzip, and smaller. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const codings = {
  zstd: { whole: promisify(zstdCompress), stream: createZstdCompress },
  br: {
    whole: (body: string | Uint8Array) => promisify(brotliCompress)(body, brotli),
    stream: () => createBrotliCompress(brotli),
  },
  gzip: { whole: promisify(gzip), stream: createGzip },
} as const satisfies Record<
  string,
  { whole: (body: string | Uint8Array) => Promise<Uint8Array>; stream: () => Transform }
>;

// `*` gets what every client that says so can read: Prism does, and knows no zstd
const chooseEncoding = encodingChooser<keyof typeof codings>(['gzip', 'br', 'zstd', 'identity']);

/** An answer in the encoding that its caller prefers: zstd, Brotli or gzip, compressed on another thread. */
export function encodedAnswer(request: Pick<Headers, 'get'>, answer: Answer): Answer | Promise<Answer> {
  const { body } = answer;
  if (body === null) return answer;
  const encoding = chooseEncoding(request.get('accept-encoding'));
  const headers = { ...answer.headers, Vary: 'Accept-Encoding' };
  if (encoding === 'identity' || (!isStreamed(body) && body.length < leastBytes)) return { ...answer, headers };
  const encoded = { ...answer, headers: { ...headers, 'Content-Encoding': encoding } };
  const { whole, stream } = codings[encoding];
  if (isStreamed(body)) return { ...encoded, body: compressed(body, stream()) };
  return whole(body).then((bytes) => ({ ...encoded, body: bytes }));
}

/** Compresses a body while it is made; a chunk may be empty while the compressor waits for more. */
function compressed(body: StreamedBody, compressor: Transform): StreamedBody {
  let made: Uint8Array[] = [];
  let isEnded = false;
  compressor.on('data', (bytes: Uint8Array) => made.push(bytes));
  return {
    async next() {
      if (isEnded) return undefined;
      const chunk = await body.next();
      if (chunk === undefined) {
        isEnded = true;
        const ended = once(compressor, 'end');
        compressor.end();
        await ended;
      } else {
        await new Promise((resolve) => compressor.write(chunk, resolve));
      }
      const taken = Buffer.concat(made);
      made = [];
      return taken;
    },
    end() {
      compressor.destroy();
      body.end();
    },
  };
}

/** The most different `Accept-Encoding` that are remembered. */
const maxChosen = 200;

/**
 * Chooses an encoding for each `Accept-Encoding` (RFC 9110, 12.5.3), and remembers it: callers repeat the same few, and a
 * choice takes a microsecond.
 *
 * @param own those that there are; of several that the caller accepts equally the one it names first, else the first of these
 */
export function encodingChooser<Encoding extends string>(
  own: readonly (Encoding | 'identity')[],
): (acceptEncoding: string | null) => Encoding | 'identity' {
  const chosen = new Map<string, Encoding | 'identity'>();
  return (acceptEncoding) => {
    if (acceptEncoding === null) return 'identity';
    const known = chosen.get(acceptEncoding);
    if (known !== undefined) return known;
    const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
    const preferred = negotiator.encodings([...own])[0];
    const encoding = own.find((one) => one === preferred) ?? 'identity';
    if (chosen.size >= maxChosen) chosen.clear();
    chosen.set(acceptEncoding, encoding);
    return encoding;
  };
}

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
