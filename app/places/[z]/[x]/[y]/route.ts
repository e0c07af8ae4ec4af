import { connections } from '#db/client.ts';
import { addressesIn, labelsIn } from '#db/places/tile.ts';
import { now } from '#lib/clock.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { addressZooms, parseMapTile } from '#lib/places/map-tile.ts';
import { admissionOf, limits } from '#server/access/limits.ts';

/** Limit of requests per second and address: a large screen shows forty tiles, and many people may share an address. */
const perSecond = 120;

/**
 * `GET /places/<z>/<x>/<y>.json`: the names that this site's map writes on a tile, or at zooms 15 and 16 the street addresses
 * in it.
 */
const handle = endpoint(publicPaths.placeTile, async (request, exchange) => {
  const admitted = admissionOf(await limits().takePublic('place tiles', exchange.caller.limitKey, perSecond, now()));
  if (!admitted.ok) return admitted.answer;
  const tile = parseMapTile(request.path);
  if (tile === undefined) return errorAnswer(404, { code: 'no-such-place-tile' }, admitted.headers);
  const { reader } = connections();
  const isOfAddresses = addressZooms.some((zoom) => zoom === tile.zoom);
  const body = isOfAddresses ? addressesIn(reader, tile) : { labels: labelsIn(reader, tile) };
  // a list that is imported shows after an hour
  const headers = { ...admitted.headers, 'Cache-Control': 'public, max-age=3600' };
  return { status: 200, headers, body: JSON.stringify(body) };
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
