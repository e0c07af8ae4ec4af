import { readAskedPoints } from '#lib/broadband/bulk/asked-points.ts';
import { bulkAnswer } from '#lib/broadband/bulk/bulk-answer.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { admitBulk } from '#server/access/bulk-gate.ts';
import { coverage } from '#server/broadband/coverage.ts';
import { turns } from '#server/http/turn.ts';
import { metrics } from '#server/metrics/current.ts';

/** `POST /api/1.0/availability/yx`: which broadband reaches each of many points, a line of JSON for each. */
const handle = endpoint(publicPaths.broadbandBulk, async (request, exchange) => {
  const admitted = await admitBulk(request, exchange);
  if (!admitted.ok) return admitted.answer;
  const nextPiece = () => turns().piece(exchange.caller.limitKey);
  let isUnderWay = false;
  try {
    const asked = await readAskedPoints(request, exchange.readBody, nextPiece);
    if (!asked.ok) return errorAnswer(asked.status, asked.reason, { ...admitted.headers, ...asked.headers });
    const taken = await admitted.takeLookups(asked.points.count);
    if (!taken.ok) return taken.answer;

    isUnderWay = true;
    metrics()?.requests.lookUp('broadband', asked.points.count);
    const headers = { ...taken.headers, 'Cache-Control': 'private, no-store' };
    const body = bulkAnswer(asked.points, coverage(), () => performance.now(), admitted.release);
    return { status: 200, contentType: 'application/x-ndjson', headers, body };
  } finally {
    if (!isUnderWay) admitted.release();
  }
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
