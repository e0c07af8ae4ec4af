import type { IncomingMessage, RequestListener } from 'node:http';
import { settings } from '#lib/env.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { languageOfTarget } from '#lib/messages/language.ts';
import { apiSentence } from '#lib/words/api.ts';
import { nextPages, renderedPages } from '#server/pages/rendered-pages.ts';
import { languageRedirect } from './language-redirect.ts';
import { setPagePolicy } from './page-policy.ts';
import type { WatchedResponse } from './request-end.ts';
import { removeForwardingHeaders } from './request-head.ts';
import { openStaticFiles } from './static-files.ts';

/** Serves all paths that are not public paths: static files, and the pages that Next renders. */
export function pageLane(pages: RequestListener) {
  const { baseUrl } = settings();
  const publicHost = new URL(baseUrl).host;
  const staticFiles = openStaticFiles();
  // in development, pages change from one request to the next
  const renderPage = process.env.NODE_ENV === 'development' ? nextPages(pages) : renderedPages(pages);

  /** @param url the target in origin form; undefined if it is malformed */
  return (incoming: IncomingMessage, outgoing: WatchedResponse, url: string | undefined, exchange: Exchange): void => {
    outgoing.setHeader('X-Request-Id', exchange.requestId);
    const { headFault } = exchange;
    if (url === undefined || headFault !== undefined) {
      outgoing.writeHead(headFault?.status ?? 400, { 'Content-Type': 'text/plain; charset=utf-8' });
      outgoing.end(headFault && `${apiSentence(headFault.reason)}\n`);
      return;
    }
    if (staticFiles(incoming, outgoing, url)) return;
    const redirect = languageRedirect(incoming, url);
    if (redirect !== undefined) {
      outgoing.writeHead(307, redirect).end();
      return;
    }
    exchange.language = languageOfTarget(url);
    incoming.url = url;
    exchange.pageNonce = setPagePolicy(incoming, outgoing, url);
    removeForwardingHeaders(incoming);
    // Next compares a form's Origin with Host, which a proxy may have rewritten: compare it with BASE_URL instead
    if (incoming.headers.origin === baseUrl) incoming.headers.host = publicHost;
    renderPage(incoming, outgoing, url, exchange);
  };
}
