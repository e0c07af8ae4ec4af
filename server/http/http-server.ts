import http, { type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { BodyFault } from '#lib/http/body-text.ts';
import { Connections } from './connections.ts';
import { type ParserFault, refusalOf, refuseOnSocket } from './node-refusals.ts';
import { Pipeline } from './pipeline.ts';
import { endGently } from './request-body.ts';
import { WatchedResponse } from './request-end.ts';
import { maxParsedHeadBytes } from './request-head.ts';
import { type Handlers, type Pages, type Serve, serveWith } from './serve.ts';

/** Milliseconds that a caller has for the head, and for the whole request, before it gets 408. Uploads come in parts that take seconds. */
export interface Timeouts {
  readonly headMs: number;
  readonly requestMs: number;
  readonly checkEveryMs: number;
}
const defaultTimeouts: Timeouts = { headMs: 20_000, requestMs: 28_000, checkEveryMs: 1000 };

/** Creates the HTTP server of a process. `connections` are its own: it adds each, and has them serve each request. */
export function createHttpServer(
  pages: Pages,
  handlers: Handlers,
  { timeouts = defaultTimeouts, connections = new Connections() } = {},
): Server {
  const serveRequest = serveWith(pages, handlers);
  const pipelines = new WeakMap<Duplex, Pipeline>();
  const serve: Serve = (incoming, outgoing, waitsForContinue) => {
    // what follows an answer with `Connection: close` is not answered (RFC 9112, 9.6)
    if (incoming.socket.writableEnded) {
      incoming.resume();
      return;
    }
    pipelines.get(incoming.socket)?.begin(outgoing);
    connections.serve(outgoing, () => serveRequest(incoming, outgoing, waitsForContinue));
  };
  const server = http.createServer(
    {
      ServerResponse: WatchedResponse,
      maxHeaderSize: maxParsedHeadBytes,
      // readHead refuses its absence with an error of the APIs: Node would send an empty 400
      requireHostHeader: false,
      headersTimeout: timeouts.headMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      keepAliveTimeout: 65_000,
    },
    (incoming, outgoing) => serve(incoming, outgoing, false),
  );
  server.on('connection', (socket) => {
    connections.add(socket);
    pipelines.set(socket, new Pipeline(socket));
  });
  // by default, Node silently drops header lines after the 2,000th
  server.maxHeadersCount = 0;
  server.on('checkContinue', (incoming, outgoing) => serve(incoming, outgoing, true));
  // other expectations may be ignored (RFC 9110, 10.1.1); Node would refuse them before address and key are checked
  server.on('checkExpectation', (incoming, outgoing) => serve(incoming, outgoing, false));
  // CONNECT is a method like any other here, but Node passes only its socket
  server.on('connect', (incoming, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    afterAnswer(connections.latestOf(socket), () => {
      const outgoing = new WatchedResponse(incoming);
      outgoing.shouldKeepAlive = false;
      outgoing.assignSocket(socket);
      outgoing.once('finish', () => socket.end());
      serve(incoming, outgoing, false);
    });
  });
  server.on('clientError', (fault: ParserFault, socket: Duplex) => {
    const pipeline = pipelines.get(socket);
    if (pipeline?.hold(fault)) return;
    const last = connections.latestOf(socket);
    if (pipeline?.isHeld && fault.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      // its caller may have sent the rest of the request in time, and it was not read
      const again = () => last?.req.complete === false && server.emit('clientError', fault, socket);
      setTimeout(again, timeouts.requestMs).unref();
      return;
    }
    refuse(last, socket, fault);
  });
  return server;
}

/** Calls `next` when the last answer of a connection has been sent; immediately if no answer is pending. */
function afterAnswer(last: WatchedResponse | undefined, next: () => void): void {
  const isPending = last?.req.complete && !last.writableFinished && !last.destroyed;
  if (isPending) last.once('close', next);
  else next();
}

/** Refuses bytes that Node's parser cannot read, in the body of the last request or after it. */
function refuse(last: WatchedResponse | undefined, socket: Duplex, fault: ParserFault): void {
  const body = last?.req.complete ? undefined : last?.body;
  const isAnswered = last !== undefined && !last.req.complete && last.headersSent;
  if (fault.code === 'ECONNRESET') socket.destroy();
  // it has had its last answer, and the rest of what its caller sends is discarded
  else if (!socket.writable) return;
  // a second answer would be taken for that of the next request
  else if (isAnswered) endGently(socket);
  else if (last === undefined || body === undefined) refuseAfter(last, socket, fault);
  else {
    const { status, reason } = refusalOf(fault);
    last.shouldKeepAlive = false;
    body.fail(new BodyFault(status, reason));
  }
}

/** Refuses unreadable bytes, but not before the answer to the request before them on the connection. */
function refuseAfter(last: WatchedResponse | undefined, socket: Duplex, fault: ParserFault): void {
  afterAnswer(last, () => {
    if (socket.writable) refuseOnSocket(socket, fault);
    else socket.destroy();
  });
}
