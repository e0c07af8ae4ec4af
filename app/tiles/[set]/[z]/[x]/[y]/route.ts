import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { answerTile } from '#server/tiles/tile-answer.ts';

/** `GET /tiles/<set_id>/{z}/{x}/{y}.mvt`, `.png` and `@2x.png`: where a technology is offered, for maps (N10). */
const handle = endpoint(publicPaths.tile, answerTile);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
