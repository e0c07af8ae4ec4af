import { gunzipSync } from 'node:zlib';
import { readAskedDay } from '#lib/broadband/asked-day.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import { matchesTag, prefersGzip } from '#lib/http/conditional.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { readParameters } from '#lib/http/parameters.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { type BestSet, lookKey } from '#lib/tiles/best/best-set.ts';
import { TILE_PIXELS } from '#lib/tiles/grid.ts';
import { emptyPicture, type Look, swatchesOf } from '#lib/tiles/picture/picture.ts';
import type { DrawnAvailability } from '#lib/tiles/picture/texture.ts';
import { BEST, parseTilePath } from '#lib/tiles/tile-address.ts';
import { bestAddress, tileAddresses, tileJson } from '#lib/tiles/tile-json.ts';
import { mayCover, type TileSet } from '#lib/tiles/tile-set.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { maySeeVersion } from '#server/access/staff-session.ts';
import { earlierDays, versionOfDay } from '#server/broadband/coverage.ts';
import { digestOf, type FoundTile, type ReadyTile, tileService } from './tile-service.ts';
import { bestTileSet, shownTileSets, tileSetsOfVersion, type VersionSets } from './tile-sets.ts';

/** A technology in use, as legends and maps show it. */
interface LegendEntry extends Look {
  readonly set_id: number;
  readonly name: string;
  /** The version that is shown; 0 while nothing is published. */
  readonly version: number;
  /** Whether it covers anything. */
  readonly covers: boolean;
  /** The dates of its oldest and newest data, `YYYY-MM-DD`; null while it has none. */
  readonly as_of: readonly [string, string] | null;
  /** The address of its TileJSON. */
  readonly tilejson: string;
  /** The address of its pictures, with `{z}`, `{x}`, `{y}` and `{r}` (`@2x` or empty) to be filled in. */
  readonly pictures: string;
  /** How each availability looks on the map (`lib/tiles/picture/picture.ts`). */
  readonly swatches: Readonly<Record<DrawnAvailability, string>>;
}

/** The best technology at each place, as maps show it. */
interface BestLegend {
  /** The address of its pictures, as that of a technology. */
  readonly pictures: string;
  /** The technologies that it is of, in the order of a legend. */
  readonly set_ids: readonly number[];
}

/** The legend of each shown map of sets, which is replaced when anything in it changes. */
const made = new WeakMap<ReadonlyMap<number, TileSet>, readonly LegendEntry[]>();

/** What a legend and a list of layers show. */
interface TileLegend {
  /** The technologies in use, in order. */
  readonly layers: readonly LegendEntry[];
  /** Absent while nothing is drawn. */
  readonly best?: BestLegend;
  /** Present while the published version is being drawn: the picture is older than the answers. */
  readonly updating?: true;
  /** The days before, `YYYY-MM-DD`, whose coverage can be shown with `as_of`, the newest first. */
  readonly days: readonly string[];
}

function tileLegend(): TileLegend {
  const shown = shownTileSets();
  return { ...legendOf(shown), ...(shown.isBehind ? { updating: true } : {}) };
}

/** The legend of a version of a former day: without its number a TileJSON is of the present. */
function pastLegend(shown: VersionSets): TileLegend {
  const { layers, ...legend } = legendOf(shown);
  return {
    ...legend,
    layers: layers.map((entry) => ({ ...entry, tilejson: `${entry.tilejson}?v=${shown.versionId}` })),
  };
}

/** The technologies in use, and those that the version has. */
function legendOf(shown: VersionSets): TileLegend {
  const { sets } = shown;
  let entries = made.get(sets);
  if (entries === undefined) {
    entries = [...sets.values()].filter(({ isInUse, box }) => isInUse || box !== undefined).map(entryOf);
    made.set(sets, entries);
  }
  return { layers: entries, ...bestOf(shown), days: earlierDays() };
}

function bestOf(shown: VersionSets): Pick<TileLegend, 'best'> {
  const best = bestTileSet(shown);
  if (best.box === undefined) return {};
  const pictures = bestAddress(best, settings().baseUrl);
  return { best: { pictures, set_ids: best.look.looks.map(({ setId }) => setId) } };
}

function entryOf(set: TileSet): LegendEntry {
  const { baseUrl } = settings();
  return {
    set_id: set.setId,
    name: set.name,
    ...set.look,
    version: set.versionId,
    covers: set.box !== undefined,
    as_of: set.asOf ?? null,
    tilejson: `${baseUrl}/tiles/${set.setId}.json`,
    pictures: tileAddresses(set, baseUrl).picture,
    swatches: swatchesOf(set.look),
  };
}

/** The tiles of a request, and how long its answer may be cached. */
interface AskedSet<Set> {
  readonly ok: true;
  readonly set: Set;
  readonly cacheControl: string;
}

const immutable = 'max-age=31536000, immutable';

/**
 * Finds the tiles of a request (N10). Without `v` they are those that maps show, to be revalidated each time. With `v` they
 * are those of that version, which never change; only staff, and the provider who delivered it, may see a version that is not
 * published. `colour` is the colour that the client expects of pictures: when the technology has another one by now, the
 * answer must not be cached.
 *
 * @param find the requested one of a version's
 */
function askedSet<Set extends TileSet | BestSet>(
  request: ApiRequest,
  setId: number,
  find: (found: VersionSets) => Set | undefined,
): AskedSet<Set> | { readonly ok: false; readonly answer: Answer } {
  let version: string | undefined;
  let colour: string | undefined;
  for (const [name, value] of request.query === '' ? [] : readParameters(request.query)) {
    if (name === 'colour') colour = value;
    if (name !== 'v') continue;
    if (version !== undefined) return refuse(400, { code: 'parameter-repeated', name: 'v' });
    version = value;
  }
  if (version === undefined) {
    const set = find(shownTileSets());
    return set === undefined ? noLayer(setId) : { ok: true, set, cacheControl: 'no-cache' };
  }
  const found = /^[1-9]\d{0,14}$/.test(version) ? tileSetsOfVersion(Number(version)) : undefined;
  if (found === undefined || !(found.isPublic || maySeeVersion(request, Number(version)))) {
    return refuse(404, { code: 'no-such-map-version' });
  }
  const set = find({ versionId: Number(version), sets: found.sets });
  if (set === undefined) return noLayer(setId);
  const whose = found.isPublic ? 'public' : 'private';
  const isAsExpected = colour === undefined || colour === lookKey(set.look);
  // what is not drawn yet changes once, when it is
  return { ok: true, set, cacheControl: `${whose}, ${isAsExpected && set.isDrawn ? immutable : 'no-cache'}` };
}

const noLayer = (layer: number) => refuse(404, { code: 'no-such-layer', layer });

function refuse(status: 400 | 404, reason: ApiReason) {
  return { ok: false, answer: errorAnswer(status, reason, { 'Cache-Control': 'no-store' }) } as const;
}

const nothing: ReadyTile = { body: new Uint8Array(), digest: '' };
const emptyPictures = { png: readyPicture(TILE_PIXELS), 'png@2x': readyPicture(2 * TILE_PIXELS) };

function readyPicture(side: number): ReadyTile {
  const body = emptyPicture(side);
  return { body, digest: digestOf(body) };
}

/** Answers a tile path: the tile, 204 or a transparent picture for an empty one, 304, or an error. */
export function answerTile(request: ApiRequest, exchange: Exchange): Answer | Promise<Answer> {
  const address = parseTilePath(request.path);
  if (address === undefined) {
    return errorAnswer(404, { code: 'no-such-tile' }, uncached);
  }
  const { setId } = address;
  const asked = setId === BEST ? askedSet(request, BEST, bestTileSet) : askedSet(request, setId, setOf(setId));
  if (!asked.ok) return asked.answer;
  const { set, cacheControl } = asked;
  const found = mayCover(set, address) ? tileService().get(set, address, exchange.caller.limitKey) : nothing;
  return andThen(found, (tile) => {
    if (typeof tile === 'string') return withoutTile(tile);
    return address.format === 'mvt'
      ? vectorAnswer(request, tile, cacheControl)
      : pictureAnswer(request, tile.body.byteLength === 0 ? emptyPictures[address.format] : tile, cacheControl);
  });
}

const setOf = (setId: number) => (found: VersionSets) => found.sets.get(setId);

/** `/tiles/<set_id>.json`: the TileJSON of a layer. */
export function answerTileJson(request: ApiRequest): Answer {
  const setId = Number(request.path.slice('/tiles/'.length, -'.json'.length));
  const asked = askedSet(request, setId, setOf(setId));
  if (!asked.ok) return asked.answer;
  return jsonAnswer(request, tileJson(asked.set, settings().baseUrl), asked.cacheControl);
}

/**
 * `/tiles`: what a legend and a map's list of layers show, at present or as of a day (N10). A client that asks for it will
 * ask for tiles next.
 */
export function answerTileLegend(request: ApiRequest): Answer {
  const asked = readAskedDay(request.query, now());
  if (asked !== undefined && 'code' in asked) return errorAnswer(400, asked, uncached);
  const versionId = asked === undefined ? undefined : versionOfDay(asked);
  if (typeof versionId === 'object') return errorAnswer(404, versionId, uncached);
  tileService().prepare();
  const found = versionId === undefined ? undefined : tileSetsOfVersion(versionId);
  const legend = versionId === undefined || found === undefined ? tileLegend() : pastLegend({ versionId, ...found });
  return jsonAnswer(request, JSON.stringify(legend), 'no-cache');
}

function jsonAnswer(request: ApiRequest, body: string, cacheControl: string): Answer {
  const headers = { 'Cache-Control': cacheControl, ETag: `"${digestOf(body)}"` };
  if (isUnchanged(request, headers.ETag)) return { status: 304, headers, body: null };
  return { status: 200, headers, body };
}

const uncached = { 'Cache-Control': 'no-store' };
const soon = { ...uncached, 'Retry-After': '1' };

function withoutTile(reason: Extract<FoundTile, string>): Answer {
  switch (reason) {
    case 'gone':
      return errorAnswer(404, { code: 'no-such-map-version' }, uncached);
    case 'undrawn':
      return errorAnswer(503, { code: 'tiles-not-drawn' }, { ...uncached, 'Retry-After': '60' });
    case 'busy':
      return errorAnswer(503, { code: 'tiles-busy' }, soon);
    case 'too many':
      return errorAnswer(429, { code: 'tiles-busy-for-address' }, soon);
  }
}

function pictureAnswer(request: ApiRequest, { body, digest }: ReadyTile, cacheControl: string): Answer {
  const headers = { 'Cache-Control': cacheControl, ETag: `"${digest}"` };
  if (isUnchanged(request, headers.ETag)) return { status: 304, headers, body: null };
  return { status: 200, contentType: 'image/png', headers, body };
}

function vectorAnswer(request: ApiRequest, tile: ReadyTile, cacheControl: string): Answer {
  const { body, digest } = tile;
  if (body.byteLength === 0) {
    // an answer without content has only these headers
    const headers = { 'Cache-Control': cacheControl, 'Access-Control-Allow-Origin': '*' };
    return { status: 204, headers, body: null };
  }
  const isPacked = prefersGzip(request.headers.get('accept-encoding'));
  const tags = [`"${digest}"`, `"${digest}-gzip"`] as const;
  const headers = { 'Cache-Control': cacheControl, ETag: tags[isPacked ? 1 : 0], Vary: 'Accept-Encoding' };
  if (isUnchanged(request, ...tags)) return { status: 304, headers, body: null };
  const contentType = 'application/vnd.mapbox-vector-tile';
  if (!isPacked) return { status: 200, contentType, headers, body: unpackedOf(tile) };
  return { status: 200, contentType, headers: { ...headers, 'Content-Encoding': 'gzip' }, body };
}

/** Uncompressed bodies of tiles in memory, for as long as those are. */
const unpacked = new WeakMap<ReadyTile, Uint8Array>();

function unpackedOf(tile: ReadyTile): Uint8Array {
  let body = unpacked.get(tile);
  if (body === undefined) {
    body = gunzipSync(tile.body);
    unpacked.set(tile, body);
  }
  return body;
}

function isUnchanged({ headers }: ApiRequest, ...tags: readonly string[]): boolean {
  const noneMatch = headers.get('if-none-match');
  return noneMatch !== null && matchesTag(noneMatch, (tag) => tags.includes(tag));
}
