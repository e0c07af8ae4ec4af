import type { Connection } from '#db/client.ts';
import { and, eq, gte, sql } from '#db/drizzle.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { usageCount } from './schema.ts';

/** Which requests of one key or registrar to count. */
export interface AccountScope {
  readonly span: 'hour' | 'day';
  readonly from: EpochMs;
  readonly api: UsageApi;
  readonly accountId: number;
}

/** The requests of one key or registrar by their hour or day and status, in order. */
export function readRequestsOf({ db }: Connection, { span, from, api, accountId }: AccountScope) {
  const { startsAt, status } = usageCount;
  const isOwn = and(eq(usageCount.api, api), eq(usageCount.accountId, accountId));
  return db
    .select({ startsAt, status, count: sql<number>`sum(${usageCount.count})`.mapWith(Number) })
    .from(usageCount)
    .where(and(eq(usageCount.span, span), gte(startsAt, from), isOwn))
    .groupBy(startsAt, status)
    .orderBy(startsAt)
    .all();
}
