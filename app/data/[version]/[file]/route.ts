import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { dataFileAnswer } from '#server/open-data/offered-data.ts';

/** `GET /data/<version>/<file>`: a file of open data, whole or by ranges of bytes. */
const handle = endpoint(publicPaths.dataFile, dataFileAnswer);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
