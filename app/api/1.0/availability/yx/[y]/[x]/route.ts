import { parsePoint } from '#lib/broadband/point.ts';
import { pointRefusal } from '#lib/broadband/point-refusal.ts';
import { settings } from '#lib/env.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { admitKey } from '#server/access/broadband-gate.ts';
import { coverage } from '#server/broadband/coverage.ts';

const path = /^\/api\/1\.0\/availability\/yx\/([^/]+)\/([^/]+)$/;

/** `GET /api/1.0/availability/yx/<y>/<x>`: which broadband reaches a latitude and longitude (N1–N9). */
const handle = endpoint(
  {
    isOwnPath: (asked) => path.test(asked),
    methods: ['GET', 'HEAD', 'OPTIONS'],
    contentType: 'application/json',
    crossOrigin: true,
    answer(request, exchange) {
      return andThen(admitKey(request, exchange), (admitted) => {
        if (!admitted.ok) return admitted.answer;
        const headers = { ...admitted.headers, 'Cache-Control': 'private, no-store' };

        const [, y = '', x = ''] = path.exec(request.path) ?? [];
        const parsed = parsePoint(y, x);
        if (!parsed.ok) return errorAnswer(400, pointRefusal(parsed, y, x), headers);

        return { status: 200, headers, body: coverage().answerAt(parsed.point, x, y) };
      });
    },
  },
  () => settings().supportEmail,
);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
