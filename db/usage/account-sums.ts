import type { Connection } from '#db/client.ts';
import { processWide } from '#lib/process-wide.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { UsageApi } from '#lib/usage/batch.ts';

/** Hours and days that do not overlap, by when they begin, in order. */
export interface CountedSpans {
  readonly hours: readonly EpochMs[];
  readonly days: readonly EpochMs[];
}

/** The requests of an account, as SQLite gives them: there may be many. `errors` have a status of 400 or above. */
export type AccountSum = readonly [accountId: number, count: number, errors: number];

type Sums = ReadonlyMap<number, AccountSum>;

interface PastSums {
  readonly spans: string;
  /** The requests of all accounts together when they were summed. */
  readonly requests: number;
  readonly sums: Sums;
}

/** The sums that were asked for last, of each API. */
const past = () => processWide('past-account-sums', () => new WeakMap<Connection['sqlite'], Map<UsageApi, PastSums>>());

/**
 * What each account asked of an API in all of some hours and days but the last, and in the last one. All but the last are
 * over: their sums are kept for the next question, and are true for as long as the totals of these hours and days stay the
 * same, which a late count increases.
 */
export function accountSums({ sqlite }: Connection, api: UsageApi, { hours, days }: CountedSpans): [Sums, Sums] {
  const isDay = days.length > 0;
  const over = isDay ? { hours, days: days.slice(0, -1) } : { hours: hours.slice(0, -1), days };
  const last = isDay ? { hours: [], days: days.slice(-1) } : { hours: hours.slice(-1), days: [] };
  return [pastSums(sqlite, api, over), readSums(sqlite, api, last)];
}

function pastSums(sqlite: Connection['sqlite'], api: UsageApi, over: CountedSpans): Sums {
  const known = past().get(sqlite) ?? new Map<UsageApi, PastSums>();
  past().set(sqlite, known);
  const spans = JSON.stringify(over);
  // before the sums: what is counted in between makes them too new for it, not too old
  const requests = readRequests(sqlite, api, over);
  const kept = known.get(api);
  if (kept?.spans === spans && kept.requests === requests) return kept.sums;
  const sums = readSums(sqlite, api, over);
  known.set(api, { spans, requests, sums });
  return sums;
}

const parametersOf = (api: UsageApi, { hours, days }: CountedSpans) => ({
  api,
  hours: JSON.stringify(hours),
  days: JSON.stringify(days),
});

/** Rows of a table of counts in the hours and days of `parametersOf`; each start is sought by itself. */
const rowsOf = (columns: string, table: string, span: 'hour' | 'day') =>
  `SELECT ${columns} FROM ${table}
   WHERE span = '${span}' AND starts_at IN (SELECT value FROM json_each(@${span}s)) AND api = @api`;

/** The statement of the requests of all accounts, for its plan. */
export const requestsSql = `SELECT ifnull(sum(count), 0) FROM (
  ${rowsOf('count', 'usage_total', 'day')} UNION ALL ${rowsOf('count', 'usage_total', 'hour')})`;

function readRequests(sqlite: Connection['sqlite'], api: UsageApi, spans: CountedSpans): number {
  return sqlite.prepare<object, number>(requestsSql).pluck().get(parametersOf(api, spans)) ?? 0;
}

const ofAccount = 'account_id, count, iif(status >= 400, count, 0) AS errors';

/** The statement of the sums, for its plan. */
export const accountSumsSql = `SELECT account_id, sum(count), sum(errors) FROM (
  ${rowsOf(ofAccount, 'usage_count', 'day')} UNION ALL ${rowsOf(ofAccount, 'usage_count', 'hour')})
  GROUP BY account_id`;

function readSums(sqlite: Connection['sqlite'], api: UsageApi, spans: CountedSpans): Sums {
  const sums = new Map<number, AccountSum>();
  const rows = sqlite.prepare<object, AccountSum>(accountSumsSql).raw().all(parametersOf(api, spans));
  for (const row of rows) sums.set(row[0], row);
  return sums;
}
