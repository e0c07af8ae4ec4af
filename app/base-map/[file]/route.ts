import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { answerBaseMap } from '#server/base-map/answer-base-map.ts';

/** `GET /base-map/<number>.pmtiles`: the street map that staff imported, by ranges of bytes. */
const handle = endpoint(publicPaths.baseMap, answerBaseMap);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
