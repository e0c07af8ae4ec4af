import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { answerTileJson } from '#server/tiles/tile-answer.ts';

/** `GET /tiles/<set_id>.json`: the TileJSON of a technology's tiles, with the version's own addresses (N10). */
const handle = endpoint(publicPaths.tileJson, answerTileJson);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
