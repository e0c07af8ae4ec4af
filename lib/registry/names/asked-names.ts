import { type BodyRefusal, mediaTypeOf, readBodyText, refuseBody } from '#lib/http/body-text.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { type Parameter, readParameters } from '#lib/http/parameters.ts';
import { type ApiRequest, malformedEscape } from '#lib/http/target.ts';
import { parseJsonInPieces } from '#lib/json/parse-in-pieces.ts';
import type { NextPiece } from '#lib/pieces.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { namesOfString, type ParsedName, parseName } from './name.ts';

/** The longest `string`, in characters (R2). */
const maxStringLength = 255;

/** How much of a form is read in one piece, in characters. */
const formPiece = 32_768;

export type AskedNames = { readonly ok: true; readonly names: readonly ParsedName[] } | BodyRefusal;

interface Asked {
  string: string | undefined;
  domains: string[];
  /** A parameter that can only have been meant for `domains[]`. */
  misnamed: string | undefined;
}

/**
 * The names that a request asks for, in the order they are answered (R1, R2): the 16 of `string` first, then those of
 * `domains[]`; from the query, then from a body.
 *
 * @param readBody called at most once, and only when the request announces a body
 * @param maxDomains the most names of `domains[]` a request may ask for
 * @param nextPiece resolves when the next piece of a body may be read
 */
export function readAskedNames(
  request: ApiRequest,
  readBody: Exchange['readBody'],
  maxDomains: number,
  nextPiece: NextPiece = () => Promise.resolve(),
): AskedNames | Promise<AskedNames> {
  const asked: Asked = { string: undefined, domains: [], misnamed: undefined };
  const fault = collect(asked, readParameters(request.query));
  const conclude = (refused: BodyRefusal | undefined) => {
    if (refused !== undefined) return refused;
    return fault === undefined ? namesOf(asked, maxDomains) : refuseBody(400, fault);
  };
  return hasBody(request.headers)
    ? collectBody(asked, request, readBody, nextPiece).then(conclude)
    : conclude(undefined);
}

function namesOf({ string, domains, misnamed }: Asked, maxDomains: number): AskedNames {
  if (string === undefined && domains.length === 0) {
    return refuseBody(
      400,
      misnamed === undefined ? { code: 'nothing-asked' } : { code: 'domains-misnamed', name: misnamed },
    );
  }
  if (string === '') return refuseBody(400, { code: 'string-empty' });
  if (string !== undefined && string.length > maxStringLength) {
    return refuseBody(400, { code: 'string-too-long', length: string.length, most: maxStringLength });
  }
  if (domains.length > maxDomains) {
    return refuseBody(400, { code: 'too-many-names', count: domains.length, most: maxDomains });
  }
  const names = string === undefined ? [] : namesOfString(string);
  for (const domain of domains) names.push(parseName(domain));
  return { ok: true, names };
}

/** Adds the parameters that matter to `asked`; PHP clients write `domains[0]`, `domains[1]` (R2). */
function collect(asked: Asked, parameters: readonly Parameter[]): ApiReason | undefined {
  for (const [name, value] of parameters) {
    if (name === 'domains[]' || /^domains\[\d+\]$/.test(name)) asked.domains.push(value);
    else if (name === 'string') {
      if (asked.string !== undefined) return { code: 'parameter-repeated', name: 'string' };
      asked.string = value;
    } else if (/^domain/i.test(name)) asked.misnamed ??= name;
  }
  return undefined;
}

async function collectBody(
  asked: Asked,
  request: ApiRequest,
  readBody: Exchange['readBody'],
  nextPiece: NextPiece,
): Promise<BodyRefusal | undefined> {
  const type = mediaTypeOf(request);
  const isForm = type === 'application/x-www-form-urlencoded';
  const isPost = request.method === 'POST';
  const isJson = type === 'application/json' && isPost;
  const accepted = `application/x-www-form-urlencoded${isPost ? ' or application/json' : ''}`;
  const read = await readBodyText(readBody, isForm || isJson, accepted);
  if (!read.ok) return read;
  if (read.text === '') return undefined;
  if (read.text.length > formPiece) await nextPiece();
  const fault = isForm
    ? await collectForm(asked, read.text, nextPiece)
    : await collectJson(asked, read.text, nextPiece);
  return fault === undefined ? undefined : refuseBody(400, fault);
}

async function collectForm(asked: Asked, text: string, nextPiece: NextPiece): Promise<ApiReason | undefined> {
  if (text.includes('\0')) return { code: 'body-with-nul' };
  let fault = malformedEscape(text);
  for (let from = 0; from < text.length && fault === undefined; ) {
    if (from > 0) await nextPiece();
    const end = text.indexOf('&', from + formPiece);
    const until = end === -1 ? text.length : end;
    fault = collect(asked, readParameters(text.slice(from, until)));
    from = until + 1;
  }
  return fault;
}

async function collectJson(asked: Asked, text: string, nextPiece: NextPiece): Promise<ApiReason | undefined> {
  let value: unknown;
  try {
    value = await parseJsonInPieces(text, nextPiece);
  } catch {
    return { code: 'body-not-json', shape: 'names' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { code: 'body-not-an-object' };
  const { string, domains } = value as { string?: unknown; domains?: unknown };
  if (domains !== undefined) {
    if (!Array.isArray(domains) || !domains.every((domain) => typeof domain === 'string')) {
      return { code: 'domains-not-texts' };
    }
    if (domains.some((domain) => domain.includes('\0'))) return { code: 'body-with-nul' };
    for (const domain of domains) asked.domains.push(domain);
  }
  if (string === undefined) return undefined;
  if (typeof string !== 'string') return { code: 'string-not-a-text' };
  if (string.includes('\0')) return { code: 'body-with-nul' };
  return collect(asked, [['string', string]]);
}

function hasBody(headers: ApiRequest['headers']): boolean {
  return headers.get('transfer-encoding') !== null || Number(headers.get('content-length') ?? 0) > 0;
}
