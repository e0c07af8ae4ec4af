import { globSync, readFileSync } from 'node:fs';
import { IncomingMessage, type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { settings } from '#lib/env.ts';
import type { Compression } from '#lib/http/encoded-answer.ts';
import { onFault } from '#lib/http/endpoint.ts';
import { type Exchange, withExchange } from '#lib/http/exchange.ts';
import type { Outcome } from '#lib/map/answer/outcome.ts';
import { type NamedPoint, parseComparison, parsePermalink } from '#lib/map/permalink.ts';
import { inLanguage } from '#lib/messages/language.ts';
import { RecentlyUsed } from '#lib/recently-used.ts';
import { goalHeader } from '#lib/staff/sign-in-goal.ts';
import { absoluteFolder, buildFolder } from '#server/http/build-folder.ts';
import { encodingOf } from '#server/http/static-files.ts';
import { buildSheets, type SheetReader, withFirstStyles } from './first-styles.ts';
import { pageFacts } from './page-facts.ts';
import { pageOutcome, setPageOutcome } from './page-outcome.ts';
import {
  constantText,
  cutAt,
  fillIn,
  fillInPacked,
  type PackedTemplate,
  type PageTemplate,
  packTemplate,
  sizeOf,
} from './page-template.ts';
import { withScriptsAfterPaint } from './scripts-after-paint.ts';
import { canStandInFor, mentionsStandIn, numbersInPlace, standIn, standInPath } from './stand-in-point.ts';

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
  const sheets = buildSheets();
  const kept = new RecentlyUsed<Rendered>(mostBytes, ({ template }) => 2 * sizeOf(template));
  const beingRendered = new Map<string, Promise<Rendered>>();

  async function render(incoming: IncomingMessage, page: SharedPage, exchange: Exchange): Promise<Rendered> {
    const rendered = await renderShared({ pages, sheets }, incoming, page, exchange);
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
  return (...[incoming, outgoing, url, exchange]: Parameters<PageRenderer>): void => {
    exchange.setPageStatus = (status) => {
      outgoing.statusCode = status;
    };
    if (incoming.method === 'GET' && incoming.headers.rsc === undefined) {
      exchange.keepGoal = () => void outgoing.appendHeader('Set-Cookie', goalHeader(url, settings().baseUrl));
    }
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
  { pages, sheets }: { readonly pages: RequestListener; readonly sheets: SheetReader },
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
  const nonce = exchange.pageNonce ?? '';
  // in this order, as a script waits for the sheets that stand before it
  const html = withFirstStyles(withScriptsAfterPaint(String(await collected.body), nonce), sheets);
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

/** A response that is kept in memory instead of being sent. */
class CollectedResponse extends ServerResponse {
  readonly #chunks: Uint8Array[] = [];
  /** Resolves with the body when it is complete; rejects when the caller has gone first. */
  readonly body: Promise<Buffer>;
  #resolve: (body: Buffer) => void = () => undefined;
  #reject: (reason: Error) => void = () => undefined;

  constructor(incoming: IncomingMessage) {
    super(incoming);
    this.body = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  override write(chunk: string | Uint8Array): boolean {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    return true;
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk);
    this.finished = true;
    this.#resolve(Buffer.concat(this.#chunks));
    this.emit('finish');
    this.emit('close');
    return this;
  }

  /** The head is read from the properties when the body is complete. */
  override flushHeaders(): void {}

  /** Stops the rendering: whoever asked has gone. */
  override destroy(): this {
    this.#reject(new Error('The caller has gone.'));
    this.emit('close');
    return this;
  }
}

/** A page that everybody gets alike. */
interface SharedPage {
  /** The address by which Next renders it. */
  readonly url: string;
  /** Everything on which the rendering depends: requests of one key share it. */
  readonly key: string;
  /** What to write in place of some texts of the rendering. */
  readonly inPlace: Readonly<Record<string, string>>;
}

const withoutPoints = /^\/(?:area|embed)?$/;
const ofPoints = /^\/(availability|compare|embed)\/([^/]*)\/([^/]*)$/;

/** The address of the page for addresses without a page. */
const missingPage = '/missing';

/** Outcomes that depend only on the point and on what is published. */
const lasting = new Set<Outcome['kind']>(['answered', 'nothing here', 'outside']);

/**
 * Which page everybody gets alike at an address; undefined if it depends on who asks. Points in the address are looked up,
 * and count against the visitor's limit.
 *
 * @param url the target in origin form
 * @param hasPage whether there is a page at the path
 */
async function sharedPageAt(url: string, hasPage: boolean, exchange: Exchange): Promise<SharedPage | undefined> {
  const [path = '', search = ''] = url.split('?', 2);
  if (withoutPoints.test(path)) return pageFor(url);
  const [, folder, latitude = '', longitude = ''] = ofPoints.exec(path) ?? [];
  if (folder === undefined) return hasPage ? undefined : missing(exchange);
  const points = pointsAt(path, search);
  if (points === undefined) return missing(exchange);
  const outcomes = await Promise.all(points.map(({ point }) => pageOutcome(point, exchange)));
  if (!outcomes.every(({ kind }) => lasting.has(kind))) return undefined;
  const [only, ...others] = points;
  const isPlain = others.length === 0 && folder !== 'compare' && url === inLanguage(path, exchange.language ?? 'en');
  const outcome = outcomes[0];
  if (only === undefined || outcome === undefined || !isPlain || !canStandInFor(only.point))
    return pageFor(url, outcomes);
  setPageOutcome(standIn, outcome, exchange);
  const standInUrl = inLanguage(standInPath(folder), exchange.language ?? 'en');
  return { ...pageFor(standInUrl, outcomes), inPlace: numbersInPlace(only.point, [latitude, longitude]) };
}

function pageFor(url: string, outcomes: readonly Outcome[] = []): SharedPage {
  return { url, key: JSON.stringify([url, pageFacts(), outcomes]), inPlace: {} };
}

function missing({ language = 'en' }: Exchange): SharedPage {
  const url = inLanguage(missingPage, language);
  return { url, key: url, inPlace: {} };
}

/** The points in the address of a page; undefined if there is no page for it. */
function pointsAt(path: string, search: string): readonly NamedPoint[] | undefined {
  const comparison = parseComparison(path, search);
  if (comparison !== undefined) return [comparison.first, comparison.second].filter((point) => point !== undefined);
  const asked = parsePermalink(path, search);
  return asked && [asked];
}

const publicFolder = `${import.meta.dirname}/../../../public/`;

interface Route {
  readonly regex: string;
}

/**
 * Whether the build has a page, a route or a file at a path, so that the page for missing addresses can be sent without
 * asking Next. In doubt the answer is yes: Next decides then.
 */
type PageIndex = (path: string) => boolean;

/** Reads the routes of the build and the files of `public/`. */
function readPageIndex(): PageIndex {
  const manifest = JSON.parse(readFileSync(`${absoluteFolder(buildFolder())}/routes-manifest.json`, 'utf8')) as {
    readonly staticRoutes: readonly Route[];
    readonly dynamicRoutes: readonly Route[];
  };
  const forms = [...manifest.staticRoutes, ...manifest.dynamicRoutes].map(({ regex }) => new RegExp(regex));
  const files = new Set(globSync('**/*', { cwd: publicFolder }).map((name) => `/${name.replaceAll('\\', '/')}`));
  return (path) =>
    path.startsWith('/_next/') || path.includes('%') || files.has(path) || forms.some((form) => form.test(path));
}
