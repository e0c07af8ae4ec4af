import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { andThen } from '#lib/maybe-promise.ts';
import type { Answer } from './answer.ts';
import { encodingChooser } from './encoded-answer.ts';

/** The encodings of a body, in order of preference where the caller accepts several equally. */
const encodings = ['gzip', 'br', 'identity'] as const;
type Encoding = (typeof encodings)[number];

const chosenEncoding = encodingChooser<Encoding>(encodings);

const compressWith = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;

/** At 4, Brotli compresses a droplist of 10,000 names as small as gzip in two thirds of the time; above, it is far slower. */
const brotliQuality = 4;

/**
 * A body in its encodings, with the validators of conditional requests (RFC 9110). Each encoding has a strong tag of its
 * own (R13). It is compressed at its first request, on another thread, and cached.
 */
export class Representation {
  /** As an HTTP date; whole seconds. */
  readonly lastModified: string;
  /** Undefined for the endpoint's own. */
  readonly contentType: string | undefined;
  readonly #tags: Readonly<Record<Encoding, string>>;
  readonly #identity: Uint8Array;
  readonly #compressed = new Map<Encoding, Uint8Array | Promise<Uint8Array>>();

  /** @param made a body and its SHA-256 in base64url */
  constructor(
    { body, digest }: { readonly body: Uint8Array; readonly digest: string },
    lastModifiedMs: number,
    contentType?: string,
  ) {
    const tag = digest.slice(0, 27);
    this.#tags = { br: `"${tag}-br"`, gzip: `"${tag}-gzip"`, identity: `"${tag}"` };
    this.#identity = body;
    this.lastModified = new Date(lastModifiedMs).toUTCString();
    this.contentType = contentType;
  }

  /** The length of the uncompressed body. */
  get byteLength(): number {
    return this.#identity.byteLength;
  }

  tag(encoding: Encoding): string {
    return this.#tags[encoding];
  }

  hasTag(tag: string): boolean {
    return encodings.some((encoding) => this.#tags[encoding] === tag);
  }

  body(encoding: Encoding): Uint8Array | Promise<Uint8Array> {
    if (encoding === 'identity') return this.#identity;
    const kept = this.#compressed.get(encoding);
    if (kept !== undefined) return kept;
    const compressing = compress(this.#identity, encoding);
    this.#compressed.set(encoding, compressing);
    const keep = (compressed: Uint8Array) => void this.#compressed.set(encoding, compressed);
    compressing.then(keep, () => this.#compressed.delete(encoding));
    return compressing;
  }
}

async function compress(body: Uint8Array, encoding: Exclude<Encoding, 'identity'>): Promise<Uint8Array> {
  if (encoding === 'gzip') return await compressWith.gzip(body);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  };
  return await compressWith.br(body, { params });
}

/**
 * Answers with the representation, or with 304 if the caller already has it (R13): `If-None-Match` is compared weakly
 * with the tags of all encodings; `If-Modified-Since` is used only without it.
 *
 * @param headers for both 200 and 304
 */
export function conditionalAnswer(
  request: Pick<Headers, 'get'>,
  representation: Representation,
  headers: Readonly<Record<string, string>>,
): Answer | Promise<Answer> {
  const encoding = chosenEncoding(request.get('accept-encoding'));
  const { contentType, lastModified } = representation;
  const common = {
    ...headers,
    ETag: representation.tag(encoding),
    'Last-Modified': lastModified,
    Vary: 'Accept-Encoding',
  };
  if (isUnchanged(request, representation)) return { status: 304, headers: common, body: null };
  return andThen(representation.body(encoding), (body) => ({
    status: 200,
    contentType,
    headers: encoding === 'identity' ? common : { ...common, 'Content-Encoding': encoding },
    body,
  }));
}

function isUnchanged(request: Pick<Headers, 'get'>, representation: Representation): boolean {
  const noneMatch = request.get('if-none-match');
  if (noneMatch !== null) return matchesTag(noneMatch, (tag) => representation.hasTag(tag));
  const since = request.get('if-modified-since');
  if (since === null) return false;
  const sinceMs = parseHttpDate(since);
  return sinceMs !== undefined && Date.parse(representation.lastModified) <= sinceMs;
}

/** Whether an `If-None-Match` has one of our tags, by weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(noneMatch: string, isOwn: (tag: string) => boolean): boolean {
  if (noneMatch.trim() === '*') return true;
  // an entity tag may contain commas, so the list is scanned for tags, not split at commas
  const tags = noneMatch.match(/"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
  return tags.some(isOwn);
}

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const time = String.raw`\d{2}:\d{2}:\d{2}`;
const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const httpDates = [
  new RegExp(String.raw`^${day}, \d{2} ${month} \d{4} ${time} GMT$`),
  new RegExp(String.raw`^${longDay}, \d{2}-${month}-\d{2} ${time} GMT$`),
];
/** The form of C's asctime, which is in UTC here and does not say so. */
const asctimeDate = new RegExp(String.raw`^${day} ${month} (?:\d{2}| \d) ${time} \d{4}$`);

/** Parses an HTTP date (RFC 9110, 5.6.7) to epoch milliseconds; undefined for anything else, which is ignored. */
export function parseHttpDate(text: string): number | undefined {
  const isAsctime = asctimeDate.test(text);
  if (!isAsctime && !httpDates.some((form) => form.test(text))) return undefined;
  const value = Date.parse(isAsctime ? `${text} GMT` : text);
  return Number.isNaN(value) ? undefined : value;
}

const chooseGzip = encodingChooser<'gzip'>(['gzip', 'identity']);

/** Whether a caller prefers gzip to the uncompressed body. */
export function prefersGzip(acceptEncoding: string | null): boolean {
  return chooseGzip(acceptEncoding) === 'gzip';
}
