import type { FoundPath, PublicPathName } from '#lib/http/public-paths.ts';
import { tileOrigins } from '#lib/map/layers/street-map.ts';

/**
 * What a path answers with, as far as browsers must treat it differently:
 * - `open`: data and pictures that other sites may use: the two APIs, tiles, previews
 * - `own`: data for the pages of this site, and the files that they are made of
 * - `page`: everything else; a page is never framed
 * - `embed`: the pages that other sites embed
 */
export type AnswerKind = 'open' | 'own' | 'page' | 'embed';

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/** Nothing of an answer may be loaded, run or framed. A page that is rendered sets its own policy (`pagePolicy`). */
const noContent = (ancestors: string) =>
  `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`;

/** Pages locate the visitor, copy links, and sign staff in by passkey. Nobody else, and nothing else, may. */
const ownFeatures =
  'camera=(), clipboard-write=(self), geolocation=(self), microphone=(), payment=(), ' +
  'publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()';

const oneYearSeconds = 31_536_000;

/** Browsers keep to https for a year; without subdomains, which may belong to others. */
const httpsOnly = ['Strict-Transport-Security', `max-age=${oneYearSeconds}`];

/** The headers of all answers, errors too, by kind (B13); those of `securityHeaders` are added. */
const byKind: Readonly<Record<AnswerKind, HeaderList>> = {
  open: [
    'Content-Security-Policy',
    noContent("'none'"),
    'X-Content-Type-Options',
    'nosniff',
    'Cross-Origin-Resource-Policy',
    'cross-origin',
    'Permissions-Policy',
    'geolocation=()',
  ],
  own: [
    'Content-Security-Policy',
    noContent("'none'"),
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'DENY',
    'Referrer-Policy',
    'no-referrer',
    'Cross-Origin-Resource-Policy',
    'same-origin',
    'Permissions-Policy',
    'geolocation=()',
  ],
  page: [
    'Content-Security-Policy',
    noContent("'none'"),
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'DENY',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy',
    'same-origin',
    'Permissions-Policy',
    ownFeatures,
  ],
  embed: [
    'Content-Security-Policy',
    noContent('*'),
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    // a site that isolates itself may frame only what allows it
    'Cross-Origin-Resource-Policy',
    'cross-origin',
    'Permissions-Policy',
    ownFeatures,
  ],
};

/** Browsers ignore it on plain HTTP from another machine, and report an error on each page. */
const ownWindow = ['Cross-Origin-Opener-Policy', 'same-origin'];
const trustworthy = /^(?:https:|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|$))/;

/** The headers of every kind of answer of a server. @param baseUrl its own origin (`BASE_URL`) */
export function securityHeaders(baseUrl: string): Readonly<Record<AnswerKind, HeaderList>> {
  const more = [...(trustworthy.test(baseUrl) ? ownWindow : []), ...(baseUrl.startsWith('https:') ? httpsOnly : [])];
  return {
    open: [...byKind.open, ...more],
    own: [...byKind.own, ...more],
    page: [...byKind.page, ...more],
    embed: [...byKind.embed, ...more],
  };
}

/** Data of each path: for other sites too, or for the pages of this site. */
const kinds: Readonly<Record<PublicPathName, 'open' | 'own'>> = {
  registryAvailability: 'open',
  droplist: 'open',
  releasedNames: 'open',
  explainedAvailability: 'open',
  upcomingReleases: 'open',
  releaseChanges: 'open',
  broadbandAvailability: 'open',
  broadbandBulk: 'open',
  networks: 'open',
  addressAvailability: 'open',
  pointAvailability: 'open',
  availabilityInBulk: 'open',
  providers: 'open',
  addresses: 'open',
  tile: 'open',
  tileJson: 'open',
  tileLegend: 'open',
  openApiJson: 'open',
  openApiYaml: 'open',
  changesFeed: 'open',
  health: 'own',
  readiness: 'own',
  places: 'own',
  placeTile: 'own',
  mapStaff: 'own',
  baseMap: 'own',
  areas: 'own',
  reports: 'own',
  preview: 'open',
  figuresCsv: 'open',
  figuresJson: 'open',
  areaPicture: 'open',
  dataCatalogue: 'open',
  dataFile: 'open',
  registry: 'open',
  registryAdditions: 'open',
  broadband: 'open',
  tiles: 'open',
  previews: 'open',
};

/** Scripts, styles and fonts, which use no features of a page: each would carry a line on them, 15 times on the first page. */
const builtFiles = '/_next/static/';

/** The kind of the answers at a path. @param found the public path that answers it, if any */
export function answerKindOf(found: FoundPath | undefined, path: string): AnswerKind {
  if (found !== undefined) return kinds[found.name];
  if (path.startsWith(builtFiles)) return 'own';
  return mayBeFramed(path) ? 'embed' : 'page';
}

/** Adds to the headers of an answer those of `added` that it does not have. */
export function addMissingHeaders(headers: string[], added: HeaderList): void {
  const own = headers.length;
  for (let at = 0; at < added.length; at += 2) {
    const name = added[at] as string;
    if (!hasHeader(headers, own, name)) headers.push(name, added[at + 1] as string);
  }
}

function hasHeader(headers: readonly string[], length: number, name: string): boolean {
  for (let at = 0; at < length; at += 2) {
    const given = headers[at] as string;
    if (given.length === name.length && given.toLowerCase() === name.toLowerCase()) return true;
  }
  return false;
}

/** What the policy of a page depends on. */
interface PageFacts {
  /** Allows the inline scripts of one answer. */
  readonly nonce: string;
  /** Whether other sites may embed the page. */
  readonly isFramed: boolean;
  /** The addresses of tiles from other servers: those of `TILE_URL` and `AERIAL_URL` that are configured. */
  readonly tileUrls: readonly string[];
  /** In development React evaluates code, to show where an error comes from. */
  readonly isDevelopment?: boolean;
}

/**
 * The Content-Security-Policy of a page: scripts of this site and Next's inline scripts only; requests to this host only,
 * except for the tiles of the maps.
 */
export function pagePolicy({ nonce, isFramed, tileUrls, isDevelopment = false }: PageFacts): string {
  const pictures = ["'self'", 'data:', ...new Set(tileUrls.flatMap(tileOrigins))];
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // the map and the staff screens use style attributes
    "style-src 'self' 'unsafe-inline'",
    `img-src ${pictures.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? '*' : "'none'"}`,
  ].join('; ');
}

/** The pages made to be embedded. No other page may be framed, to prevent clickjacking. */
const embeddable = /^\/embed(?:\/-?\d[^/]*\/-?\d[^/]*)?$/;

/** Whether other sites may embed a page. @param url the target in origin form */
export function mayBeFramed(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return embeddable.test(path);
}
