import { parsePoint } from '#lib/broadband/point.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { onlyParameters } from '#lib/http/parameters.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { admitKey } from '#server/access/broadband-gate.ts';
import { coverage } from '#server/broadband/coverage.ts';
import { metrics } from '#server/metrics/current.ts';

/** `GET /api/1.0/networks?x=<lng>&y=<lat>`: the answer for a point, as clients of the old site read it (N14). */
const handle = endpoint(publicPaths.networks, (request, exchange) => {
  return andThen(admitKey(request, exchange, publicPaths.networks), (admitted) => {
    if (!admitted.ok) return admitted.answer;
    const headers = { ...admitted.headers, 'Cache-Control': 'private, no-store' };

    const given = onlyParameters(request.query, ['x', 'y']);
    if ('code' in given) return errorAnswer(400, given, headers);
    const { x, y } = given.values;
    if (x === undefined || y === undefined) return errorAnswer(400, { code: 'networks-without-point' }, headers);
    const parsed = parsePoint(y, x);
    if (!parsed.ok) return errorAnswer(400, { code: 'point-refused', parsed, y, x }, headers);

    metrics()?.requests.lookUp('broadband', 1);
    return { status: 200, headers, body: coverage().answerAt(parsed.point, x, y, 'networks') };
  });
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
