import { apiKey, apiUser, registrar } from '#db/access/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, asc, count, eq, gt, gte, isNull, lt, lte, type SQLWrapper, sql, type sum } from '#db/drizzle.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import type { Span } from '#lib/usage/period.ts';
import type { CountedAccount } from '#lib/usage/words.ts';
import { usageAccountLatency, usageCount, usageQuarter, usageTotal } from './schema.ts';

/** Which counts to read: by hour or day, from an instant on, of one API or both. */
export interface UsageScope {
  readonly span: 'hour' | 'day';
  readonly from: EpochMs;
  /** Only what starts before this instant. */
  readonly until?: EpochMs;
  readonly api: UsageApi | undefined;
}

const total = (column: Parameters<typeof sum>[0]) => sql<number>`sum(${column})`.mapWith(Number);

/** Requests by their hour or day, API and status, in order. */
export function readRequests({ db }: Connection, { span, from, until, api }: UsageScope) {
  const { startsAt, status, count: requests } = usageTotal;
  const isBefore = until === undefined ? undefined : lt(startsAt, until);
  const isOfApi = api === undefined ? undefined : eq(usageTotal.api, api);
  return db
    .select({ startsAt, api: usageTotal.api, status, count: requests })
    .from(usageTotal)
    .where(and(eq(usageTotal.span, span), gte(startsAt, from), isBefore, isOfApi))
    .orderBy(startsAt, usageTotal.api, status)
    .all();
}

interface LatencyCount {
  readonly startsAt: EpochMs;
  readonly api: UsageApi;
  readonly bucket: number;
  readonly count: number;
}

/**
 * How many responses are in each bucket of `lib/usage/latency.ts`, by hour or day and API. Not by Drizzle: a year has
 * 10,000 rows, and it takes twice the time.
 */
export function readLatencies({ sqlite }: Connection, { span, from, until, api }: UsageScope): LatencyCount[] {
  return sqlite
    .prepare<Record<string, unknown>, LatencyCount>(
      `SELECT starts_at AS startsAt, api, bucket, count FROM usage_latency
       WHERE span = @span AND starts_at >= @from AND (@until IS NULL OR starts_at < @until) AND (@api IS NULL OR api = @api)`,
    )
    .all({ span, from, until: until ?? null, api: api ?? null });
}

/** The names of registrars by their id. */
export function readRegistrarNames({ db }: Connection): ReadonlyMap<number, string> {
  const rows = db.select({ id: registrar.id, name: registrar.name }).from(registrar).all();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Prefix, label and the user's email of these keys; a key that no longer exists has no entry. */
export function readKeyNames({ db }: Connection, ids: readonly number[]) {
  const rows = db
    .select({ id: apiKey.id, prefix: apiKey.prefix, label: apiKey.label, email: apiUser.email })
    .from(apiKey)
    .innerJoin(apiUser, eq(apiUser.id, apiKey.userId))
    .where(sql`${apiKey.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The accounts of one API by their id; of keys only these, and none that no longer exists. */
export function readAccounts(
  connection: Connection,
  api: UsageApi,
  ids: readonly number[],
): ReadonlyMap<number, NonNullable<CountedAccount>> {
  return api === 'registry' ? readRegistrarNames(connection) : readKeyNames(connection, ids);
}

/** The valid keys that expire by `until`: the first `most` of them, and how many there are. */
export function readExpiringKeys({ db }: Connection, nowMs: EpochMs, until: EpochMs, most: number) {
  const expiring = and(isNull(apiKey.revokedAt), gt(apiKey.expiresAt, nowMs), lte(apiKey.expiresAt, until));
  const rows = db
    .select({ id: apiKey.id, prefix: apiKey.prefix, email: apiUser.email, expiresAt: apiKey.expiresAt })
    .from(apiKey)
    .innerJoin(apiUser, eq(apiUser.id, apiKey.userId))
    .where(expiring)
    .orderBy(asc(apiKey.expiresAt), asc(apiKey.id))
    .limit(most)
    .all();
  const all = db.select({ total: count() }).from(apiKey).where(expiring).get();
  return { rows, total: all?.total ?? 0 };
}

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

/** Requests of each of some registrars or keys by the hour or day. */
export function readRequestsByAccount(
  { db }: Connection,
  { span, startsAt, api, accountIds }: AccountScope & { readonly span: 'hour' | 'day' },
) {
  return db
    .select({ startsAt: usageCount.startsAt, accountId: usageCount.accountId, count: total(usageCount.count) })
    .from(usageCount)
    .where(
      and(
        eq(usageCount.span, span),
        oneOf(usageCount.startsAt, startsAt),
        eq(usageCount.api, api),
        oneOf(usageCount.accountId, accountIds),
      ),
    )
    .groupBy(usageCount.startsAt, usageCount.accountId)
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
