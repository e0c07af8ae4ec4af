import type { AskedRequest } from '#lib/http/asked-request.ts';
import { type Parameter, readParameters } from '#lib/http/parameters.ts';
import { malformedEscape } from '#lib/http/target.ts';
import { type ParsedName, parseName } from './name.ts';
import { namesOfString } from './names-of-string.ts';

/** The longest body of a request, in bytes (R1). */
const maxBodyBytes = 1024 * 1024;
/** The longest `string`, in characters (R2). */
const maxStringLength = 255;

export type AskedNames = { readonly ok: true; readonly names: readonly ParsedName[] } | Refused;

interface Refused {
  readonly ok: false;
  readonly status: 400 | 413 | 415;
  readonly sentence: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Asked {
  string: string | undefined;
  domains: string[];
}

/**
 * The names that a request asks for, in the order they are answered (R1, R2): the 16 of `string` first, then those of
 * `domains[]`; from the query, then from a body.
 *
 * @param readBody called at most once, and only when the request announces a body
 * @param maxDomains the most names of `domains[]` a request may ask for
 */
export function readAskedNames(
  request: AskedRequest,
  readBody: (limitBytes: number) => Promise<Uint8Array | null>,
  maxDomains: number,
): AskedNames | Promise<AskedNames> {
  const asked: Asked = { string: undefined, domains: [] };
  const fault = collect(asked, readParameters(request.query));
  const conclude = (refused: Refused | undefined) => {
    if (refused !== undefined) return refused;
    return fault === undefined ? namesOf(asked, maxDomains) : refuse(400, fault);
  };
  return hasBody(request.headers) ? collectBody(asked, request, readBody).then(conclude) : conclude(undefined);
}

function namesOf({ string, domains }: Asked, maxDomains: number): AskedNames {
  if (string === undefined && domains.length === 0) {
    return refuse(400, 'Ask with "string" (one label) or "domains[]" (full domain names); neither was given.');
  }
  if (string === '') return refuse(400, 'The parameter "string" is empty.');
  if (string !== undefined && string.length > maxStringLength) {
    return refuse(
      400,
      `The parameter "string" has ${string.length} characters; at most ${maxStringLength} are allowed.`,
    );
  }
  if (domains.length > maxDomains) {
    return refuse(400, `${domains.length} names were asked for; at most ${maxDomains} are allowed in one request.`);
  }
  const names = string === undefined ? [] : namesOfString(string);
  for (const domain of domains) names.push(parseName(domain));
  return { ok: true, names };
}

/** Adds the parameters that matter to `asked`; PHP clients write `domains[0]`, `domains[1]` (R2). */
function collect(asked: Asked, parameters: readonly Parameter[]): string | undefined {
  for (const [name, value] of parameters) {
    if (name === 'domains[]' || /^domains\[\d+\]$/.test(name)) asked.domains.push(value);
    else if (name === 'string') {
      if (asked.string !== undefined) return 'The parameter "string" is given more than once.';
      asked.string = value;
    }
  }
  return undefined;
}

async function collectBody(
  asked: Asked,
  request: AskedRequest,
  readBody: (limitBytes: number) => Promise<Uint8Array | null>,
): Promise<Refused | undefined> {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const isForm = type === 'application/x-www-form-urlencoded';
  const isJson = type === 'application/json' && request.method === 'POST';
  const acceptedTypes =
    request.method === 'POST'
      ? 'application/x-www-form-urlencoded or application/json'
      : 'application/x-www-form-urlencoded';
  const bytes = await readBody(maxBodyBytes);
  // the rest of a body that is too long is not read, so the connection cannot be used again
  if (bytes === null) return refuse(413, 'The body is larger than 1 MiB.', { Connection: 'close' });
  if (bytes.byteLength === 0) return undefined;
  if (!isForm && !isJson) return refuse(415, `A body must be ${acceptedTypes}.`);

  const text = decodeUtf8(bytes);
  if (text === undefined) return refuse(400, 'The body is not UTF-8.');
  const fault = isForm ? collectForm(asked, text) : collectJson(asked, text);
  return fault === undefined ? undefined : refuse(400, fault);
}

function collectForm(asked: Asked, text: string): string | undefined {
  if (text.includes('\0')) return 'The request must not contain a NUL.';
  return malformedEscape(text) ?? collect(asked, readParameters(text));
}

function collectJson(asked: Asked, text: string): string | undefined {
  const shape = 'a JSON body must be {"string": "…", "domains": ["…"]}';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `The body is not JSON; ${shape}.`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `The body is not an object; ${shape}.`;
  const { string, domains } = value as { string?: unknown; domains?: unknown };
  if (domains !== undefined) {
    if (!Array.isArray(domains) || !domains.every((domain) => typeof domain === 'string')) {
      return `"domains" must be a list of texts; ${shape}.`;
    }
    if (domains.some((domain) => domain.includes('\0'))) return 'The request must not contain a NUL.';
    for (const domain of domains) asked.domains.push(domain);
  }
  if (string === undefined) return undefined;
  if (typeof string !== 'string') return `"string" must be a text; ${shape}.`;
  if (string.includes('\0')) return 'The request must not contain a NUL.';
  return collect(asked, [['string', string]]);
}

function hasBody(headers: AskedRequest['headers']): boolean {
  return headers.get('transfer-encoding') !== null || Number(headers.get('content-length') ?? 0) > 0;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refuse(status: Refused['status'], sentence: string, headers: Refused['headers'] = {}): Refused {
  return { ok: false, status, sentence, headers };
}
