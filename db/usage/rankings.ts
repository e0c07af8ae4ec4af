import type { Connection } from '#db/client.ts';
import { aucklandMidnight, dayOf, type EpochMs } from '#lib/time/auckland.ts';
import { NOBODY, type UsageApi } from '#lib/usage/batch.ts';
import { wholeParts } from '#lib/usage/whole-parts.ts';
import { type AccountSum, accountSums, type CountedSpans } from './account-sums.ts';

/** An API from the start of an hour until now. */
export interface RankingScope {
  readonly from: EpochMs;
  readonly api: UsageApi;
}

/** `errors` have a status of 400 or above. */
export interface RankedAccount {
  readonly accountId: number;
  readonly count: number;
  readonly errors: number;
}

const isAmong = 'account_id IN (SELECT value FROM json_each(@among))';

// each start by itself, so that the rows of the other API are not read
const countsOf = (span: 'hour' | 'day', sign: string, which: string) =>
  `SELECT account_id, ${sign} * count, ${sign} * iif(status >= 400, count, 0) FROM usage_count
   WHERE span = '${span}' AND starts_at IN (SELECT value FROM json_each(@${span}s)) AND api = @api${which}`;

const rankingOf = (months: string, which: string) => `
  SELECT account_id AS accountId, sum(count) AS count, sum(errors) AS errors FROM (
    ${months}
    UNION ALL ${countsOf('day', '@daySign', which)}
    UNION ALL ${countsOf('hour', '1', which)}
  ) GROUP BY account_id HAVING sum(count) > 0 AND account_id NOT IN (SELECT value FROM json_each(@leftOut))
  ORDER BY 2 DESC, 1 LIMIT @most`;

/** The statement of a ranking of all accounts, for its plan. Months are summed in the order of their index. */
export const rankingSql = rankingOf(
  `SELECT account_id, sum(count) AS count, sum(errors) AS errors FROM usage_month INDEXED BY usage_month_by_account
   WHERE month >= @firstMonth AND api = @api GROUP BY account_id`,
  '',
);

const rankingAmong = (which: string) =>
  rankingOf(
    `SELECT account_id, count, errors FROM usage_month INDEXED BY usage_month_by_account
     WHERE api = @api AND ${isAmong} AND month >= @firstMonth`,
    which,
  );

/** The statement of a ranking of few accounts, for its plan: the counts of each are sought. */
export const rankingOfFewSql = rankingAmong(` AND ${isAmong}`);

/** The statement of a ranking of many accounts, for its plan: with the +, all counts of the time are read in their order. */
export const rankingOfManySql = rankingAmong(` AND +${isAmong}`);

/** More accounts than this are many. */
const mostFew = 500;
/** More accounts that can be among the first cost as much as all. */
const mostPossible = 5000;

/**
 * The registrars or keys with the most requests.
 *
 * @param leftOut accounts that are not ranked
 */
export function readTopAccounts(
  connection: Connection,
  { from, api }: RankingScope,
  most: number,
  leftOut: readonly number[] = [NOBODY],
): RankedAccount[] {
  const spans = fewSpans(connection, from);
  if (spans === undefined) return topByMonths(connection, { from, api }, most, leftOut);
  return topOfSums(accountSums(connection, api, spans), most, new Set(leftOut));
}

/** So many days and the hours before them are summed by themselves. */
const mostDays = 8;

/** The hours and days from the start of an hour until the last day that has counts; undefined for more than a few. */
function fewSpans({ sqlite }: Connection, from: EpochMs): CountedSpans | undefined {
  const lastDay = sqlite
    .prepare<[], EpochMs | null>("SELECT max(starts_at) FROM usage_total WHERE span = 'day'")
    .pluck()
    .get();
  const { hoursFrom, hoursUntil } = wholeParts(from);
  const days = startsOf(hoursUntil, (lastDay ?? 0) + 1, (day) => aucklandMidnight(day, 1));
  return days.length > mostDays ? undefined : { hours: startsOf(hoursFrom, hoursUntil, nextHour), days };
}

/** The first of the accounts by what they have in two parts of a time. */
function topOfSums(
  [past, last]: ReturnType<typeof accountSums>,
  most: number,
  leftOut: ReadonlySet<number>,
): RankedAccount[] {
  const top: RankedAccount[] = [];
  const rank = ([accountId, count, errors]: AccountSum, more: AccountSum | undefined) => {
    const sum = count + (more?.[1] ?? 0);
    const least = top.length < most ? undefined : top.at(-1);
    if (sum < (least?.count ?? 1) || leftOut.has(accountId)) return;
    const ranked = { accountId, count: sum, errors: errors + (more?.[2] ?? 0) };
    if (least !== undefined && !isBefore(ranked, least)) return;
    const place = top.findIndex((other) => isBefore(ranked, other));
    top.splice(place === -1 ? top.length : place, 0, ranked);
    if (top.length > most) top.pop();
  };
  for (const [accountId, sum] of past) rank(sum, last.get(accountId));
  for (const [accountId, sum] of last) if (!past.has(accountId)) rank(sum, undefined);
  return top;
}

const isBefore = (one: RankedAccount, other: RankedAccount) =>
  one.count > other.count || (one.count === other.count && one.accountId < other.accountId);

/**
 * The first by whole months, and by days and hours at the beginning. Only accounts that can be among the first are summed:
 * whoever has as many requests as the last of them, has its share of those in one of the months at least.
 */
function topByMonths(
  { sqlite }: Connection,
  { from, api }: RankingScope,
  most: number,
  leftOut: readonly number[],
): RankedAccount[] {
  const scope = { ...rankedTime(from), api, leftOut: JSON.stringify(leftOut), most };
  const rank = (sql: string, among: readonly number[]) =>
    sqlite.prepare<Record<string, unknown>, RankedAccount>(sql).all({ ...scope, among: JSON.stringify(among) });
  const rankAmong = (among: readonly number[]) =>
    rank(among.length > mostFew ? rankingOfManySql : rankingOfFewSql, among);
  const months = monthsSince(sqlite, from);
  const inMonths = (ofMonth: string, value: number) => {
    const found = sqlite
      .prepare<[number, UsageApi, number], number>(
        `SELECT account_id FROM usage_month WHERE month = ? AND api = ? ${ofMonth}`,
      )
      .pluck();
    return [...new Set(months.flatMap((month) => found.all(month, api, value)))];
  };
  // the first of each month are probably among the first of all; their last one is the least to be reached
  const firsts = rankAmong(inMonths('ORDER BY count DESC LIMIT ?', most + leftOut.length));
  const least = firsts.length < most ? undefined : firsts.at(-1)?.count;
  if (least === undefined) return rank(rankingSql, []);
  const possible = inMonths(`AND count >= ? LIMIT ${mostPossible}`, Math.ceil(least / months.length));
  return possible.length < mostPossible ? rankAmong(possible) : rank(rankingSql, []);
}

/** The time from the start of an hour until now, as the statements of a ranking are given it. */
export function rankedTime(from: EpochMs) {
  const { hoursFrom, hoursUntil, daysFrom, daysUntil, daySign, firstMonth } = wholeParts(from);
  const hours = startsOf(hoursFrom, hoursUntil, nextHour);
  const days = startsOf(daysFrom, daysUntil, (day) => aucklandMidnight(day, 1));
  return { hours: JSON.stringify(hours), days: JSON.stringify(days), daySign, firstMonth };
}

const nextHour = (hour: EpochMs) => hour + 3_600_000;

function startsOf(from: EpochMs, until: EpochMs, next: (start: EpochMs) => EpochMs): EpochMs[] {
  const starts: EpochMs[] = [];
  for (let start = from; start < until; start = next(start)) starts.push(start);
  return starts;
}

/** The months from the one of an instant to the last that has counts, such as 202611. */
function monthsSince(sqlite: Connection['sqlite'], from: EpochMs): number[] {
  const [year, month] = dayOf(from).split('-');
  return sqlite
    .prepare<[number], number>('SELECT DISTINCT month FROM usage_month WHERE month >= ?')
    .pluck()
    .all(Number(`${year}${month}`));
}

/** From the day that begins at `from` until now, of one API or both. */
interface CallerScope {
  readonly from: EpochMs;
  readonly api: UsageApi | undefined;
}

/** The requests of a registrar or key from one address. */
export interface TopCaller {
  readonly api: UsageApi;
  readonly accountId: number;
  readonly address: string;
  readonly count: number;
  readonly errors: number;
  readonly lastAt: EpochMs;
}

// the + keeps the planner from the index by address, which has all days: at most half of them are read
const sumOfDays = (days: string, sums: string) =>
  `SELECT api, account_id, address, ${sums}
   FROM usage_caller
   WHERE day_starts_at ${days} AND address <> '' AND (@api IS NULL OR api = @api)
   GROUP BY +api, account_id, address`;

/** The sums of all days without those before `from`. Whoever came since then came last since then. */
const withoutDaysBefore = `
  SELECT api, account_id, address, total.count - ifnull(before.count, 0) AS count,
    total.errors - ifnull(before.errors, 0) AS errors, total.last_at
  FROM usage_address AS total LEFT JOIN (
    ${sumOfDays('< @from', 'sum(count) AS count, sum(errors) AS errors')}
  ) AS before USING (api, account_id, address)
  WHERE (@api IS NULL OR api = @api) AND total.count > ifnull(before.count, 0)`;

const order = 'ORDER BY count DESC, address, api, account_id';

/** The statement of a ranking, for its plan. Of the days from `from` on only the counts are sorted, the rest is read of the first. */
export const topCallersSql = (areFewBefore: boolean) =>
  areFewBefore
    ? `SELECT api, account_id AS accountId, address, count, errors, last_at AS lastAt
       FROM (${withoutDaysBefore}) ${order} LIMIT @most`
    : `SELECT api, account_id AS accountId, address, top.count AS count, sum(day.errors) AS errors, max(day.last_at) AS lastAt
       FROM (${sumOfDays('>= @from', 'sum(count) AS count')} ${order} LIMIT @most) AS top
       CROSS JOIN usage_caller AS day USING (api, account_id, address)
       WHERE day_starts_at >= @from GROUP BY api, account_id, address ${order}`;

/** The addresses of registrars and keys with the most requests, from the day of `from` on. */
export function readTopCallers({ sqlite }: Connection, { from, api }: CallerScope, most: number): TopCaller[] {
  const kept = sqlite
    .prepare<[], { first: EpochMs | null; last: EpochMs | null }>(
      'SELECT (SELECT min(day_starts_at) FROM usage_caller) AS first, (SELECT max(day_starts_at) FROM usage_caller) AS last',
    )
    .get();
  const areFewBefore = from - (kept?.first ?? from) < (kept?.last ?? from) - from;
  return sqlite
    .prepare<Record<string, unknown>, TopCaller>(topCallersSql(areFewBefore))
    .all({ from, api: api ?? null, most });
}
