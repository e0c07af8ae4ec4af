import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { establishCaller, isForwardingHeader } from '#lib/access/caller.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { errorBody } from '#lib/http/answer.ts';
import type { Handler } from '#lib/http/endpoint.ts';
import { type Exchange, withExchange } from '#lib/http/exchange.ts';
import { requestIdOf } from '#lib/http/request-id.ts';
import { parseTarget } from '#lib/http/target.ts';
import { apiHandlerOf, directListener } from './api-lane.ts';
import { log, loggablePath } from './log.ts';
import { refusalOf, refuseOnSocket } from './node-refusals.ts';
import { bodyReader } from './request-body.ts';

/** The longest request head, in bytes (B9). */
const maxHeadBytes = 128 * 1024;

/** Milliseconds a caller has for the head, and for the whole request, before it gets 408. */
export interface Patience {
  readonly headMs: number;
  readonly requestMs: number;
  readonly checkEveryMs: number;
}
const patience: Patience = { headMs: 20_000, requestMs: 60_000, checkEveryMs: 5000 };

/** The methods that Next's router hands to a route handler; any other goes to the handler directly in both lanes. */
const nextMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The one HTTP server: settles what both lanes must see alike (target, true caller, body), mounts the API handlers
 * straight on the socket and gives every other path to `pages`.
 */
export function createHttpServer(pages: RequestListener, limits: Patience = patience): http.Server {
  const { apiLane, clockOffsetMs, trustedProxies } = settings();
  const listeners = new Map<Handler, RequestListener>();
  const listenerOf = (handler: Handler) => {
    let listener = listeners.get(handler);
    if (listener === undefined) {
      listener = directListener(handler);
      listeners.set(handler, listener);
    }
    return listener;
  };

  function serve(incoming: IncomingMessage, outgoing: ServerResponse, waitsForContinue: boolean): void {
    const startedAt = performance.now();
    const target = parseTarget(incoming.url ?? '');
    const handler = apiHandlerOf(target.path);
    const givenId = incoming.headers['x-request-id'];
    const exchange: Exchange = {
      caller: establishCaller({ peer: incoming.socket.remoteAddress, rawHeaders: incoming.rawHeaders, trustedProxies }),
      requestId: requestIdOf(typeof givenId === 'string' ? givenId : undefined),
      malformed: target.ok ? headFault(incoming) : target.sentence,
      readBody: bodyReader(incoming, outgoing, waitsForContinue),
      subject: undefined,
    };
    // a clock moved by WATEA_NOW is the only one callers see: Last-Modified is never later than Date (R13)
    if (clockOffsetMs !== 0) outgoing.setHeader('Date', new Date(now()).toUTCString());
    outgoing.once('close', () => logRequest(incoming, outgoing, target.path, exchange, startedAt));
    // a caller that waits for 100 Continue and is refused without it may or may not send its body: do not reuse the connection
    if (waitsForContinue) outgoing.shouldKeepAlive = false;

    if (handler === undefined) {
      servePage(incoming, outgoing, target.ok ? target.url : undefined, exchange);
      return;
    }
    incoming.url = target.ok ? target.url : '/';
    // the APIs never look at Host; a fixed one spares the lane its doubts about odd ones
    incoming.headers.host = 'localhost';
    if (apiLane === 'next' && exchange.malformed === undefined && nextMethods.has(incoming.method ?? '')) {
      serveThroughNext(incoming, outgoing, exchange);
      return;
    }
    withExchange(exchange, () => listenerOf(handler)(incoming, outgoing));
  }

  function servePage(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    url: string | undefined,
    exchange: Exchange,
  ): void {
    outgoing.setHeader('X-Request-Id', exchange.requestId);
    if (url === undefined || exchange.malformed !== undefined) {
      outgoing.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' });
      outgoing.end(`${exchange.malformed}\n`);
      return;
    }
    incoming.url = url;
    removeForwardingHeaders(incoming);
    withExchange(exchange, () => pages(incoming, outgoing));
  }

  /**
   * Next's lane, for tests and benchmarks. Next sees the request without its body, which it would drop from a GET and
   * take hold of in a POST: the handler alone reads it, through the exchange and not before it may (B9).
   */
  function serveThroughNext(incoming: IncomingMessage, outgoing: ServerResponse, exchange: Exchange): void {
    removeForwardingHeaders(incoming);
    const { method, url, headers, rawHeaders, httpVersion } = incoming;
    const bodiless = new http.IncomingMessage(incoming.socket);
    Object.assign(bodiless, { method, url, headers, rawHeaders, httpVersion, complete: true });
    bodiless.push(null);
    withExchange(exchange, () => pages(bodiless, outgoing));
  }

  const server = http.createServer(
    {
      maxHeaderSize: maxHeadBytes,
      // answered here in the APIs' own words: Node would send an empty 400
      requireHostHeader: false,
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: 65_000,
    },
    (incoming, outgoing) => serve(incoming, outgoing, false),
  );
  // By default Node drops what stands behind the 2,000th header line without a word.
  server.maxHeadersCount = 0;
  server.on('checkContinue', (incoming, outgoing) => serve(incoming, outgoing, true));
  server.on('checkExpectation', (_incoming, outgoing: ServerResponse) => {
    const body = errorBody(417, 'The only expectation this server meets is 100-continue.');
    outgoing.writeHead(417, { 'Content-Type': 'application/json', 'X-Request-Id': requestIdOf(undefined) });
    outgoing.end(body);
  });
  server.on('connect', (_incoming, socket: Duplex) => {
    refuseOnSocket(socket, 400, 'This server is not a proxy: the request target must begin with a slash.');
  });
  server.on('clientError', (fault: NodeJS.ErrnoException, socket: Duplex) => {
    if (fault.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, sentence } = refusalOf(fault.code);
    refuseOnSocket(socket, status, sentence);
  });
  return server;
}

function headFault(incoming: IncomingMessage): string | undefined {
  if (incoming.headers.host === undefined && incoming.httpVersion === '1.1') return 'The Host header is missing.';
  return undefined;
}

/** What a caller claims about forwarding never reaches Next, which would believe it (B5). */
function removeForwardingHeaders(incoming: IncomingMessage): void {
  for (const name of Object.keys(incoming.headers)) {
    if (isForwardingHeader(name)) delete incoming.headers[name];
  }
  const raw = incoming.rawHeaders;
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    if (isForwardingHeader((raw[index] ?? '').toLowerCase())) raw.splice(index, 2);
  }
}

function logRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  path: string,
  exchange: Exchange,
  startedAt: number,
): void {
  log().info({
    id: exchange.requestId,
    method: incoming.method,
    path: loggablePath(path),
    status: outgoing.headersSent ? outgoing.statusCode : 0,
    ms: Math.round((performance.now() - startedAt) * 100) / 100,
    caller: exchange.caller.known ? exchange.caller.address.text : exchange.caller.reason,
    subject: exchange.subject,
  });
}
