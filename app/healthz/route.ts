import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';

const headers = { 'Cache-Control': 'no-store' };

/** `GET /healthz`: reports that the process is running. */
const handle = endpoint(publicPaths.health, () => ({
  status: 200,
  contentType: 'text/plain; charset=utf-8',
  headers,
  body: 'ok\n',
}));

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
