import { methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { droplist } from '#server/registry/droplist.ts';
import { listEndpoint } from './list-endpoint.ts';

/** `GET /1.0/droplist`: the names that the next two release jobs will take (R10, R13). */
const handle = listEndpoint(publicPaths.droplist, droplist);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
