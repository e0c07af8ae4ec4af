import { readAskedPoints } from '#lib/broadband/bulk/asked-points.ts';
import { lineOfPoint } from '#lib/broadband/bulk/bulk-answer.ts';
import { methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { bulkEndpoint } from '#server/broadband/bulk-endpoint.ts';
import { coverage } from '#server/broadband/coverage.ts';

/** `POST /api/1.0/availability/yx`: which broadband reaches each of many points, a line of JSON for each. */
const handle = bulkEndpoint(publicPaths.broadbandBulk, async (request, readBody, nextPiece) => {
  const asked = await readAskedPoints(request, readBody, nextPiece);
  if (!asked.ok) return asked;
  const { points } = asked;
  const answers = coverage();
  const lineAt = (place: number) => lineOfPoint(points.textsOf(place), answers);
  return { ok: true, scopes: [], lines: { count: points.count, inSnapshot: answers.inSnapshot, lineAt } };
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
