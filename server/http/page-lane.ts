import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { settings } from '#lib/env.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { languageOfTarget } from '#lib/messages/language.ts';
import { openActionGuard } from '#server/pages/action-guard.ts';
import { nextPages, renderedPages } from '#server/pages/rendered/rendered-pages.ts';
import { isPlainForm, withWholeForm } from './form-body.ts';
import { languageRedirect } from './language-redirect.ts';
import { setPagePolicy } from './page-policy.ts';
import { removeForwardingHeaders } from './request-head.ts';

/** Serves a page; `url` is the target in origin form. */
export type ServePage = (
  incoming: IncomingMessage,
  outgoing: ServerResponse<IncomingMessage> & { req: IncomingMessage },
  url: string,
  exchange: Exchange,
) => void;

/** Serves all paths that are not public paths: the pages that Next renders, and files that it serves. */
export function pageLane(pages: RequestListener): ServePage {
  const { baseUrl } = settings();
  const publicHost = new URL(baseUrl).host;
  // in development, pages change from one request to the next
  const renderPage = process.env.NODE_ENV === 'development' ? nextPages(pages) : renderedPages(pages);
  const refuseAction = openActionGuard(baseUrl);

  return (incoming, outgoing, url, exchange) => {
    outgoing.setHeader('X-Request-Id', exchange.requestId);
    const redirect = languageRedirect(incoming, url);
    if (redirect !== undefined) {
      outgoing.writeHead(307, redirect).end();
      return;
    }
    exchange.language = languageOfTarget(url);
    incoming.url = url;
    exchange.pageNonce = setPagePolicy(incoming, outgoing, url);
    if (refuseAction(incoming, outgoing, url)) return;
    removeForwardingHeaders(incoming);
    // Next compares a form's Origin with Host, which a proxy may have rewritten: compare it with BASE_URL instead
    if (incoming.headers.origin === baseUrl) incoming.headers.host = publicHost;
    exchange.hasLeft = () => outgoing.destroyed;
    const render = (given: IncomingMessage) => renderPage(given, outgoing, url, exchange);
    if (isPlainForm(incoming)) void withWholeForm(incoming, outgoing, render);
    else render(incoming);
  };
}
