import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { settings } from '#lib/env.ts';
import { isBodyFault } from '#lib/http/body-text.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { askedLanguage, inLanguage, languageOfTarget, preferredLanguage } from '#lib/messages/language.ts';
import { openActionGuard } from '#server/pages/action-guard.ts';
import { nextPages, renderedPages } from '#server/pages/rendered/rendered-pages.ts';
import { setPagePolicy } from './page-policy.ts';
import { maxPostedBytes, refuseLongBody, refusePage } from './page-refusals.ts';
import { requestBody } from './request-body.ts';
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

/** The public pages. All other paths are not translated. */
const publicPage = /^\/(?:$|area$|report$|availability\/|compare\/|embed(?:\/|$))/;

/**
 * The language of a page depends only on its address, which keeps caches and shared links simple. A visitor who opens a
 * page without a language in its address and prefers another than English is redirected to that language.
 *
 * @returns the headers of the redirect; undefined if no redirect is needed
 */
function languageRedirect(
  { method, headers }: IncomingMessage,
  url: string,
): Readonly<Record<string, string>> | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const [path = ''] = url.split('?', 1);
  if (!publicPage.test(path) || askedLanguage(url) !== undefined) return undefined;
  // navigation within the site (RSC requests) keeps the language of the current page
  if (headers.rsc !== undefined || !(headers.accept ?? '').includes('text/html')) return undefined;
  const language = preferredLanguage(headers.cookie, headers['accept-language']);
  if (language === 'en') return undefined;
  return { Location: inLanguage(url, language), 'Cache-Control': 'private, no-store', Vary: 'Cookie, Accept-Language' };
}

/** Whether a request posts the form of a page without Next's own client, which happens without JavaScript. */
function isPlainForm({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

/**
 * Reads a form before Next does, which answers 500 to a form that is cut short or has no boundary. `serve` gets a request
 * with the same head and body.
 */
async function withWholeForm(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  serve: (incoming: IncomingMessage) => void,
): Promise<void> {
  const bytes = await requestBody(incoming, outgoing, false)
    .read(maxPostedBytes)
    .catch((fault: unknown) => {
      if (isBodyFault(fault)) return undefined;
      throw fault;
    });
  if (bytes === undefined || outgoing.destroyed) return;
  if (bytes === null) refuseLongBody(outgoing);
  else if (await isForm(bytes, incoming.headers['content-type'] ?? '')) serve(requestWith(incoming, bytes));
  else refusePage(outgoing, 400, { code: 'body-not-a-form' });
}

async function isForm(bytes: Uint8Array, contentType: string): Promise<boolean> {
  const form = new Response(bytes as BodyInit, { headers: { 'Content-Type': contentType } });
  return form.formData().then(
    () => true,
    () => false,
  );
}

function requestWith({ method, url, headers, rawHeaders, httpVersion, socket }: IncomingMessage, body: Uint8Array) {
  const request = new http.IncomingMessage(socket);
  Object.assign(request, { method, url, headers, rawHeaders, httpVersion, complete: true });
  request.push(body);
  request.push(null);
  return request;
}
