import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { isFromStaff } from '#server/access/staff-session.ts';

/** `GET /base-map/staff.json`: whether the visitor is shown how to load a street map. Pages are the same for everybody. */
const handle = endpoint(publicPaths.mapStaff, (request) => ({
  status: 200,
  headers: { 'Cache-Control': 'no-store' },
  body: JSON.stringify({ staff: isFromStaff(request) }),
}));

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
