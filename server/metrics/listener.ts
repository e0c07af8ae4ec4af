import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { settings } from '#lib/env.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { requestIdOf } from '#lib/http/request-id.ts';
import { securityHeaders } from '#lib/http/security-headers.ts';
import { NOBODY } from '#lib/usage/batch.ts';
import { noControls } from '#lib/words/controls.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { listenRefusal } from '#server/process/bind-port.ts';
import { log } from '#server/process/log.ts';
import { answerScrape } from './scrape.ts';

/** How long a scraper has for its request, in milliseconds, and how many may be connected. */
const requestWithinMs = 5000;
const mostConnections = 50;
/** A port that another program has is tried again, in milliseconds: the APIs do not depend on it. */
const tryAgainMs = 5000;

/** Answers `/metrics` on a port of its own, `METRICS_PORT`, for whoever can reach it. */
export class MetricsListener {
  #server: http.Server | undefined;
  #timer: NodeJS.Timeout | undefined;

  open(): void {
    const { listener } = settings().metrics;
    if (listener === undefined) return;
    const server = http.createServer({ requestTimeout: requestWithinMs, headersTimeout: requestWithinMs }, answer);
    server.maxConnections = mostConnections;
    server.once('error', (fault) => {
      const refusal = listenRefusal(fault, { name: 'METRICS_', ...listener });
      const words = refusal === undefined ? fault.message : reasonWords(refusal.reason, noControls);
      log().error({ event: 'metrics not served', ...listener, fault: words });
      this.#timer = setTimeout(() => this.open(), tryAgainMs).unref();
    });
    server.listen(listener.port, listener.host);
    this.#server = server;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const server = this.#server;
    if (server?.listening !== true) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const headers = securityHeaders(settings().baseUrl).own;
  for (let at = 0; at < headers.length; at += 2) outgoing.setHeader(headers[at] as string, headers[at + 1] as string);
  void answerScrape(incoming, outgoing, { url: incoming.url ?? '/', exchange: exchangeOf(incoming) });
}

function exchangeOf({ headers }: IncomingMessage): Exchange {
  return {
    caller: { known: false, reason: 'unknown', limitKey: 'unknown' },
    requestId: requestIdOf(headers['x-request-id']?.toString()),
    headFault: undefined,
    readBody: () => Promise.resolve(new Uint8Array()),
    subject: undefined,
    accountId: NOBODY,
  };
}
