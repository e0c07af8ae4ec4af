import { parsePoint } from '#lib/broadband/point.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { pathParameters, publicPaths } from '#lib/http/public-paths.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { admitKey, admitOwnPage } from '#server/access/broadband-gate.ts';
import { coverage } from '#server/broadband/coverage.ts';
import { metrics } from '#server/metrics/current.ts';

const parameters = pathParameters(publicPaths.broadbandAvailability);

/** `GET /api/1.0/availability/yx/<y>/<x>`: which broadband reaches a latitude and longitude (N1–N9). */
const handle = endpoint(publicPaths.broadbandAvailability, (request, exchange) => {
  return andThen(admitKey(request, exchange, publicPaths.broadbandAvailability, admitOwnPage), (admitted) => {
    if (!admitted.ok) return admitted.answer;
    const headers = { ...admitted.headers, 'Cache-Control': 'private, no-store' };

    const [y = '', x = ''] = parameters(request.path) ?? [];
    const parsed = parsePoint(y, x);
    if (!parsed.ok) return errorAnswer(400, { code: 'point-refused', parsed, y, x }, headers);

    metrics()?.requests.lookUp('broadband', 1);
    return { status: 200, headers, body: coverage().answerAt(parsed.point, x, y) };
  });
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
