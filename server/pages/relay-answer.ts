import type { IncomingMessage } from 'node:http';
import type { Exchange } from '#lib/http/exchange.ts';
import type { WatchedResponse } from '#server/http/request-end.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import { readIdentity } from './private-headers.ts';

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
export function relayAnswer(answer: IncomingMessage, outgoing: WatchedResponse, exchange: Exchange): Promise<void> {
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
