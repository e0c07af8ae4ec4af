import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { figuresAnswer } from '#server/statistics/figures-answer.ts';

/** `GET /statistics/<set>/figures.json`: the figures of a set of areas as JSON, with licence, sources and date. */
const handle = endpoint(publicPaths.figuresJson, (request, exchange) => figuresAnswer(request, exchange, 'json'));

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
