import { listEndpoint } from '#app/1.0/droplist/list-endpoint.ts';
import { methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { released } from '#server/registry/droplist.ts';

/** `GET /1.0/droplist/released`: the names that the last release job set free. */
const handle = listEndpoint(publicPaths.releasedNames, released);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
