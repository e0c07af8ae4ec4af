import { methodsOf, unownedEndpoint } from '#lib/http/endpoint.ts';
import { unownedPaths } from '#lib/http/public-paths.ts';

/** Every other path below `/preview` (B3: 404). */
const handle = unownedEndpoint(unownedPaths.previews);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
