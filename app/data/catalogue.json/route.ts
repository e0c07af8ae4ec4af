import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { dataCatalogueAnswer } from '#server/open-data/offered-data.ts';

/** `GET /data/catalogue.json`: the files of open data as DCAT, for portals. */
const handle = endpoint(publicPaths.dataCatalogue, dataCatalogueAnswer);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
