import { namesEndpoint } from '#app/1.0/availability/names-endpoint.ts';
import { methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { explainedEntry } from '#lib/registry/explained-entry.ts';

/** `GET /1.1/availability`: the status of names, with reasons and the dates of a release (R14). */
const handle = namesEndpoint(publicPaths.explainedAvailability, explainedEntry);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
