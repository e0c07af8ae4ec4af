import { methodsOf, notFoundEndpoint } from '#lib/http/endpoint.ts';
import { unownedPaths } from '#lib/http/public-paths.ts';

/** Every other path below `/1.1` (B3: 404). */
const handle = notFoundEndpoint(unownedPaths.registryAdditions);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
