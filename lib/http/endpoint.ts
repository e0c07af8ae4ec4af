import { settings } from '#lib/env.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { processWide, setProcessWide } from '#lib/process-wide.ts';
import { damageIn } from '#lib/readiness.ts';
import type { Refusal } from '#lib/refusal.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { storageWords } from '#lib/words/readiness.ts';
import { type Answer, errorAnswer, isStreamed, readableStreamOf } from './answer.ts';
import { isBodyFault } from './body-text.ts';
import { encodedAnswer } from './encoded-answer.ts';
import { type Exchange, getExchange } from './exchange.ts';
import { isAt, type PublicPath, siblingsOf } from './public-paths.ts';
import { type ApiRequest, apiRequestOf } from './target.ts';

/** The work of an endpoint in five steps: read, authorise, ask, shape, answer. OPTIONS is answered without it. */
export type Operation = (request: ApiRequest, exchange: Exchange) => Answer | Promise<Answer>;

/** An answer with all its headers, ready to send. */
export interface Reply {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: Answer['body'];
  /** The length of the body; 0 if it is empty or not known. */
  readonly byteLength: number;
}

/** The handler of an endpoint. */
export interface Handler {
  /** Web-standard, for Next's lane; it gets the exchange from `getExchange`. */
  (request: Request): Response | Promise<Response>;
  /** The same for the direct lane, which has the exchange, has matched the path, and sends the reply itself. */
  readonly reply: (request: ApiRequest, exchange: Exchange, isExact: boolean) => Reply | Promise<Reply>;
  /** Adds the headers of every answer of this endpoint to a refusal that the server gives in its place. */
  readonly complete: (answer: Answer, exchange: Exchange) => Reply;
}

/** Gets each error that became a 500 or 503, to log it, and the API that failed; the caller never sees it. */
export type FaultListener = (fault: unknown, requestId: string, api?: UsageApi) => void;

/** Sets the listener of this process. */
export function setFaultListener(listener: FaultListener): void {
  setProcessWide('fault-listener', listener);
}

/** Reports an error whose details the caller must not see. */
export function onFault(fault: unknown, requestId: string, api?: UsageApi): void {
  processWide<FaultListener>('fault-listener', () => (unheard) => console.error(unheard))(fault, requestId, api);
}

const exposedHeaders =
  'RateLimit-Policy, RateLimit, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id';

/** The headers by which pages of other sites may read the answers of a path (R12, N9); names and values in turn. */
export function originHeadersOf({ crossOrigin }: PublicPath): readonly string[] {
  return crossOrigin ? ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', exposedHeaders] : [];
}

const preflightHeaders = (allow: string) => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': allow,
  'Access-Control-Allow-Headers': 'X-Api-Key, Content-Type, X-Request-Id',
  'Access-Control-Max-Age': '86400',
});

/**
 * Makes the handler of a public path: the order of checks (B9), methods (B3), content type (B1), cross-origin headers
 * (R12, N9), the request id (B7), and one error shape for all failures (B2).
 */
export function endpoint(path: PublicPath, operation: Operation): Handler {
  const { methods, contentType: ownType, crossOrigin, isCompressed = false } = path;
  const allow = methods.join(', ');
  const originHeaders = originHeadersOf(path);
  /** For every answer that says nothing else but to OPTIONS, which no cache keeps: errors may be over in a moment (R13, N9). */
  const uncached = path.api === 'broadband' ? 'private, no-store' : 'no-store';
  const preflight = crossOrigin ? { Allow: allow, ...preflightHeaders(allow) } : { Allow: allow };

  function complete({ status, headers: own, body, contentType = ownType }: Answer, { requestId }: Exchange): Reply {
    const headers = ['X-Request-Id', requestId];
    if (status !== 204) headers.push(...originHeaders);
    let byteLength = 0;
    if (body !== null) headers.push('Content-Type', contentType);
    if (body !== null && (!isStreamed(body) || body.byteLength !== undefined)) {
      byteLength = typeof body === 'string' ? Buffer.byteLength(body) : (body.byteLength ?? 0);
      headers.push('Content-Length', String(byteLength));
    }
    for (const name in own) headers.push(name, own[name] as string);
    if (status !== 204 && own['Cache-Control'] === undefined) headers.push('Cache-Control', uncached);
    return { status, headers, body, byteLength };
  }

  function fail(fault: unknown, exchange: Exchange): Reply {
    if (isBodyFault(fault)) return complete(errorAnswer(fault.status, fault.reason), exchange);
    // the log has the state of the disk once, and needs no trace for each visitor
    if (!isStorageRefusal(fault)) onFault(fault, exchange.requestId, path.api);
    return complete(faultAnswer(fault), exchange);
  }

  function check(request: ApiRequest, exchange: Exchange, isExact: boolean): Answer | Promise<Answer> {
    const { headFault } = exchange;
    if (headFault !== undefined) return errorAnswer(headFault.status, headFault.reason);
    if (methods.length === 0 || !isExact) return nothingHere(path);
    if (request.method === 'OPTIONS') return { status: 204, headers: preflight, body: null };
    if (!methods.includes(request.method)) {
      return errorAnswer(405, { code: 'method-not-allowed', allow, method: request.method }, { Allow: allow });
    }
    if (exchange.isShed === true) return overloadedAnswer;
    return operation(request, exchange);
  }

  function reply(request: ApiRequest, exchange: Exchange, isExact: boolean): Reply | Promise<Reply> {
    try {
      const plain = check(request, exchange, isExact);
      const given = isCompressed ? andThen(plain, (answer) => encodedAnswer(request.headers, answer)) : plain;
      if (given instanceof Promise) {
        return given.then(
          (settled) => complete(settled, exchange),
          (fault) => fail(fault, exchange),
        );
      }
      return complete(given, exchange);
    } catch (fault) {
      return fail(fault, exchange);
    }
  }

  return webHandler({ reply, complete }, isAt(path));
}

/** The answer of a process that has too much to do (B11). */
export const overloadedAnswer = errorAnswer(503, { code: 'overloaded' }, { 'Retry-After': '1' });

/** The answer where there is nothing (B3): it names what there is of the same API. */
function nothingHere(path: PublicPath): Answer {
  return errorAnswer(404, {
    code: 'no-such-address',
    paths: siblingsOf(path).map(({ pattern }) => pattern.replaceAll('<', '{').replaceAll('>', '}')),
  });
}

function webHandler(own: Pick<Handler, 'reply' | 'complete'>, isExact: (path: string) => boolean): Handler {
  const handle = (request: Request) => {
    const exchange = getExchange() ?? unidentified;
    const asked = apiRequestOf(request, exchange.target);
    const given = own.reply(asked, exchange, isExact(asked.path));
    return given instanceof Promise
      ? given.then((settled) => responseOf(settled, exchange))
      : responseOf(given, exchange);
  };
  return Object.assign(handle, own);
}

function responseOf({ status, headers, body }: Reply, { onAnswer, requestId }: Exchange): Response {
  const byName: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) byName[headers[at] as string] = headers[at + 1] as string;
  onAnswer?.(byName);
  const sent = isStreamed(body)
    ? readableStreamOf(body, (fault) => onFault(fault, requestId))
    : (body as BodyInit | null);
  return new Response(sent, { status, headers: byName });
}

function faultAnswer(fault: unknown): Answer {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED') || isStorageRefusal(fault)) {
    return errorAnswer(503, { code: 'busy' }, { 'Retry-After': '1' });
  }
  if (damageIn(fault) !== undefined) return damagedAnswer();
  return errorAnswer(500, { code: 'failed', supportEmail: settings().supportEmail });
}

/** The answer of a process that has met damage in what the API answers from (B10). */
export function damagedAnswer(): Answer {
  return errorAnswer(503, { code: 'damaged', supportEmail: settings().supportEmail }, { 'Retry-After': '60' });
}

/** The answer of a node of a cluster whose state may be too old (B10). */
export function staleAnswer(): Answer {
  return errorAnswer(503, { code: 'stale', supportEmail: settings().supportEmail }, { 'Retry-After': '5' });
}

/** The answer of an API whose data were never published (B10). */
export function unpublishedAnswer(api: UsageApi): Answer {
  const reason = { code: 'not-published', api, supportEmail: settings().supportEmail } as const;
  return errorAnswer(503, reason, { 'Retry-After': '60' });
}

/** Whether what a visitor sends cannot be stored at present: another process writes, or the disk is full. */
function isStorageRefusal(fault: unknown): boolean {
  // checks the name, because Next's bundle has its own copy of the class
  return fault instanceof Error && fault.name === 'Refusal' && (fault as Refusal).reason.code in storageWords;
}

/** Under plain `next start` no server identifies callers: all are unknown, so every operation refuses (B5). */
const unidentified: Exchange = {
  caller: { known: false, reason: 'unknown', limitKey: 'unknown' },
  requestId: 'unvouched',
  headFault: undefined,
  readBody: () => Promise.resolve(new Uint8Array()),
  subject: undefined,
  accountId: 0,
};

/** The handler of all other paths below `path`. */
export function notFoundEndpoint(path: PublicPath): Handler {
  return endpoint(path, () => nothingHere(path));
}

/** The handler under the name of each method, as `route.ts` exports it to Next: it refuses other methods itself. */
export function methodsOf(handle: Handler) {
  return { GET: handle, HEAD: handle, OPTIONS: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle };
}
