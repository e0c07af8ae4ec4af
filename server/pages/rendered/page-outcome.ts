import type { AskedDay } from '#lib/broadband/asked-day.ts';
import { parsePoint } from '#lib/broadband/point.ts';
import { now } from '#lib/clock.ts';
import { type Exchange, getExchange } from '#lib/http/exchange.ts';
import { type Outcome, readOutcome } from '#lib/map/answer/outcome.ts';
import { type MapPoint, writeDegrees, writePair } from '#lib/map/degrees.ts';
import { processWide } from '#lib/process-wide.ts';
import { limits } from '#server/access/limits.ts';
import { answeredAsOf } from '#server/broadband/coverage.ts';

/** The outcomes of the points of a request, so that each point counts once. */
const outcomes = processWide('page-outcomes', () => new WeakMap<Exchange, Map<string, Promise<Outcome>>>());

/**
 * The answer of the broadband API for a point, for a page rendered on the server. It counts against the same limit as the
 * map's own requests, once per page.
 */
export function pageOutcome(point: MapPoint, exchange = getExchange()): Promise<Outcome> {
  if (exchange === undefined) return Promise.resolve({ kind: 'fault', requestId: undefined });
  const known = outcomesOf(exchange);
  const pair = writePair(point);
  const outcome = known.get(pair) ?? outcomeAt(point, exchange);
  known.set(pair, outcome);
  return outcome;
}

/** Has a page be rendered with this outcome for a point. */
export function setPageOutcome(point: MapPoint, outcome: Outcome, exchange: Exchange): void {
  outcomesOf(exchange).set(writePair(point), Promise.resolve(outcome));
}

function outcomesOf(exchange: Exchange): Map<string, Promise<Outcome>> {
  const known = outcomes.get(exchange) ?? new Map<string, Promise<Outcome>>();
  outcomes.set(exchange, known);
  return known;
}

/** The same for the coverage of a day before; it counts as one more. */
export function pastOutcome(point: MapPoint, asked: AskedDay, exchange = getExchange()): Promise<Outcome> {
  if (exchange === undefined) return Promise.resolve({ kind: 'fault', requestId: undefined });
  return outcomeAt(point, exchange, asked);
}

async function outcomeAt(
  { latitude, longitude }: MapPoint,
  { caller, requestId }: Exchange,
  asked?: AskedDay,
): Promise<Outcome> {
  const verdict = await limits().takeVisitor(caller.limitKey, now);
  if (!verdict.isAdmitted) {
    return { kind: 'limit reached', retryAfterSeconds: verdict.retryAfterSeconds ?? undefined };
  }
  const [y, x] = [writeDegrees(latitude), writeDegrees(longitude)];
  const parsed = parsePoint(y, x);
  if (!parsed.ok) return { kind: 'outside' };
  const answer = answeredAsOf(asked, (answers) => answers.answerAt(parsed.point, x, y, '1.0'));
  if (typeof answer !== 'string') return { kind: 'fault', requestId };
  return readOutcome({ status: 200, body: JSON.parse(answer), retryAfter: null, requestId });
}
