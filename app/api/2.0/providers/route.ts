import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { admitKey } from '#server/access/broadband-gate.ts';
import { coverage } from '#server/broadband/coverage.ts';

/** `GET /api/2.0/providers`: the providers of the published coverage (N13). */
const handle = endpoint(publicPaths.providers, (request, exchange) => {
  return andThen(admitKey(request, exchange, publicPaths.providers), (admitted) => {
    if (!admitted.ok) return admitted.answer;
    const headers = { ...admitted.headers, 'Cache-Control': 'private, no-store' };
    return { status: 200, headers, body: coverage().providers() };
  });
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
