import { methodsOf, unownedEndpoint } from '#lib/http/endpoint.ts';
import { unownedPaths } from '#lib/http/public-paths.ts';

/** Every other path below `/1.0` (B3: 404). */
const handle = unownedEndpoint(unownedPaths.registry);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
