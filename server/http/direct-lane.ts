import type { IncomingMessage, ServerResponse } from 'node:http';
import { now } from '#lib/clock.ts';
import { isStreamed, type StreamedBody } from '#lib/http/answer.ts';
import { type Handler, onFault, type Reply } from '#lib/http/endpoint.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import type { RequestKind } from '#lib/http/overload.ts';
import type { FoundPath, PublicPathName } from '#lib/http/public-paths.ts';
import { type ApiRequest, splitTarget } from '#lib/http/target.ts';
import { registrarAt } from '#server/access/allowlist.ts';
import { isOverloaded, overload, shedAfterMs, turns } from './turn.ts';

/** How long a caller may stop reading an answer before it is disconnected, in milliseconds. */
const stalledAfterMs = 60_000;

/** Sends a body as it is made, no faster than the caller reads it; other events are handled between chunks. */
async function sendStreamed(
  outgoing: ServerResponse,
  body: StreamedBody,
  { requestId, caller }: Exchange,
): Promise<void> {
  try {
    for (let chunk = await body.next(); chunk !== undefined; chunk = await body.next()) {
      if (!outgoing.write(chunk)) await drained(outgoing);
      await turns().piece(caller.limitKey);
      if (outgoing.destroyed) return;
    }
    outgoing.end();
  } catch (fault) {
    onFault(fault, requestId);
    // an incomplete answer must not look complete
    outgoing.destroy();
  } finally {
    body.end();
  }
}

/** Waits until the caller has read what was written, or is gone. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => outgoing.destroy(), stalledAfterMs);
    const goOn = () => {
      clearTimeout(timeout);
      outgoing.off('drain', goOn).off('close', goOn);
      resolve();
    };
    outgoing.on('drain', goOn).on('close', goOn);
    if (outgoing.destroyed) goOn();
  });
}

/** Answers a request directly on the socket, with the others of its turn. @param url the target in origin form */
export function answerDirectly(
  handler: Handler,
  { incoming, outgoing, url }: { incoming: IncomingMessage; outgoing: ServerResponse; url: string },
  exchange: Exchange,
  found: FoundPath,
): void {
  const request: ApiRequest = {
    method: incoming.method ?? '',
    ...splitTarget(url),
    headers: new RawHeaders(incoming.rawHeaders),
  };
  const { limitKey } = exchange.caller;
  const answer = (waitMs: number, behind: number) => {
    const nowMs = performance.now();
    if (overload().isOverloaded(nowMs)) {
      exchange.isShed = overload().sheds(requestKind(found, request, exchange), { waitMs, behind }, nowMs);
    }
    const reply = handler.reply(request, exchange, found.isExact);
    return () => {
      if (exchange.isShed === true && !(reply instanceof Promise) && reply.status === 503) {
        setTimeout(() => sendReply(outgoing, reply, exchange), shedAfterMs);
      } else if (reply instanceof Promise) void reply.then((settled) => sendReply(outgoing, settled, exchange));
      else sendReply(outgoing, reply, exchange);
    };
  };
  if (asksMuch(request) && !isOverloaded('long')) {
    void turns()
      .piece(limitKey)
      .then(() => answer(0, 0)());
  } else turns().add(answer, limitKey);
}

/** Sends the answer of an endpoint. */
export function sendReply(
  outgoing: ServerResponse,
  { status, headers, body, byteLength }: Reply,
  exchange: Exchange,
): void {
  outgoing.writeHead(status, headers);
  if (body === null) outgoing.end();
  else if (isStreamed(body)) void sendStreamed(outgoing, body, exchange);
  // text with one byte per character is copied as it is, other text must be encoded
  else if (typeof body === 'string') outgoing.end(body, byteLength === body.length ? 'latin1' : 'utf8');
  else outgoing.end(body);
}

/** Finds single headers in `rawHeaders`: handlers read very few, so building an object of all would be wasted. */
class RawHeaders implements Pick<Headers, 'get'> {
  readonly #raw: readonly string[];

  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  get(name: string): string | null {
    const raw = this.#raw;
    let found: string | null = null;
    for (let at = 0; at < raw.length; at += 2) {
      const given = raw[at] as string;
      if (given.length !== name.length || given.toLowerCase() !== name) continue;
      found = found === null ? (raw[at + 1] as string) : `${found}, ${raw[at + 1]}`;
    }
    return found;
  }
}

const longAnswers: ReadonlySet<PublicPathName> = new Set([
  'broadbandBulk',
  'availabilityInBulk',
  'droplist',
  'releasedNames',
  'upcomingReleases',
  'releaseChanges',
]);

/** The longest query or body of a request that is not long, in characters; about fifty names. */
const short = 2000;

/** The kind of a request, by which it is shed (B11), from what is known before it is answered. */
function requestKind({ name, api }: FoundPath, request: ApiRequest, { caller }: Exchange): RequestKind {
  if (name === 'health' || name === 'readiness') return 'monitor';
  if (api === undefined) return 'page';
  if (api === 'registry' && !(caller.known && registrarAt(caller.address, now()) !== undefined)) return 'stranger';
  if (longAnswers.has(name) || asksMuch(request)) return 'long';
  return api === 'registry' ? 'registrar' : 'key';
}

/** Whether a request takes long to read already. */
function asksMuch({ method, query, headers }: ApiRequest): boolean {
  if (query.length > short) return true;
  return method !== 'GET' && Number(headers.get('content-length')) > short;
}
