import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiRequest } from '#lib/http/api-request.ts';
import { splitTarget } from '#lib/http/api-request.ts';
import type { Handler, Reply } from '#lib/http/endpoint.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import type { FoundPath } from '#lib/http/public-paths.ts';
import { isStreamed } from '#lib/http/streamed-body.ts';
import { isOverloaded, overload, shedAfterMs } from './overload.ts';
import { asksMuch, requestKind } from './request-kind.ts';
import { sendStreamed } from './send-streamed.ts';
import { turns } from './turn.ts';

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
