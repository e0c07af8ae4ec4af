import { conditionalAnswer } from '#lib/http/conditional.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { openApiFile } from '#server/openapi/document-file.ts';

/** `GET /openapi.json`: the description of the two APIs for programs. */
const handle = endpoint(publicPaths.openApiJson, (request) =>
  conditionalAnswer(request.headers, openApiFile('json'), { 'Cache-Control': 'no-cache' }),
);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
