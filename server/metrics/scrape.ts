import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Caller } from '#lib/access/caller.ts';
import { settings } from '#lib/env.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { requestIdOf } from '#lib/http/request-id.ts';
import { securityHeaders } from '#lib/http/security-headers.ts';
import { splitTarget } from '#lib/http/target.ts';
import { processWide, setProcessWide } from '#lib/process-wide.ts';
import { NOBODY } from '#lib/usage/batch.ts';
import { noControls } from '#lib/words/controls.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { sendReply } from '#server/http/direct-lane.ts';
import { listenRefusal } from '#server/process/bind-port.ts';
import { log } from '#server/process/log.ts';

/** Where the metrics are, on either port. */
const pattern = '/metrics';
const path = { pattern, methods: ['GET', 'HEAD', 'OPTIONS'], contentType: 'application/json', crossOrigin: false };
const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Gives the metrics of all processes as Prometheus reads them; undefined while they cannot be had. */
type Gathering = () => Promise<string | undefined>;

/** Sets how this process gets the metrics of all. */
export function setGathering(gather: Gathering): void {
  setProcessWide('gathering', gather);
}

const handle = endpoint(path, async () => {
  const text = await processWide<Gathering>('gathering', () => async () => undefined)();
  if (text === undefined) return errorAnswer(503, { code: 'busy' }, { 'Retry-After': '1' });
  return { status: 200, contentType, headers: { 'Cache-Control': 'no-store' }, body: text };
});

/**
 * Whether a request on the main port is for the metrics: its caller is in `METRICS_ALLOW`. For everybody else the path
 * does not exist.
 */
export function isScrape(asked: string, caller: Caller): boolean {
  return asked === pattern && caller.known && settings().metrics.allowed.contains(caller.address);
}

/** Answers a request for the metrics; other paths are 404. `url` is the target in origin form. */
export async function answerScrape(
  { method = '' }: IncomingMessage,
  outgoing: ServerResponse,
  { url, exchange }: { readonly url: string; readonly exchange: Exchange },
): Promise<void> {
  const target = splitTarget(url);
  const request = { method, ...target, headers: new Headers() };
  sendReply(outgoing, await handle.reply(request, exchange, target.path === pattern), exchange);
}

/** How long a worker waits for the primary, in milliseconds: longer than that waits for its processes. */
const answerWithinMs = 3000;

/**
 * Has a worker get the metrics of all processes from the primary. `ask` sends it the question.
 *
 * @returns what takes the answer
 */
export function setUpWorkerScrapes(ask: () => void): (text: string | undefined) => void {
  let waiting: ((text: string | undefined) => void)[] = [];
  const answer = (text: string | undefined) => {
    for (const resolve of waiting) resolve(text);
    waiting = [];
  };
  setGathering(
    () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        setTimeout(resolve, answerWithinMs, undefined).unref();
        ask();
      }),
  );
  return answer;
}

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
