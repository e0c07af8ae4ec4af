import { apiKey, apiUser, registrar } from '#db/access/schema.ts';
import type { Connection } from '#db/client.ts';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNull,
  lt,
  lte,
  max,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
  type sum,
} from '#db/drizzle.ts';
import { offsetOf, type PageRequest } from '#db/page.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { NOBODY, type RefusalReason, type UsageApi } from '#lib/usage/batch.ts';
import type { Span } from '#lib/usage/period.ts';
import type { CountedAccount } from '#lib/usage/words.ts';
import { refusedCaller, usageAccountLatency, usageCaller, usageCount, usageLatency, usageQuarter } from './schema.ts';

/** Which counts to read: by hour or day, from an instant on, of one API or both. */
export interface UsageScope {
  readonly span: 'hour' | 'day';
  readonly from: EpochMs;
  /** Only what starts before this instant. */
  readonly until?: EpochMs;
  readonly api: UsageApi | undefined;
}

const total = (column: SQL | Parameters<typeof sum>[0]) => sql<number>`sum(${column})`.mapWith(Number);

type Counts = typeof usageCount | typeof usageLatency | typeof usageCaller | typeof refusedCaller;

const isOfApi = (table: Counts, api: UsageApi | undefined) => (api === undefined ? undefined : eq(table.api, api));

function countsWithin(table: typeof usageCount | typeof usageLatency, { span, from, until, api }: UsageScope) {
  const isBefore = until === undefined ? undefined : lt(table.startsAt, until);
  return and(eq(table.span, span), gte(table.startsAt, from), isBefore, isOfApi(table, api));
}

/** Requests by their hour or day, API and status. */
export function readRequests({ db }: Connection, scope: UsageScope) {
  const { startsAt, api, status } = usageCount;
  return db
    .select({ startsAt, api, status, count: total(usageCount.count) })
    .from(usageCount)
    .where(countsWithin(usageCount, scope))
    .groupBy(startsAt, api, status)
    .all();
}

/** The registrars or keys with the most requests; `errors` have a status of 400 or above. */
export function readTopAccounts({ db }: Connection, scope: UsageScope & { readonly api: UsageApi }, most: number) {
  return db
    .select({
      accountId: usageCount.accountId,
      count: total(usageCount.count),
      errors: sql<number>`sum(iif(${usageCount.status} >= 400, ${usageCount.count}, 0))`.mapWith(Number),
    })
    .from(usageCount)
    .where(and(countsWithin(usageCount, scope), ne(usageCount.accountId, NOBODY)))
    .groupBy(usageCount.accountId)
    .orderBy(desc(total(usageCount.count)), asc(usageCount.accountId))
    .limit(most)
    .all();
}

/** Requests of an API by their hour or day and account. */
export function readAccountRequests({ db }: Connection, scope: UsageScope & { readonly api: UsageApi }) {
  return db
    .select({ startsAt: usageCount.startsAt, accountId: usageCount.accountId, count: total(usageCount.count) })
    .from(usageCount)
    .where(countsWithin(usageCount, scope))
    .groupBy(usageCount.startsAt, usageCount.accountId)
    .all();
}

/** How many responses are in each bucket of `lib/usage/latency.ts`, by hour or day and API. */
export function readLatencies({ db }: Connection, scope: UsageScope) {
  const { startsAt, api, bucket, count } = usageLatency;
  return db.select({ startsAt, api, bucket, count }).from(usageLatency).where(countsWithin(usageLatency, scope)).all();
}

/** The addresses of registrars and keys with the most requests, from the day of `from` on. */
export function readTopCallers({ db }: Connection, { from, api }: Omit<UsageScope, 'span'>, most: number) {
  return db
    .select({
      api: usageCaller.api,
      accountId: usageCaller.accountId,
      address: usageCaller.address,
      count: total(usageCaller.count),
      errors: total(usageCaller.errors),
      lastAt: max(usageCaller.lastAt).mapWith(Number),
    })
    .from(usageCaller)
    .where(and(gte(usageCaller.dayStartsAt, from), ne(usageCaller.address, ''), isOfApi(usageCaller, api)))
    .groupBy(usageCaller.api, usageCaller.accountId, usageCaller.address)
    .orderBy(desc(total(usageCaller.count)), asc(usageCaller.address))
    .limit(most)
    .all();
}

/** The callers refused from `from` on, one row for each address and API; and the requests without a kept address. */
export function readRefusedCallers(
  { db }: Connection,
  { from, api }: Omit<UsageScope, 'span'>,
  wanted: PageRequest<'last' | 'count'>,
) {
  const within = and(gte(refusedCaller.hourStartsAt, from), isOfApi(refusedCaller, api));
  const known = and(within, ne(refusedCaller.address, ''));
  const { limit, offset } = offsetOf(wanted);
  const order = wanted.sort === 'count' ? total(refusedCaller.count) : max(refusedCaller.lastAt);
  const rows = db
    .select({
      address: refusedCaller.address,
      api: refusedCaller.api,
      count: total(refusedCaller.count),
      lastAt: max(refusedCaller.lastAt).mapWith(Number),
    })
    .from(refusedCaller)
    .where(known)
    .groupBy(refusedCaller.address, refusedCaller.api)
    .orderBy(wanted.descending ? desc(order) : asc(order), asc(refusedCaller.address), asc(refusedCaller.api))
    .limit(limit)
    .offset(offset)
    .all();
  const callers =
    db
      .select({ count: sql<number>`count(DISTINCT ${refusedCaller.address} || ' ' || ${refusedCaller.api})` })
      .from(refusedCaller)
      .where(known)
      .get()?.count ?? 0;
  const withoutAddress: { reason: RefusalReason; count: number }[] = db
    .select({ reason: refusedCaller.reason, count: total(refusedCaller.count) })
    .from(refusedCaller)
    .where(and(within, eq(refusedCaller.address, '')))
    .groupBy(refusedCaller.reason)
    .orderBy(refusedCaller.reason)
    .all();
  return { rows, callers, withoutAddress };
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

/** The requests of one address to one API that were refused. */
export interface RefusedCaller {
  readonly address: string;
  readonly api: UsageApi;
  readonly count: number;
  readonly lastAt: EpochMs;
}

const callersAtOnce = 1000;

/** All callers with a known address that were refused from `from` on, by address, read in batches. */
export function* everyRefusedCaller(
  { sqlite }: Connection,
  { from, api }: { readonly from: EpochMs; readonly api: UsageApi | undefined },
): Generator<RefusedCaller> {
  const batch = sqlite.prepare<Record<string, unknown>, RefusedCaller>(
    `SELECT address, api, sum(count) AS count, max(last_at) AS lastAt
     FROM refused_caller INDEXED BY refused_caller_by_address
     WHERE (address, api) > (@address, @after) AND hour_starts_at >= @from AND (@api IS NULL OR api = @api)
     GROUP BY address, api ORDER BY address, api LIMIT ${callersAtOnce}`,
  );
  // the empty address counts requests whose address is not kept
  for (let last = { address: '', api: 'registry' as UsageApi }; ; ) {
    const rows = batch.all({ from, api: api ?? null, address: last.address, after: last.api });
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < callersAtOnce) return;
    last = end;
  }
}
