import { light } from '#components/theme.ts';
import { parsePoint } from '#lib/broadband/point.ts';
import { now } from '#lib/clock.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { matchesTag } from '#lib/http/conditional.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { pathParameters, publicPaths } from '#lib/http/public-paths.ts';
import { admissionOf, limits } from '#server/access/limits.ts';
import { previewOf } from '#server/tiles/preview-service.ts';

/** Sites fetch one picture per link; drawing one takes some 20 ms, and tiles. */
const perSecond = 3;
const parameters = pathParameters(publicPaths.preview);
const { sea, land, accent: pin, surface: pinEdge } = light;

/**
 * `GET /preview/<latitude>/<longitude>.png`: the picture that other sites show with a link to a point. Not part of the
 * two APIs.
 */
const handle = endpoint(publicPaths.preview, async (request, exchange) => {
  const { limitKey } = exchange.caller;
  const admitted = admissionOf(await limits().takePublic('previews', limitKey, perSecond, now()));
  if (!admitted.ok) return admitted.answer;
  const headers = { ...admitted.headers, 'X-Robots-Tag': 'noindex' };

  const [y = '', x = ''] = parameters(request.path) ?? [];
  const parsed = parsePoint(y, x);
  if (!parsed.ok) return errorAnswer(400, { code: 'point-refused', parsed, y, x }, headers);

  const preview = await previewOf(parsed.point, { sea, land, pin, pinEdge }, limitKey);
  if (preview === 'not yet') {
    return errorAnswer(503, { code: 'preview-not-drawn' }, { ...headers, 'Retry-After': '10' });
  }
  const ETag = `"${preview.digest}"`;
  const kept = { ...headers, 'Cache-Control': 'public, max-age=3600', ETag };
  const noneMatch = request.headers.get('if-none-match');
  if (noneMatch !== null && matchesTag(noneMatch, (tag) => tag === ETag)) {
    return { status: 304, headers: kept, body: null };
  }
  return { status: 200, contentType: 'image/png', headers: kept, body: preview.body };
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
