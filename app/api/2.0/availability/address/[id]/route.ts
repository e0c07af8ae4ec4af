import { readAskedDay } from '#lib/broadband/asked-day.ts';
import { now } from '#lib/clock.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { pathParameters, publicPaths } from '#lib/http/public-paths.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { admitKey } from '#server/access/broadband-gate.ts';
import { answerOfId } from '#server/broadband/addresses.ts';
import { answeredAsOf } from '#server/broadband/coverage.ts';
import { metrics } from '#server/metrics/current.ts';

const parameters = pathParameters(publicPaths.addressAvailability);

/** `GET /api/2.0/availability/address/<id>`: which broadband reaches an address (N17). */
const handle = endpoint(publicPaths.addressAvailability, (request, exchange) => {
  return andThen(admitKey(request, exchange, publicPaths.addressAvailability), (admitted) => {
    if (!admitted.ok) return admitted.answer;
    const headers = { ...admitted.headers, 'Cache-Control': 'private, no-store' };

    const asked = readAskedDay(request.query, now());
    if (asked !== undefined && 'code' in asked) return errorAnswer(400, asked, headers);
    const [id = ''] = parameters(request.path) ?? [];
    const found = answeredAsOf(asked, (answers) => answerOfId(id, answers));
    if ('code' in found) return errorAnswer(404, found, headers);
    if (!found.ok) return errorAnswer(found.status, found.reason, headers);

    metrics()?.requests.lookUp('broadband', 1);
    return { status: 200, headers, body: found.body };
  });
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
