import { cache } from 'react';
import { parsePoint } from '#lib/broadband/point.ts';
import { now } from '#lib/clock.ts';
import { getExchange } from '#lib/http/exchange.ts';
import { type Outcome, readOutcome } from '#lib/map/answer/outcome.ts';
import { writeDegrees } from '#lib/map/degrees.ts';
import { limits } from '#server/access/limits.ts';
import { coverage } from '#server/broadband/coverage.ts';

/**
 * The answer of the broadband API for a point, for a page rendered on the server. It counts against the same limit as the
 * map's own requests, once per page.
 */
export const pageOutcome = cache(async (latitude: number, longitude: number): Promise<Outcome> => {
  const exchange = getExchange();
  if (exchange === undefined) return { kind: 'fault', requestId: undefined };
  const verdict = await limits().takeVisitor(exchange.caller.limitKey, now);
  if (!verdict.isAdmitted) {
    return { kind: 'limit reached', retryAfterSeconds: verdict.retryAfterSeconds ?? undefined };
  }
  const [y, x] = [writeDegrees(latitude), writeDegrees(longitude)];
  const parsed = parsePoint(y, x);
  if (!parsed.ok) return { kind: 'outside' };
  const body: unknown = JSON.parse(String(coverage().answerAt(parsed.point, x, y)));
  return readOutcome({ status: 200, body, retryAfter: null, requestId: exchange.requestId });
});
