import { readAskedDay } from '#lib/broadband/asked-day.ts';
import { parsePoint } from '#lib/broadband/point.ts';
import { now } from '#lib/clock.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { pathParameters, publicPaths } from '#lib/http/public-paths.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { admitKey } from '#server/access/broadband-gate.ts';
import { answeredAsOf } from '#server/broadband/coverage.ts';
import { metrics } from '#server/metrics/current.ts';

const parameters = pathParameters(publicPaths.pointAvailability);

/** `GET /api/2.0/availability/<lat>/<lng>`: which broadband reaches a point, in the form of version 2.0 (N13), at present or as of a day (N19). */
const handle = endpoint(publicPaths.pointAvailability, (request, exchange) => {
  return andThen(admitKey(request, exchange, publicPaths.pointAvailability), (admitted) => {
    if (!admitted.ok) return admitted.answer;
    const headers = { ...admitted.headers, 'Cache-Control': 'private, no-store' };

    const [y = '', x = ''] = parameters(request.path) ?? [];
    const parsed = parsePoint(y, x);
    if (!parsed.ok) return errorAnswer(400, { code: 'point-refused', parsed, y, x }, headers);

    const asked = readAskedDay(request.query, now());
    if (asked !== undefined && 'code' in asked) return errorAnswer(400, asked, headers);
    const body = answeredAsOf(asked, (answers) => answers.answerAt(parsed.point, x, y, '2.0'));
    if (typeof body !== 'string') return errorAnswer(404, body, headers);

    metrics()?.requests.lookUp('broadband', 1);
    return { status: 200, headers, body };
  });
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
