import type { IncomingMessage } from 'node:http';
import { callerReader } from '#lib/access/caller.ts';
import { settings } from '#lib/env.ts';
import type { Handler } from '#lib/http/endpoint.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { type FoundPath, type PublicPathName, publicPathAt } from '#lib/http/public-paths.ts';
import { requestIdOf } from '#lib/http/request-id.ts';
import { answerKindOf, securityHeaders } from '#lib/http/security-headers.ts';
import { parseTarget } from '#lib/http/target.ts';
import { NOBODY } from '#lib/usage/batch.ts';
import { answerScrape, isScrape } from '#server/metrics/scrape.ts';
import { answerDirectly } from './direct-lane.ts';
import { isForNextLane } from './next-lane.ts';
import { answerForPage } from './page-refusals.ts';
import { endUnreadBody, requestBody } from './request-body.ts';
import type { WatchedResponse } from './request-end.ts';
import { readHead, removeInternalHeaders } from './request-head.ts';

export type Handlers = Readonly<Record<PublicPathName, Handler>>;

/** What is known about a request that the pages process answers. */
export interface PageRequest {
  /** The target in origin form. */
  readonly url: string;
  readonly path: string;
  readonly exchange: Exchange;
  /** Its public path; undefined for a page. */
  readonly found: FoundPath | undefined;
  readonly hasBody: boolean;
  /** Whether the caller sends the body only after `100 Continue`. */
  readonly waitsForContinue: boolean;
}

/** Has the pages process answer a request. */
export type Pages = (incoming: IncomingMessage, outgoing: WatchedResponse, asked: PageRequest) => void;

/** Serves one request. */
export type Serve = (incoming: IncomingMessage, outgoing: WatchedResponse, waitsForContinue: boolean) => void;

/**
 * Makes the function that serves a request: it reads target, caller and body alike for both lanes, answers the public paths
 * of its process directly on the socket, and passes all others to `pages`.
 */
export function serveWith(pages: Pages, handlers: Handlers): Serve {
  const { apiLane, baseUrl, trustedProxies } = settings();
  const headersOfKind = securityHeaders(baseUrl);
  const readCaller = callerReader(trustedProxies);

  return (incoming, outgoing, waitsForContinue) => {
    const startedAt = performance.now();
    const target = parseTarget(incoming.url ?? '');
    const found = publicPathAt(target.path);
    const head = readHead(incoming);
    const body = head.announcesBody || waitsForContinue ? requestBody(incoming, outgoing, waitsForContinue) : undefined;
    const exchange: Exchange = {
      caller: readCaller(incoming.socket.remoteAddress, incoming.rawHeaders),
      requestId: requestIdOf(head.givenId),
      headFault: target.ok ? head.fault : { status: 400, reason: target.reason },
      readBody: body?.read ?? readNothing,
      subject: undefined,
      accountId: NOBODY,
    };
    outgoing.watch({ path: target.path, api: found?.api, exchange, startedAt });
    outgoing.securityHeaders = headersOfKind[answerKindOf(found, target.path)];
    if (head.endsConnection) outgoing.shouldKeepAlive = false;

    const url = target.ok ? target.url : '/';
    if (found === undefined && isScrape(target.path, exchange.caller)) {
      outgoing.securityHeaders = headersOfKind.own;
      if (head.announcesBody) endUnreadBody(incoming, outgoing);
      void answerScrape(incoming, outgoing, { url, exchange });
      return;
    }

    const isForPages = found === undefined || found.process === 'pages' || apiLane === 'next';
    if (isForPages && (found === undefined || isForNextLane(incoming, exchange))) {
      if (found === undefined) {
        outgoing.setHeader('X-Request-Id', exchange.requestId);
        if (answerForPage(incoming, outgoing, target, head.fault)) return;
      }
      removeInternalHeaders(incoming, found !== undefined);
      const hasBody = head.announcesBody;
      pages(incoming, outgoing, { url, path: target.path, exchange, found, hasBody, waitsForContinue });
      return;
    }
    if (body !== undefined && head.announcesBody) {
      outgoing.body = body;
      endUnreadBody(incoming, outgoing);
    }
    answerDirectly(handlers[found.name], { incoming, outgoing, url }, exchange, found);
  };
}

const readNothing = () => Promise.resolve(new Uint8Array());
