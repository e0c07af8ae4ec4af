import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { answerTileLegend } from '#server/tiles/tile-answer.ts';

/** `GET /tiles`: the technologies in use, how each looks on a map, and where its tiles are. */
const handle = endpoint(publicPaths.tileLegend, answerTileLegend);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
