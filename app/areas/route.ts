import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { answerArea } from '#server/broadband/area.ts';

/**
 * `GET /areas?from=<lat>,<lng>&to=<lat>,<lng>`: the share of a rectangle that each technology covers, as JSON, or with
 * `format=csv` for a spreadsheet. Not part of the two APIs: it serves a page of this site.
 */
const handle = endpoint(publicPaths.areas, answerArea);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
