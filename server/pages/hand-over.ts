import http, { type IncomingMessage } from 'node:http';
import type { Exchange } from '#lib/http/exchange.ts';
import { endGentlyAfterLast, endUnreadBody } from '#server/http/request-body.ts';
import type { WatchedResponse } from '#server/http/request-end.ts';
import type { PagesAddress } from './pages-address.ts';
import { establishedHeaders, isPrivateHeader, readIdentity } from './private-headers.ts';

/** A request for the pages process. */
export interface HandedOver {
  readonly incoming: IncomingMessage;
  readonly outgoing: WatchedResponse;
  /** The target in origin form. */
  readonly url: string;
  readonly exchange: Exchange;
  readonly hasBody: boolean;
  /** Whether the caller sends the body only after `100 Continue`. */
  readonly waitsForContinue: boolean;
}

/**
 * `ended`: it was answered, or its caller is gone. `not sent`: the pages process is not listening, and nothing of the body
 * was read. `no answer`: the pages process ended, or was silent for too long, before the first byte of its answer.
 */
export type Handover = 'ended' | 'not sent' | 'no answer';

/** How long the pages process may be silent about a request that has arrived, in milliseconds. */
const answerWithinMs = 60_000;

/** Sends requests to the pages process over its Unix socket, and its answers to their callers. */
export function handOverTo({ socketPath, secret }: PagesAddress): (handed: HandedOver) => Promise<Handover> {
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 32 });

  return ({ incoming, outgoing, url, exchange, hasBody, waitsForContinue }) => {
    const headers = [...establishedHeaders(secret, exchange), ...forwardedHeaders(incoming.rawHeaders)];
    if (incoming.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
    const request = http.request({ socketPath, agent, method: incoming.method ?? 'GET', path: url, headers });
    const sendBody = () => {
      incoming.on('data', () => silence.refresh());
      incoming.pipe(request);
    };
    let isConnected = false;
    const connected = () => {
      isConnected = true;
      if (hasBody && !waitsForContinue) sendBody();
    };
    const silence = setTimeout(() => request.destroy(), answerWithinMs);
    const leave = () => request.destroy();
    outgoing.once('close', leave);

    return new Promise((resolve) => {
      const settle = (handover: Handover) => {
        clearTimeout(silence);
        outgoing.off('close', leave);
        resolve(outgoing.headersSent || outgoing.destroyed ? 'ended' : handover);
      };
      request.once('socket', (socket) => {
        if (socket.connecting) socket.once('connect', connected);
        else connected();
      });
      request.once('continue', () => {
        outgoing.writeContinue();
        if (hasBody) sendBody();
      });
      request.once('response', (answer) => {
        clearTimeout(silence);
        if (hasBody) endUnreadBody(incoming, outgoing);
        if (!incoming.complete && answer.headers.connection === 'close') {
          outgoing.shouldKeepAlive = false;
          endGentlyAfterLast(incoming.socket);
        }
        void relayAnswer(answer, outgoing, exchange).then(() => {
          // what is left of a body that the pages process did not read is discarded
          incoming.unpipe(request).resume();
          if (!request.writableFinished) request.destroy();
          settle('ended');
        });
      });
      request.on('error', () => settle(isConnected ? 'no answer' : 'not sent'));
      if (hasBody) request.flushHeaders();
      else request.end();
    });
  };
}

/** Bytes kept for a caller who reads slowly: more than any page has, so that the pages process need not wait. */
const mostBuffered = 512 * 1024;
/** How long a caller may stop reading a longer answer before it is disconnected, in milliseconds. */
const stalledAfterMs = 60_000;

/**
 * Sends an answer of the pages process to its caller. If the pages process ends before its answer does, the connection is
 * destroyed: an incomplete answer must not look complete.
 *
 * @returns when the pages process has nothing more to say
 */
function relayAnswer(answer: IncomingMessage, outgoing: WatchedResponse, exchange: Exchange): Promise<void> {
  readIdentity(answer.headers, exchange);
  outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, forwardedHeaders(answer.rawHeaders));
  let stalled: NodeJS.Timeout | undefined;
  answer.on('data', (chunk: Buffer) => {
    if (outgoing.write(chunk) || outgoing.writableLength <= mostBuffered) return;
    answer.pause();
    stalled = setTimeout(() => outgoing.destroy(), stalledAfterMs);
  });
  outgoing.on('drain', () => {
    clearTimeout(stalled);
    answer.resume();
  });
  answer.once('end', () => outgoing.end());
  return new Promise((resolve) => {
    // 'close' follows
    answer.on('error', () => undefined);
    answer.once('close', () => {
      clearTimeout(stalled);
      if (!answer.complete) outgoing.destroy();
      resolve();
    });
  });
}

/** Headers for one connection only (RFC 9110, 7.6.1): the two connections of a handed-over request have their own. */
const hopByHop = /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * The headers that pass between a caller and the pages process, in their order and with their repetitions: names and
 * values in turn, as in `rawHeaders`. What only the processes of this server say to each other is left out.
 */
function forwardedHeaders(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    if (!hopByHop.test(name) && !isPrivateHeader(name)) kept.push(name, raw[at + 1] as string);
  }
  return kept;
}
