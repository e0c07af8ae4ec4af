import { gunzipSync } from 'node:zlib';
import { settings } from '#lib/env.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import type { ApiRequest } from '#lib/http/api-request.ts';
import { matchesTag, prefersGzip } from '#lib/http/conditional.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { TILE_PIXELS } from '#lib/tiles/grid.ts';
import { emptyPicture } from '#lib/tiles/picture/picture.ts';
import { BEST, parseTilePath } from '#lib/tiles/tile-address.ts';
import { tileJson } from '#lib/tiles/tile-json.ts';
import { mayCover } from '#lib/tiles/tile-set.ts';
import { askedSet } from './asked-set.ts';
import { tileLegend } from './tile-legend.ts';
import { digestOf, type ReadyTile } from './tile-memory.ts';
import { type FoundTile, tileService } from './tile-service.ts';
import { bestTileSet, type VersionSets } from './tile-sets.ts';

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

/** `/tiles`: what a legend and a map's list of layers show. A client that asks for it will ask for tiles next. */
export function answerTileLegend(request: ApiRequest): Answer {
  tileService().prepare();
  return jsonAnswer(request, JSON.stringify(tileLegend()), 'no-cache');
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
