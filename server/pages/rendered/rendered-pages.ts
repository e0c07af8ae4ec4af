import { IncomingMessage, type OutgoingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Compression } from '#lib/http/compressed-file.ts';
import { onFault } from '#lib/http/endpoint.ts';
import { type Exchange, withExchange } from '#lib/http/exchange.ts';
import { RecentlyUsed } from '#lib/recently-used.ts';
import { encodingOf } from '#server/http/static-files.ts';
import { CollectedResponse } from './collected-response.ts';
import { fillInPacked, type PackedTemplate, packTemplate } from './packed-template.ts';
import { readPageIndex } from './page-index.ts';
import { constantText, cutAt, fillIn, type PageTemplate, sizeOf } from './page-template.ts';
import { type SharedPage, sharedPageAt } from './shared-page.ts';
import { mentionsStandIn } from './stand-in-point.ts';

/** The most of rendered pages that is kept, in bytes; the least recently used go first. */
const mostBytes = 8 * 2 ** 20;

interface Rendered {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly nonce: string;
  readonly template: PageTemplate;
  /** Undefined for the page of a point, whose numbers seldom have the same lengths. */
  readonly packed: PackedTemplate | undefined;
}

/** Renders a page, or sends one that was rendered before; `url` is the target in origin form. */
export type PageRenderer = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: string,
  exchange: Exchange,
) => unknown;

/**
 * Renders each page that everybody gets alike once for each state of what it depends on, and sends it with a fresh nonce.
 * All other requests go to `pages`. See docs/decisions/rendered-pages.md.
 */
export function renderedPages(pages: RequestListener): PageRenderer {
  const hasPage = readPageIndex();
  const renderByNext = nextPages(pages);
  const kept = new RecentlyUsed<Rendered>(mostBytes, ({ template }) => 2 * sizeOf(template));
  const beingRendered = new Map<string, Promise<Rendered>>();

  async function render(incoming: IncomingMessage, page: SharedPage, exchange: Exchange): Promise<Rendered> {
    const rendered = await renderShared(pages, incoming, page, exchange);
    if (rendered.status < 500) kept.keep(page.key, rendered);
    return rendered;
  }

  /** Requests that arrive while a page is being rendered wait for it. */
  function renderOnce(incoming: IncomingMessage, page: SharedPage, exchange: Exchange): Promise<Rendered> {
    const { key } = page;
    const rendering =
      beingRendered.get(key) ?? render(incoming, page, exchange).finally(() => beingRendered.delete(key));
    beingRendered.set(key, rendering);
    return rendering;
  }

  /** @returns whether the request was answered */
  async function answer(...[incoming, outgoing, url, exchange]: Parameters<PageRenderer>): Promise<boolean> {
    const page = await sharedPageAt(url, hasPage(url.split('?', 1)[0] ?? ''), exchange);
    if (page === undefined) return false;
    const rendered = kept.get(page.key) ?? (await renderOnce(incoming, page, exchange));
    send(incoming, outgoing, rendered, { ...page.inPlace, [rendered.nonce]: exchange.pageNonce ?? '' });
    return true;
  }

  return async (incoming, outgoing, url, exchange) => {
    try {
      if (isForShared(incoming) && (await answer(incoming, outgoing, url, exchange))) return;
    } catch (fault) {
      onFault(fault, exchange.requestId);
    }
    renderByNext(incoming, outgoing, url, exchange);
  };
}

/** Passes every request to Next. */
export function nextPages(pages: RequestListener) {
  return (...[incoming, outgoing, , exchange]: Parameters<PageRenderer>): void => {
    exchange.setPageStatus = (status) => {
      outgoing.statusCode = status;
    };
    withExchange(exchange, () => pages(incoming, outgoing));
  };
}

/**
 * A navigation of Next's own client asks for the data of a page, not for the page. A form that is sent to a page of everybody
 * is answered with that page: Next would answer one for an address without a page by a page without words.
 */
function isForShared({ method = '', headers }: IncomingMessage): boolean {
  return ['GET', 'HEAD', 'POST'].includes(method) && headers.rsc === undefined && headers['next-action'] === undefined;
}

/** Has Next render a page for nobody in particular. @throws Error if it breaks off, or contains what must not be shared */
async function renderShared(
  pages: RequestListener,
  { socket, httpVersion, headers }: IncomingMessage,
  { url, inPlace }: SharedPage,
  exchange: Exchange,
): Promise<Rendered> {
  const asked = new IncomingMessage(socket);
  // nothing else of the caller may reach a page that others will get
  const shared = {
    host: headers.host,
    accept: 'text/html',
    'content-security-policy': headers['content-security-policy'],
  };
  Object.assign(asked, { method: 'GET', url, headers: shared, httpVersion, complete: true });
  asked.push(null);
  const collected = new CollectedResponse(asked);
  exchange.setPageStatus = (status) => {
    collected.statusCode = status;
  };
  withExchange(exchange, () => pages(asked, collected));
  const html = String(await collected.body);
  const nonce = exchange.pageNonce ?? '';
  const numbers = Object.keys(inPlace);
  const template = cutAt(html, [nonce, ...numbers]);
  if (numbers.length > 0 && mentionsStandIn(constantText(template))) {
    throw new Error('A page writes its point in a form that the stand-in does not know.');
  }
  const packed = numbers.length === 0 ? packTemplate(template) : undefined;
  return { status: collected.statusCode, headers: collected.getHeaders(), nonce, template, packed };
}

function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, nonce, template, packed }: Rendered,
  inPlace: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(headers)) {
    // Next repeats the nonce in the header that preloads files
    if (value !== undefined)
      outgoing.setHeader(name, typeof value === 'string' ? String(fillIn(cutAt(value, [nonce]), inPlace)) : value);
  }
  const filled =
    packed !== undefined && encodingOf(incoming, ['gzip']) === 'gzip' ? fillInPacked(packed, inPlace) : undefined;
  const encoding = filled === undefined ? encodingOf(incoming) : 'gzip';
  const body = filled ?? compress(fillIn(template, inPlace), encoding);
  outgoing.statusCode = status;
  outgoing.appendHeader('Vary', 'Accept-Encoding');
  if (encoding !== 'identity') outgoing.setHeader('Content-Encoding', encoding);
  outgoing.setHeader('Content-Length', body.length);
  outgoing.end(incoming.method === 'HEAD' ? undefined : body);
}

/** Compresses a page that could not be packed before, quickly: Brotli at 3 is as small as gzip at 6, in half its time. */
function compress(html: Uint8Array, encoding: Compression | 'identity'): Uint8Array {
  if (encoding === 'identity') return html;
  if (encoding === 'gzip') return gzipSync(html, { level: 4 });
  return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
}
