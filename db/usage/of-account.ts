import type { Connection } from '#db/client.ts';
import { and, eq, type SQLWrapper, sql } from '#db/drizzle.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import type { Span } from '#lib/usage/period.ts';
import { usageAccountLatency, usageCount, usageQuarter } from './schema.ts';

/** Which requests of registrars or keys to count: those of the quarter hours, hours or days that start at `startsAt`. */
export interface AccountScope {
  readonly span: Span;
  readonly startsAt: readonly EpochMs[];
  readonly api: UsageApi;
  readonly accountIds: readonly number[];
}

const hourMs = 3_600_000;
const quarterMs = 900_000;

const oneOf = (column: SQLWrapper, values: readonly number[]) =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
const total = (column: SQLWrapper) => sql<number>`sum(${column})`.mapWith(Number);

/** Requests of some registrars or keys, by the start of their quarter hour, hour or day, and status, in order. */
export function readRequestsOf({ db }: Connection, { span, startsAt, api, accountIds }: AccountScope) {
  const counts = span === 'quarter' ? usageQuarter : usageCount;
  const ofSpan = span === 'quarter' ? undefined : eq(usageCount.span, span);
  return db
    .select({ startsAt: counts.startsAt, status: counts.status, count: total(counts.count) })
    .from(counts)
    .where(and(ofSpan, oneOf(counts.startsAt, startsAt), eq(counts.api, api), oneOf(counts.accountId, accountIds)))
    .groupBy(counts.startsAt, counts.status)
    .orderBy(counts.startsAt, counts.status)
    .all();
}

/**
 * How many responses to some registrars or keys are in each bucket of `lib/usage/latency.ts`, by the start of their
 * quarter hour, hour or day, in order. Those of an hour are the sum of its quarter hours.
 */
export function readLatenciesOf({ db }: Connection, { span, startsAt, api, accountIds }: AccountScope) {
  const isByHour = span === 'hour';
  const stored = isByHour ? startsAt.flatMap((start) => [0, 1, 2, 3].map((at) => start + at * quarterMs)) : startsAt;
  const { bucket, count } = usageAccountLatency;
  const start = isByHour
    ? sql<number>`${usageAccountLatency.startsAt} - ${usageAccountLatency.startsAt} % ${sql.raw(String(hourMs))}`
    : sql<number>`${usageAccountLatency.startsAt}`;
  return db
    .select({ startsAt: start.mapWith(Number), bucket, count: total(count) })
    .from(usageAccountLatency)
    .where(
      and(
        eq(usageAccountLatency.span, span === 'day' ? 'day' : 'quarter'),
        oneOf(usageAccountLatency.startsAt, stored),
        eq(usageAccountLatency.api, api),
        oneOf(usageAccountLatency.accountId, accountIds),
      ),
    )
    .groupBy(start, bucket)
    .orderBy(start, bucket)
    .all();
}
