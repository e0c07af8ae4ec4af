import { methodsOf, notFoundEndpoint } from '#lib/http/endpoint.ts';
import { unownedPaths } from '#lib/http/public-paths.ts';

/** Every other path below `/1.0` (B3: 404). */
const handle = notFoundEndpoint(unownedPaths.registry);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
