import { listEndpoint } from '#app/1.0/droplist/list-endpoint.ts';
import { released } from '#server/registry/droplist.ts';

/** `GET /1.0/droplist/released`: the names that the last release job set free. */
const handle = listEndpoint('/1.0/droplist/released', released);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
