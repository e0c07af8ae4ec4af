import { processWide, setProcessWide } from '#lib/process-wide.ts';
import { type Answer, errorAnswer } from './answer.ts';
import { isBodyFault } from './body-fault.ts';
import { type Exchange, getExchange } from './exchange.ts';

/** A public operation: what it is mounted under, what it allows, and how it answers. */
export interface Operation {
  /** Tells whether this path is the operation's own; any other gets 404 (a trailing slash too, B3). */
  readonly isOwnPath: (path: string) => boolean;
  /** The methods in the order of `Allow`; HEAD and OPTIONS are always among them (B3). */
  readonly methods: readonly string[];
  /** `Content-Type` of its JSON (B1). */
  readonly contentType: string;
  /** Whether answers carry `Access-Control-Allow-Origin: *` (R12, N9). */
  readonly crossOrigin: boolean;
  /** The five beats: read, authorise, ask, shape, answer. Called for GET, HEAD and further `methods` only. */
  readonly answer: (request: Request, exchange: Exchange) => Answer | Promise<Answer>;
}

export type Handler = (request: Request) => Response | Promise<Response>;

/** Told of each fault that became a 500 or 503, so that the log can name it; the caller never sees it. */
export type FaultListener = (fault: unknown, requestId: string) => void;

/** Sets who is told of faults in this process. */
export function setFaultListener(listener: FaultListener): void {
  setProcessWide('fault-listener', listener);
}

function onFault(fault: unknown, requestId: string): void {
  processWide<FaultListener>('fault-listener', () => (unheard) => console.error(unheard))(fault, requestId);
}

const exposedHeaders =
  'RateLimit-Policy, RateLimit, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id';
const preflightHeaders = {
  'Access-Control-Allow-Headers': 'X-Api-Key, Content-Type, X-Request-Id',
  'Access-Control-Max-Age': '86400',
};

/**
 * Makes the web-standard handler of an operation: the order of checks (B9), methods (B3), content type (B1),
 * cross-origin headers (R12, N9), the request id (B7), and one error shape for whatever goes wrong (B2).
 */
export function endpoint(operation: Operation, supportEmail: () => string): Handler {
  const { isOwnPath, methods, answer } = operation;
  const allow = methods.join(', ');

  const always: Record<string, string> = { 'Content-Type': operation.contentType };
  if (operation.crossOrigin) {
    always['Access-Control-Allow-Origin'] = '*';
    always['Access-Control-Expose-Headers'] = exposedHeaders;
  }
  const preflight: Record<string, string> = { Allow: allow };
  if (operation.crossOrigin) {
    preflight['Access-Control-Allow-Origin'] = '*';
    preflight['Access-Control-Allow-Methods'] = allow;
    Object.assign(preflight, preflightHeaders);
  }

  function respond(given: Answer, { requestId, onAnswer }: Exchange): Response {
    const headers: Record<string, string> =
      given.status === 204 ? { 'X-Request-Id': requestId } : { ...always, 'X-Request-Id': requestId };
    for (const name in given.headers) headers[name] = given.headers[name] as string;
    const { body, contentType, status } = given;
    if (contentType !== undefined) headers['Content-Type'] = contentType;
    if (body !== null) {
      headers['Content-Length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
    } else if (status === 304) {
      delete headers['Content-Type'];
    }
    onAnswer?.(headers);
    return new Response(body as BodyInit | null, { status, headers });
  }

  function fail(fault: unknown, exchange: Exchange): Response {
    if (isBodyFault(fault)) return respond(errorAnswer(fault.status, fault.message), exchange);
    onFault(fault, exchange.requestId);
    return respond(faultAnswer(fault, supportEmail()), exchange);
  }

  function check(request: Request, exchange: Exchange): Answer | Promise<Answer> {
    const { headFault } = exchange;
    if (headFault !== undefined) return errorAnswer(headFault.status, headFault.sentence);
    const path = pathOf(request.url);
    if (!isOwnPath(path)) return errorAnswer(404, 'There is nothing at this address.');
    if (request.method === 'OPTIONS') return { status: 204, headers: preflight, body: null };
    if (!methods.includes(request.method)) {
      return errorAnswer(405, `This address answers ${allow}, not ${request.method}.`, { Allow: allow });
    }
    return answer(request, exchange);
  }

  return function handle(request) {
    const exchange = getExchange() ?? unvouched;
    try {
      const given = check(request, exchange);
      if (given instanceof Promise) {
        return given.then(
          (settled) => respond(settled, exchange),
          (fault) => fail(fault, exchange),
        );
      }
      return respond(given, exchange);
    } catch (fault) {
      return fail(fault, exchange);
    }
  };
}

/** The path of an absolute URL as it was written, without the query. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const query = url.indexOf('?', start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

function faultAnswer(fault: unknown, supportEmail: string): Answer {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return errorAnswer(503, 'The service is busy. Please ask again in a moment.', { 'Retry-After': '1' });
  }
  return errorAnswer(
    500,
    `The server failed while processing the request. It may be transient; if it persists, contact ${supportEmail}.`,
  );
}

/** Stands in where no server vouches for the caller: everybody is unknown, so every operation refuses (B5). */
const unvouched: Exchange = {
  caller: { known: false, reason: 'unknown', limitKey: 'unknown' },
  requestId: 'unvouched',
  headFault: undefined,
  readBody: () => Promise.resolve(new Uint8Array()),
  subject: undefined,
  accountId: 0,
};
