import http, { type IncomingMessage } from 'node:http';
import { now } from '#lib/clock.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { apiOf } from '#lib/http/public-paths.ts';
import { logRequest } from '#server/process/log.ts';
import { usage } from '#server/usage/usage.ts';
import type { RequestBody } from './request-body.ts';

/** A request whose end is watched; `startedAt` is of `performance.now()`, when its head was there. */
interface Watched {
  readonly path: string;
  readonly exchange: Exchange;
  readonly startedAt: number;
}

/** A response that is watched to its end, so that its request is logged and counted there. */
export class WatchedResponse<Request extends IncomingMessage = IncomingMessage> extends http.ServerResponse<Request> {
  watched: Watched | undefined;
  /** Of an API's request that announced one; it may still be on its way. */
  body: RequestBody | undefined;

  watch(watched: Watched): void {
    this.watched = watched;
    this.on('close', endRequest);
  }
}

/** The one place where a request ends: it is counted when it was an API's, and logged. */
function endRequest(this: WatchedResponse): void {
  if (this.watched === undefined) return;
  const { path, exchange, startedAt } = this.watched;
  this.watched = undefined;
  const status = this.headersSent ? this.statusCode : 0;
  const ms = performance.now() - startedAt;
  const api = apiOf(path);
  if (api !== undefined) usage().count(api, exchange.accountId, status, ms, exchange.caller, now());
  logRequest({
    id: exchange.requestId,
    method: this.req.method,
    path,
    status,
    ms,
    caller: exchange.caller.known ? exchange.caller.address.text : exchange.caller.reason,
    subject: exchange.subject,
  });
}
