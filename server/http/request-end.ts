import http, { type IncomingMessage } from 'node:http';
import { now } from '#lib/clock.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { addMissingHeaders, type HeaderList } from '#lib/http/security-headers.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { metrics } from '#server/metrics/current.ts';
import { logRequest } from '#server/process/log.ts';
import { usage } from '#server/usage/usage.ts';
import type { RequestBody } from './request-body.ts';

/** A request to log when it ends; `startedAt` is of `performance.now()`, when its head had arrived. */
interface Watched {
  readonly path: string;
  /** The API for which it is counted, if any. */
  readonly api: UsageApi | undefined;
  readonly exchange: Exchange;
  readonly startedAt: number;
}

/**
 * The `Date` of an answer that is sent now, by the clock that answers go by. Node keeps its own for a second, by the machine's
 * clock, and Last-Modified would be later at the instant of a release (R13).
 */
export function dateHeader(): readonly [name: string, value: string] {
  return ['Date', new Date(now()).toUTCString()];
}

/** A response that has the security headers of its path, and logs and counts its request when it ends. */
export class WatchedResponse<Request extends IncomingMessage = IncomingMessage> extends http.ServerResponse<Request> {
  watched: Watched | undefined;
  /** Added to whatever is answered, unless the answer has its own (B13). */
  securityHeaders: HeaderList = [];
  /** The body of a request that announced one, while its end may be refused in the shape of its answers. */
  body: Pick<RequestBody, 'fail'> | undefined;
  /** How many bytes had been read from the connection when this ended; undefined until then. */
  bytesReadAtEnd: number | undefined;
  /** The pipeline in whose work it counts. */
  pipeline: { end(): void } | undefined;

  watch(watched: Watched): void {
    this.watched = watched;
    this.on('close', endRequest);
  }

  /** Every answer passes here, in every lane: Node calls it too, for headers that were set one by one. */
  override writeHead(status: number, ...rest: unknown[]): this {
    const added = [...this.securityHeaders, ...dateHeader()];
    const given = rest.at(-1);
    if (Array.isArray(given) && this.getHeaderNames().length === 0) addMissingHeaders(given, added);
    else {
      for (let at = 0; at < added.length; at += 2) {
        const name = added[at] as string;
        if (!this.hasHeader(name)) this.setHeader(name, added[at + 1] as string);
      }
    }
    return super.writeHead(status, ...(rest as []));
  }
}

/** Logs a request, and counts it if it was for one of the APIs. */
function endRequest(this: WatchedResponse): void {
  this.pipeline?.end();
  if (this.watched === undefined) return;
  const { path, api, exchange, startedAt } = this.watched;
  this.watched = undefined;
  this.bytesReadAtEnd = this.req.socket.bytesRead;
  const status = this.headersSent ? this.statusCode : 0;
  const ms = performance.now() - startedAt;
  if (api !== undefined) usage().count(api, exchange.accountId, status, ms, exchange.caller, now());
  const isShed = exchange.isShed === true && status === 503;
  metrics()?.requests.end({ api, status, ms, caller: exchange.caller, isShed });
  logRequest({
    id: exchange.requestId,
    method: this.req.method,
    path,
    status,
    ms,
    caller: exchange.caller.known ? exchange.caller.address.text : exchange.caller.reason,
    subject: exchange.subject,
    isShed,
  });
}
