import { connections } from '#db/client.ts';
import { coverageWithin } from '#flows/broadband/measure/measure-rectangle.ts';
import type { Verdict } from '#lib/access/limit/policy.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';
import { measurablePart } from '#lib/broadband/rectangle.ts';
import { now } from '#lib/clock.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { readParameters } from '#lib/http/parameters.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { type AreaOutcome, type AreaShares, boxOfArea, type MapArea, parseArea } from '#lib/map/area/area.ts';
import { areaCsv } from '#lib/map/area/area-csv.ts';
import { processWide } from '#lib/process-wide.ts';
import { admissionOf, limits } from '#server/access/limits.ts';

/** Areas a second for one address; measuring one may take a tenth of a second of the process. */
const perSecond = 2;
/** The most areas measured at the same time; each yields to other requests after every piece. */
const mostAtOnce = 4;

const running = () => processWide('areas-measured', () => ({ count: 0 }));

/** Counts a request against the limit of the caller's address. */
export function takeArea({ caller }: Exchange): Verdict | Promise<Verdict> {
  return limits().takePublic('areas', caller.limitKey, perSecond, now());
}

/** Measures what the published coverage offers in an area; `busy` while too many areas are being measured. */
export async function measureArea(area: MapArea): Promise<AreaOutcome | { readonly kind: 'busy' }> {
  const asked = boxOfArea(area);
  const part = measurablePart(asked);
  if (!part.ok) return part.reason === 'too large' ? { kind: part.reason, ...sizeIn(part) } : { kind: part.reason };
  const busy = running();
  if (busy.count >= mostAtOnce) return { kind: 'busy' };
  busy.count++;
  try {
    return { kind: 'measured', shares: await sharesWithin(asked) };
  } finally {
    busy.count--;
  }
}

async function sharesWithin(asked: ReturnType<typeof boxOfArea>): Promise<AreaShares> {
  const { versionId, box, squareKilometres, technologies } = await coverageWithin(connections().reader, asked);
  const { minX, maxX, minY, maxY } = box;
  return {
    version: versionId ?? null,
    south: Number(degreesText(minY)),
    west: Number(degreesText(longitudeOf({ x: minX }))),
    north: Number(degreesText(maxY)),
    east: Number(degreesText(longitudeOf({ x: maxX }))),
    square_kilometres: squareKilometres,
    is_clipped: minX !== asked.minX || maxX !== asked.maxX || minY !== asked.minY || maxY !== asked.maxY,
    technologies: technologies.map(({ technology, areas }) => ({
      technology,
      available: shareOf(areas.Available, squareKilometres),
      underway: shareOf(areas.Underway, squareKilometres),
      planned: shareOf(areas.Planned, squareKilometres),
    })),
  };
}

/** The rounding of sums must not make a share larger than all of the area. */
const shareOf = (part: number, whole: number) => Math.min(1, part / whole);

const sizeIn = ({ width, height }: { readonly width: number; readonly height: number }) => ({ width, height });

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
