import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type Exchange, withExchange } from '#lib/http/exchange.ts';
import { removeForwardingHeaders, removePageHeaders } from './request-head.ts';

/** The methods that Next's router passes to a route handler. */
const nextMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Whether Next's router would pass a request to its handler; others are answered by the process that took them. */
export function isForNextLane({ method }: IncomingMessage, { headFault }: Exchange): boolean {
  return headFault === undefined && nextMethods.has(method ?? '');
}

/** Sends `vary` in place of what Next makes of it. */
type NextLaneResponse = ServerResponse<IncomingMessage> & { vary: string | null | undefined };

/**
 * Answers a request of the APIs through Next's router, for tests and benchmarks (`API_LANE=next`). Next gets the request
 * without its body, which it would drop from a GET and consume in a POST: only the handler reads the body, through the
 * exchange, after its checks (B9).
 */
export function serveThroughNext(
  pages: RequestListener,
  { incoming, outgoing, url }: { incoming: IncomingMessage; outgoing: NextLaneResponse; url: string },
  exchange: Exchange,
): void {
  removeForwardingHeaders(incoming);
  removePageHeaders(incoming);
  const { method, headers, rawHeaders, httpVersion } = incoming;
  // the APIs never read Host, and Next would reject an odd one
  headers.host = 'localhost';
  const bodiless = new http.IncomingMessage(incoming.socket);
  Object.assign(bodiless, { method, url, headers, rawHeaders, httpVersion, complete: true });
  bodiless.push(null);
  // Next sorts the parameters of a query by name
  exchange.target = url;
  // Next drops these two from a handler's answer, and would then compress a compressed body
  exchange.onAnswer = (given) => {
    for (const name of ['Content-Encoding', 'Content-Length']) {
      if (given[name] !== undefined) outgoing.setHeader(name, given[name]);
    }
    outgoing.vary = given.Vary ?? null;
    delete bodiless.headers['accept-encoding'];
  };
  withExchange(exchange, () => pages(bodiless, outgoing as ServerResponse<IncomingMessage> & { req: IncomingMessage }));
}
