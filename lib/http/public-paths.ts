import type { KeyScope } from '#lib/access/keys/scopes.ts';
import type { UsageApi } from '#lib/usage/batch.ts';

/** A path and what is the same for all its answers. */
export interface PublicPath {
  /** Parameters are in angle brackets, with the regular expression they must match after a colon. */
  readonly pattern: string;
  /** In the order of `Allow`; empty where every answer is 404. GET implies HEAD, and all imply OPTIONS (B3). */
  readonly methods: readonly string[];
  /** `Content-Type` of its JSON (B1). */
  readonly contentType: string;
  /** Whether answers have `Access-Control-Allow-Origin: *` (R12, N9). */
  readonly crossOrigin: boolean;
  /** The process that answers it: by default one of those of the APIs; `pages` may take longer. */
  readonly process?: 'api' | 'pages';
  /** The API for which its requests are counted. */
  readonly api?: UsageApi;
  /** Whether answers are compressed for callers that accept it (N13). */
  readonly isCompressed?: boolean;
  /** What a key must be allowed to use (N16); undefined where no key is asked for. */
  readonly scopes?: readonly KeyScope[];
}

const read = ['GET', 'HEAD', 'OPTIONS'];
const registryJson = { contentType: 'application/json; charset=utf-8', crossOrigin: false, api: 'registry' } as const;
const json = { contentType: 'application/json', crossOrigin: false };
const pagesJson = { ...json, process: 'pages' } as const;
const openJson = { contentType: 'application/json', crossOrigin: true };
const broadbandJson = { ...openJson, api: 'broadband' } as const;
const first = { ...broadbandJson, scopes: ['1.0'] } as const;
const second = { ...broadbandJson, scopes: ['2.0'], isCompressed: true } as const;
const bulk = ['OPTIONS', 'POST'];

/** Every path of the two APIs, of health, and of the requests that this site's maps make. All other paths are pages. */
export const publicPaths = {
  registryAvailability: {
    pattern: '/1.0/availability',
    methods: ['GET', 'HEAD', 'OPTIONS', 'POST'],
    ...registryJson,
    crossOrigin: true,
  },
  droplist: { pattern: '/1.0/droplist', methods: read, ...registryJson },
  releasedNames: { pattern: '/1.0/droplist/released', methods: read, ...registryJson },
  explainedAvailability: {
    pattern: '/1.1/availability',
    methods: ['GET', 'HEAD', 'OPTIONS', 'POST'],
    ...registryJson,
    crossOrigin: true,
  },
  upcomingReleases: { pattern: '/1.1/releases', methods: read, ...registryJson },
  releaseChanges: { pattern: '/1.1/releases/changes', methods: read, ...registryJson },
  broadbandAvailability: { pattern: '/api/1.0/availability/yx/<y>/<x>', methods: read, ...first },
  broadbandBulk: {
    pattern: '/api/1.0/availability/yx',
    methods: bulk,
    ...first,
    scopes: ['1.0', 'bulk'],
    isCompressed: true,
  },
  networks: { pattern: '/api/1.0/networks', methods: read, ...first },
  // before the points, whose pattern it matches too
  addressAvailability: {
    pattern: '/api/2.0/availability/address/<id>',
    methods: read,
    ...second,
    scopes: ['2.0', 'addresses'],
  },
  pointAvailability: { pattern: '/api/2.0/availability/<lat>/<lng>', methods: read, ...second },
  availabilityInBulk: { pattern: '/api/2.0/availability', methods: bulk, ...second, scopes: ['2.0', 'bulk'] },
  providers: { pattern: '/api/2.0/providers', methods: read, ...second },
  // a search may take longer than the APIs' processes have
  addresses: {
    pattern: '/api/2.0/addresses',
    methods: read,
    ...second,
    scopes: ['2.0', 'addresses'],
    process: 'pages',
  },
  // tiles are public, so maps on other sites may show them
  tile: {
    pattern: String.raw`/tiles/<set:[1-9]\d{0,8}|best>/<z:\d{1,2}>/<x:\d{1,5}>/<y:\d{1,5}><form:\.mvt|\.png|@2x\.png>`,
    methods: read,
    ...openJson,
  },
  tileJson: { pattern: String.raw`/tiles/<set:[1-9]\d{0,8}>.json`, methods: read, ...openJson },
  tileLegend: { pattern: '/tiles', methods: read, ...openJson },
  openApiJson: { pattern: '/openapi.json', methods: read, ...openJson, process: 'pages' },
  openApiYaml: { pattern: '/openapi.yaml', methods: read, ...openJson, process: 'pages' },
  changesFeed: { pattern: '/developers/changes.atom', methods: read, ...openJson, process: 'pages' },
  health: { pattern: '/healthz', methods: read, ...json },
  readiness: { pattern: '/readyz', methods: read, ...json },
  places: { pattern: '/places', methods: read, ...pagesJson },
  placeTile: { pattern: '/places/<z>/<x>/<y>', methods: read, ...pagesJson },
  // before the files, whose pattern it matches too
  mapStaff: { pattern: '/base-map/staff.json', methods: read, ...pagesJson },
  baseMap: { pattern: '/base-map/<file>', methods: read, ...pagesJson },
  areas: { pattern: '/areas', methods: read, ...pagesJson },
  reports: { pattern: '/reports', methods: ['POST', 'OPTIONS'], ...pagesJson },
  preview: { pattern: '/preview/<y>/<x>.png', methods: read, ...pagesJson },
  figuresCsv: { pattern: '/statistics/<set>/figures.csv', methods: read, ...openJson, process: 'pages' },
  figuresJson: { pattern: '/statistics/<set>/figures.json', methods: read, ...openJson, process: 'pages' },
  dataCatalogue: { pattern: '/data/catalogue.json', methods: read, ...openJson, process: 'pages' },
  dataFile: { pattern: '/data/<version>/<file>', methods: read, ...openJson, process: 'pages' },
  areaPicture: { pattern: '/statistics/<set>/<area>/picture.png', methods: read, ...pagesJson },
} as const satisfies Record<string, PublicPath>;

/** All other paths below these are answered with 404 in the one error shape (B3). */
export const unownedPaths = {
  registry: { pattern: '/1.0', methods: [], ...registryJson },
  registryAdditions: { pattern: '/1.1', methods: [], ...registryJson },
  broadband: { pattern: '/api', methods: [], ...broadbandJson },
  tiles: { pattern: '/tiles', methods: [], ...openJson },
  previews: { pattern: '/preview', methods: [], ...json },
} as const satisfies Record<string, PublicPath>;

/** The paths of an API that begin as this one does: those of the same version of the registry, or of broadband. */
export function siblingsOf({ pattern, api }: PublicPath): readonly PublicPath[] {
  const isBelow = (start: string) => pattern === start || pattern.startsWith(`${start}/`);
  const start = Object.values(unownedPaths).find((unowned) => isBelow(unowned.pattern))?.pattern;
  if (api === undefined || start === undefined) return [];
  return Object.values<PublicPath>(publicPaths).filter((path) => path.pattern.startsWith(`${start}/`));
}

export type PublicPathName = keyof typeof publicPaths | keyof typeof unownedPaths;

/** Reads the parameters of a path, not decoded; undefined if the path does not match the pattern. */
export function pathParameters({ pattern }: PublicPath): (path: string) => readonly string[] | undefined {
  const form = formOf(pattern);
  return (path) => form.exec(path)?.slice(1);
}

/** Whether a path matches the pattern. */
export function isAt({ pattern }: PublicPath): (path: string) => boolean {
  if (!pattern.includes('<')) return (path) => path === pattern;
  const form = formOf(pattern);
  return (path) => form.test(path);
}

/** The public path that answers a request. */
export interface FoundPath {
  readonly name: PublicPathName;
  readonly process: 'api' | 'pages';
  readonly api: UsageApi | undefined;
  /** Whether the request's path matches the pattern; otherwise the endpoint answers 404 (B3). */
  readonly isExact: boolean;
}

const literal = new Map<string, FoundPath>();
const withParameters: (FoundPath & { readonly start: string; readonly isAt: (path: string) => boolean })[] = [];
for (const [name, path] of Object.entries(publicPaths) as [PublicPathName, PublicPath][]) {
  const start = path.pattern.split('<', 1)[0] ?? '';
  const found = { name, process: path.process ?? 'api', api: path.api, isExact: true };
  if (start === path.pattern) literal.set(start, found);
  else withParameters.push({ ...found, start, isAt: isAt(path) });
}
const unowned = Object.entries(unownedPaths) as [PublicPathName, PublicPath][];

/**
 * The public path that answers requests for `path`; undefined for a page. A path that is one of these only in another
 * spelling (`/1%2E0/droplist`, `//1.0/droplist`) is answered there too, with an error: with 404 unless its target is
 * malformed (B3).
 */
export function publicPathAt(path: string): FoundPath | undefined {
  const found = pathSpelled(path);
  if (found !== undefined || !mayBeSpelledOtherwise.test(path)) return found;
  const meant = pathSpelled(usualSpelling(path));
  return meant && { ...meant, isExact: false };
}

const mayBeSpelledOtherwise = /%|\\|\/\/|\/\./;

/** A path with ASCII escapes decoded, backslashes as slashes, and no empty, `.` or `..` segments. */
function usualSpelling(path: string): string {
  const decoded = path.replace(/%([0-7][0-9a-f])/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  const segments: string[] = [];
  for (const segment of decoded.split(/[/\\]+/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

function pathSpelled(path: string): FoundPath | undefined {
  const own = literal.get(path) ?? withParameters.find(({ start, isAt }) => path.startsWith(start) && isAt(path));
  if (own !== undefined) return own;
  for (const [name, { pattern, process = 'api', api }] of unowned) {
    if (path !== pattern && !path.startsWith(`${pattern}/`)) continue;
    // with a trailing slash, the endpoint itself answers 404 (B3)
    const endpoint = path.endsWith('/') ? literal.get(path.slice(0, -1)) : undefined;
    return { name: endpoint?.name ?? name, process, api, isExact: false };
  }
  return undefined;
}

function formOf(pattern: string): RegExp {
  const parts = pattern.split(/<(\w+)(?::([^>]+))?>/);
  // text, name, expression, text, name, expression, … text
  const source = parts.map((part, at) => {
    if (at % 3 === 0) return RegExp.escape(part);
    return at % 3 === 1 ? '' : `(${part ?? '[^/]+'})`;
  });
  return new RegExp(`^${source.join('')}$`);
}
