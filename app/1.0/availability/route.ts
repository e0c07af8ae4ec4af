import { methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { availabilityEntry, statusOfName } from '#lib/registry/name-status.ts';
import { statuses } from '#lib/registry/status.ts';
import { namesEndpoint } from './names-endpoint.ts';

/** `GET /1.0/availability`: the status of names (R1–R7). */
const handle = namesEndpoint(publicPaths.registryAvailability, (name, known, asOf) =>
  availabilityEntry(name, name.valid ? statusOfName(name, known, asOf) : statuses.Invalid),
);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
