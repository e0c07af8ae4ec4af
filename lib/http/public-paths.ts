import type { UsageApi } from '#lib/usage/batch.ts';

/** What is the same for every answer at one public path. */
export interface PublicPath {
  /** A segment in angle brackets is a parameter, after a colon with the form it must have. */
  readonly pattern: string;
  /** In the order of `Allow`; empty where nothing is ever found. HEAD goes with GET, and OPTIONS with all (B3). */
  readonly methods: readonly string[];
  /** `Content-Type` of its JSON (B1). */
  readonly contentType: string;
  /** Whether answers carry `Access-Control-Allow-Origin: *` (R12, N9). */
  readonly crossOrigin: boolean;
}

const read = ['GET', 'HEAD', 'OPTIONS'];
const registryJson = 'application/json; charset=utf-8';
const json = 'application/json';

/** Every path of the two APIs, and of what the maps of this site ask for. The pages have the rest. */
export const publicPaths = {
  registryAvailability: {
    pattern: '/1.0/availability',
    methods: ['GET', 'HEAD', 'OPTIONS', 'POST'],
    contentType: registryJson,
    crossOrigin: true,
  },
  droplist: { pattern: '/1.0/droplist', methods: read, contentType: registryJson, crossOrigin: false },
  releasedNames: { pattern: '/1.0/droplist/released', methods: read, contentType: registryJson, crossOrigin: false },
  broadbandAvailability: {
    pattern: '/api/1.0/availability/yx/<y>/<x>',
    methods: read,
    contentType: json,
    crossOrigin: true,
  },
  broadbandBulk: {
    pattern: '/api/1.0/availability/yx',
    methods: ['OPTIONS', 'POST'],
    contentType: json,
    crossOrigin: true,
  },
  // what everybody may see, maps of other sites may show
  tile: {
    pattern: String.raw`/tiles/<set:[1-9]\d{0,8}>/<z:\d{1,2}>/<x:\d{1,5}>/<y:\d{1,5}><form:\.mvt|\.png|@2x\.png>`,
    methods: read,
    contentType: json,
    crossOrigin: true,
  },
  tileJson: {
    pattern: String.raw`/tiles/<set:[1-9]\d{0,8}>.json`,
    methods: read,
    contentType: json,
    crossOrigin: true,
  },
  tileLegend: { pattern: '/tiles', methods: read, contentType: json, crossOrigin: true },
  places: { pattern: '/places', methods: read, contentType: json, crossOrigin: false },
  areas: { pattern: '/areas', methods: read, contentType: json, crossOrigin: false },
  reports: { pattern: '/reports', methods: ['POST', 'OPTIONS'], contentType: json, crossOrigin: false },
  preview: { pattern: '/preview/<y>/<x>.png', methods: read, contentType: json, crossOrigin: false },
} as const satisfies Record<string, PublicPath>;

/** What no path of the table owns below these is answered 404 in the one error shape (B3). */
export const unownedPaths = {
  registry: { pattern: '/1.0', methods: [], contentType: registryJson, crossOrigin: false },
  broadband: { pattern: '/api', methods: [], contentType: json, crossOrigin: true },
  tiles: { pattern: '/tiles', methods: [], contentType: json, crossOrigin: true },
  previews: { pattern: '/preview', methods: [], contentType: json, crossOrigin: false },
} as const satisfies Record<string, PublicPath>;

export type PublicPathName = keyof typeof publicPaths | keyof typeof unownedPaths;

/** The parameters in a path, as they are written there, by a pattern of the table; undefined when it has another form. */
export function pathParameters({ pattern }: PublicPath): (path: string) => readonly string[] | undefined {
  const form = formOf(pattern);
  return (path) => form.exec(path)?.slice(1);
}

/** Whether a path has the form of a pattern. */
export function isAt({ pattern }: PublicPath): (path: string) => boolean {
  if (!pattern.includes('<')) return (path) => path === pattern;
  const form = formOf(pattern);
  return (path) => form.test(path);
}

const literal = new Map<string, PublicPathName>();
const parametrised: {
  readonly name: PublicPathName;
  readonly start: string;
  readonly isAt: (path: string) => boolean;
}[] = [];
for (const [name, place] of Object.entries(publicPaths) as [PublicPathName, PublicPath][]) {
  const start = place.pattern.split('<', 1)[0] ?? '';
  if (start === place.pattern) literal.set(place.pattern, name);
  else parametrised.push({ name, start, isAt: isAt(place) });
}

/** Which entry of the table answers at a path; undefined for a page's. */
export function publicPathAt(path: string): PublicPathName | undefined {
  const own = literal.get(path) ?? parametrised.find(({ start, isAt }) => path.startsWith(start) && isAt(path))?.name;
  if (own !== undefined) return own;
  for (const name of Object.keys(unownedPaths) as (keyof typeof unownedPaths)[]) {
    const { pattern } = unownedPaths[name];
    if (path !== pattern && !path.startsWith(`${pattern}/`)) continue;
    // with a trailing slash it is the operation itself that answers 404 (B3)
    return (path.endsWith('/') ? literal.get(path.slice(0, -1)) : undefined) ?? name;
  }
  return undefined;
}

/** Which of the two APIs a path belongs to. */
export function apiOf(path: string): UsageApi | undefined {
  if (path === '/1.0' || path.startsWith('/1.0/')) return 'registry';
  if (path === '/api' || path.startsWith('/api/')) return 'broadband';
  return undefined;
}

function formOf(pattern: string): RegExp {
  const parts = pattern.split(/<(\w+)(?::([^>]+))?>/);
  // text, name, form, text, name, form, … text
  const source = parts.map((part, at) => {
    if (at % 3 === 0) return RegExp.escape(part);
    return at % 3 === 1 ? '' : `(${part ?? '[^/]+'})`;
  });
  return new RegExp(`^${source.join('')}$`);
}
