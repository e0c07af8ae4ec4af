import http, { type IncomingMessage, type OutgoingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { settings } from '#lib/env.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { publicPathAt } from '#lib/http/public-paths.ts';
import { NOBODY } from '#lib/usage/batch.ts';
import { answerDirectly } from '#server/http/direct-lane.ts';
import { serveThroughNext } from '#server/http/next-lane.ts';
import type { ServePage } from '#server/http/page-lane.ts';
import { endUnreadBody, requestBody } from '#server/http/request-body.ts';
import { dateHeader } from '#server/http/request-end.ts';
import { maxParsedHeadBytes } from '#server/http/request-head.ts';
import type { Handlers } from '#server/http/serve.ts';
import { identityHeaders, takeEstablished } from './private-headers.ts';

/** An answer that reports to the process which handed the request over who the caller turned out to be. */
class IdentifyingResponse<Request extends IncomingMessage = IncomingMessage> extends http.ServerResponse<Request> {
  exchange: Exchange | undefined;
  /** What a handler said of `Vary` in Next's lane, where Next adds its own; null if it said nothing. */
  vary: string | null | undefined;

  override writeHead(status: number, ...more: unknown[]): this {
    if (this.exchange !== undefined) {
      for (const [name, value] of identityHeaders(this.exchange)) this.setHeader(name, value);
    }
    const [name, date] = dateHeader();
    this.setHeader(name, date);
    if (this.vary === null) this.removeHeader('Vary');
    else if (this.vary !== undefined) this.setHeader('Vary', this.vary);
    return super.writeHead(status, ...(more as [OutgoingHttpHeaders?]));
  }
}

/**
 * The HTTP server of the pages process. It answers only requests with the secret, which the processes of the APIs hand
 * over; address, request id, head and sizes were checked by them.
 */
export function createPagesServer(
  { next, servePage }: { readonly next: RequestListener; readonly servePage: ServePage },
  handlers: Handlers,
  secret: string,
): Server<typeof IncomingMessage, typeof IdentifyingResponse> {
  const { apiLane } = settings();

  function serve(incoming: IncomingMessage, outgoing: IdentifyingResponse, waitsForContinue: boolean): void {
    const established = takeEstablished(incoming, secret);
    if (established === undefined) {
      outgoing.writeHead(403, { Connection: 'close' }).end();
      return;
    }
    const url = incoming.url ?? '/';
    const found = publicPathAt(url.split('?', 1)[0] ?? '');
    const body = found && requestBody(incoming, outgoing, waitsForContinue);
    const exchange: Exchange = {
      ...established,
      headFault: undefined,
      readBody: body?.read ?? (() => Promise.resolve(new Uint8Array())),
      subject: undefined,
      accountId: NOBODY,
    };
    outgoing.exchange = exchange;
    if (found === undefined) {
      if (waitsForContinue) outgoing.writeContinue();
      servePage(incoming, outgoing, url, exchange);
      return;
    }
    endUnreadBody(incoming, outgoing);
    if (apiLane === 'next') serveThroughNext(next, { incoming, outgoing, url }, exchange);
    else answerDirectly(handlers[found.name], { incoming, outgoing, url }, exchange, found);
  }

  const server = http.createServer(
    {
      ServerResponse: IdentifyingResponse,
      // the head that was parsed before, and the private headers
      maxHeaderSize: maxParsedHeadBytes + 4096,
      requireHostHeader: false,
      // callers have had their time limits; connections between the processes stay open
      headersTimeout: 0,
      requestTimeout: 0,
      keepAliveTimeout: 0,
    },
    (incoming, outgoing) => serve(incoming, outgoing, false),
  );
  server.maxHeadersCount = 0;
  server.on('checkContinue', (incoming, outgoing) => serve(incoming, outgoing as IdentifyingResponse, true));
  server.on('checkExpectation', (incoming, outgoing) => serve(incoming, outgoing as IdentifyingResponse, false));
  return server;
}
