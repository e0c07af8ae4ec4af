import { measurablePart } from '#lib/broadband/rectangle.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { readParameters } from '#lib/http/parameters.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { boxOfArea, parseArea } from '#lib/map/area/area.ts';
import { areaCsv } from '#lib/map/area/area-csv.ts';
import { admissionOf } from '#server/access/admission.ts';
import { measureArea, takeArea } from './area.ts';

const parameters = ['from', 'to', 'format'];

/**
 * Answers a question for an area, whose two corners are in `from` and `to`. Limit, parameters and rectangle are checked
 * in this order. No cache keeps the answer: the area may be a home.
 */
export async function answerArea(request: ApiRequest, exchange: Exchange): Promise<Answer> {
  const admitted = admissionOf(await takeArea(exchange));
  if (!admitted.ok) return admitted.answer;
  const headers = { ...admitted.headers, 'Cache-Control': 'private, no-store' };

  const given = new Map<string, string>();
  for (const [name, value] of readParameters(request.query)) {
    if (!parameters.includes(name)) continue;
    if (given.has(name)) return errorAnswer(400, { code: 'parameter-repeated', name }, headers);
    given.set(name, value);
  }
  const format = given.get('format') ?? 'json';
  if (format !== 'json' && format !== 'csv') {
    return errorAnswer(400, { code: 'area-format-unknown' }, headers);
  }
  const area = parseArea(given.get('from') ?? null, given.get('to') ?? null);
  if (area === undefined) {
    return errorAnswer(400, { code: 'area-without-corners' }, headers);
  }
  const part = measurablePart(boxOfArea(area));
  if (!part.ok) return errorAnswer(400, { code: 'area-unmeasurable', ...part }, headers);
  const outcome = await measureArea(area);
  if (outcome.kind !== 'measured') {
    const soon = { ...headers, 'Retry-After': '2' };
    return errorAnswer(503, { code: 'areas-busy' }, soon);
  }
  if (format === 'json') return { status: 200, headers, body: JSON.stringify(outcome.shares) };
  return {
    status: 200,
    contentType: 'text/csv; charset=utf-8; header=present',
    headers: { ...headers, 'Content-Disposition': 'attachment; filename="area.csv"' },
    body: areaCsv(outcome.shares),
  };
}
