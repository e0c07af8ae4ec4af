import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { figuresAnswer } from '#server/statistics/figures-answer.ts';

/** `GET /statistics/<set>/figures.csv`: the figures of a set of areas as CSV, for a spreadsheet, with licence, sources and date. */
const handle = endpoint(publicPaths.figuresCsv, (request, exchange) => figuresAnswer(request, exchange, 'csv'));

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
