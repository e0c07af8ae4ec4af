import { light } from '#components/theme.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { pictureAnswer } from '#server/statistics/figures-answer.ts';

const { sea, land, accent } = light;

/** `GET /statistics/<set>/<area>/picture.png`: the picture that other sites show with a link to an area. */
const handle = endpoint(publicPaths.areaPicture, (request, exchange) =>
  pictureAnswer(request, exchange, { sea, land, area: accent }),
);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
