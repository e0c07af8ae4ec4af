import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { callerReader } from '#lib/access/caller.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { BodyFault } from '#lib/http/body-fault.ts';
import { type Exchange, withExchange } from '#lib/http/exchange.ts';
import { requestIdOf } from '#lib/http/request-id.ts';
import { parseTarget } from '#lib/http/target.ts';
import { languageOfTarget } from '#lib/messages/language.ts';
import { NOBODY } from '#lib/usage/batch.ts';
import { apiHandlerOf } from './api-lane.ts';
import { answerDirectly } from './direct-lane.ts';
import { languageRedirect } from './language-redirect.ts';
import { type ParserFault, refusalOf, refuseOnSocket } from './node-refusals.ts';
import { setPagePolicy } from './page-policy.ts';
import { endUnreadBody, requestBody } from './request-body.ts';
import { WatchedResponse } from './request-end.ts';
import { maxParsedHeadBytes, readHead, removeForwardingHeaders, removePageHeaders } from './request-head.ts';
import { openStaticFiles } from './static-files.ts';

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
  const { apiLane, baseUrl, clockOffsetMs, trustedProxies } = settings();
  const publicHost = new URL(baseUrl).host;
  const readCaller = callerReader(trustedProxies);
  const staticFiles = openStaticFiles();

  /** The latest response of each connection. */
  const latest = new WeakMap<Duplex, WatchedResponse>();

  function serve(incoming: IncomingMessage, outgoing: WatchedResponse, waitsForContinue: boolean): void {
    const startedAt = performance.now();
    const target = parseTarget(incoming.url ?? '');
    const handler = apiHandlerOf(target.path);
    const head = readHead(incoming);
    const body = head.announcesBody || waitsForContinue ? requestBody(incoming, outgoing, waitsForContinue) : undefined;
    const exchange: Exchange = {
      caller: readCaller(incoming.socket.remoteAddress, incoming.rawHeaders),
      requestId: requestIdOf(head.givenId),
      headFault: target.ok ? head.fault : { status: 400, sentence: target.sentence },
      readBody: body?.read ?? readNothing,
      subject: undefined,
      accountId: NOBODY,
    };
    // a clock moved by WATEA_NOW is the only one callers see: Last-Modified is never later than Date (R13)
    if (clockOffsetMs !== 0) outgoing.setHeader('Date', new Date(now()).toUTCString());
    outgoing.watch({ path: target.path, exchange, startedAt });
    latest.set(incoming.socket, outgoing);

    if (handler === undefined) {
      servePage(incoming, outgoing, target.ok ? target.url : undefined, exchange);
      return;
    }
    if (body !== undefined && head.announcesBody) {
      outgoing.body = body;
      endUnreadBody(incoming, outgoing);
    }
    const url = target.ok ? target.url : '/';
    if (apiLane === 'next' && exchange.headFault === undefined && nextMethods.has(incoming.method ?? '')) {
      incoming.url = url;
      // the APIs never look at Host; a fixed one spares the lane its doubts about odd ones
      incoming.headers.host = 'localhost';
      serveThroughNext(incoming, outgoing, exchange);
      return;
    }
    answerDirectly(handler, { incoming, outgoing, url }, exchange);
  }

  function servePage(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    url: string | undefined,
    exchange: Exchange,
  ): void {
    outgoing.setHeader('X-Request-Id', exchange.requestId);
    const { headFault } = exchange;
    if (url === undefined || headFault !== undefined) {
      outgoing.writeHead(headFault?.status ?? 400, { 'Content-Type': 'text/plain; charset=utf-8' });
      outgoing.end(`${headFault?.sentence}\n`);
      return;
    }
    if (staticFiles(incoming, outgoing, url)) return;
    const elsewhere = languageRedirect(incoming, url);
    if (elsewhere !== undefined) {
      outgoing.writeHead(307, elsewhere).end();
      return;
    }
    exchange.language = languageOfTarget(url);
    incoming.url = url;
    exchange.pageNonce = setPagePolicy(incoming, outgoing, url);
    removeForwardingHeaders(incoming);
    // Next compares a form's Origin with Host, which a proxy may have rewritten: BASE_URL is what counts
    if (incoming.headers.origin === baseUrl) incoming.headers.host = publicHost;
    exchange.setPageStatus = (status) => {
      outgoing.statusCode = status;
    };
    withExchange(exchange, () => pages(incoming, outgoing));
  }

  /**
   * Next's lane, for tests and benchmarks. Next sees the request without its body, which it would drop from a GET and
   * take hold of in a POST: the handler alone reads it, through the exchange and not before it may (B9).
   */
  function serveThroughNext(incoming: IncomingMessage, outgoing: ServerResponse, exchange: Exchange): void {
    removeForwardingHeaders(incoming);
    removePageHeaders(incoming);
    const { method, url, headers, rawHeaders, httpVersion } = incoming;
    const bodiless = new http.IncomingMessage(incoming.socket);
    Object.assign(bodiless, { method, url, headers, rawHeaders, httpVersion, complete: true });
    bodiless.push(null);
    // Next drops these two from a handler's answer, and would then compress what is compressed already
    exchange.onAnswer = (given) => {
      for (const name of ['Content-Encoding', 'Content-Length']) {
        if (given[name] !== undefined) outgoing.setHeader(name, given[name]);
      }
      delete bodiless.headers['accept-encoding'];
    };
    withExchange(exchange, () => pages(bodiless, outgoing));
  }

  const server = http.createServer(
    {
      ServerResponse: WatchedResponse,
      maxHeaderSize: maxParsedHeadBytes,
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
  // other expectations may be ignored (RFC 9110, 10.1.1); Node would refuse them before address and key
  server.on('checkExpectation', (incoming, outgoing) => serve(incoming, outgoing, false));
  // CONNECT is a method like any other here; Node hands over its bare socket
  server.on('connect', (incoming, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const outgoing = new WatchedResponse(incoming);
    outgoing.shouldKeepAlive = false;
    outgoing.assignSocket(socket);
    outgoing.once('finish', () => socket.end());
    serve(incoming, outgoing, false);
  });
  server.on('clientError', (fault: ParserFault, socket: Duplex) => {
    const last = latest.get(socket);
    const body = last?.req.complete ? undefined : last?.body;
    if (fault.code === 'ECONNRESET' || !socket.writable || (body !== undefined && last?.headersSent)) socket.destroy();
    else if (last === undefined || body === undefined) refuseBehind(last, socket, fault);
    else {
      const { status, sentence } = refusalOf(fault);
      last.shouldKeepAlive = false;
      body.fail(new BodyFault(status, sentence));
    }
  });
  return server;
}

/** Refuses what can be read no further, after the answer to a whole request that came before it on the connection. */
function refuseBehind(last: WatchedResponse | undefined, socket: Duplex, fault: ParserFault): void {
  const refuse = () => {
    if (socket.writable) refuseOnSocket(socket, fault);
    else socket.destroy();
  };
  const isOwed = last?.req.complete && !last.writableFinished && !last.destroyed;
  if (isOwed) last.once('close', refuse);
  else refuse();
}

const readNothing = () => Promise.resolve(new Uint8Array());
