import { droplist } from '#server/registry/droplist.ts';
import { listEndpoint } from './list-endpoint.ts';

/** `GET /1.0/droplist`: the names that the next two release jobs will take (R10, R13). */
const handle = listEndpoint('/1.0/droplist', droplist);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
