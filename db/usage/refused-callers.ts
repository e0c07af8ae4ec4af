import type { Connection } from '#db/client.ts';
import { offsetOf, type PageRequest } from '#db/page.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { RefusalReason, UsageApi } from '#lib/usage/batch.ts';

/** Refused from an instant on, by one API or either. */
interface RefusedScope {
  readonly from: EpochMs;
  readonly api: UsageApi | undefined;
}

/** The requests of one address to one API that were refused. */
export interface RefusedCaller {
  readonly address: string;
  readonly api: UsageApi;
  readonly count: number;
  readonly lastAt: EpochMs;
}

/** A page of callers, how many callers there are on all pages, and the requests whose address is not kept. */
export interface RefusedCallers {
  readonly rows: readonly RefusedCaller[];
  readonly callers: number;
  readonly withoutAddress: readonly { readonly reason: RefusalReason; readonly count: number }[];
}

const callersAtOnce = 1000;

type Order = Pick<PageRequest<'last' | 'count'>, 'sort' | 'descending'>;

const isAsked = '(@api IS NULL OR api = @api)';

/** The statement of a page, for its plan. A page without callers is one row of nulls with the number of all. */
export function refusedPageSql({ sort, descending }: Order): string {
  const order = descending ? 'DESC' : 'ASC';
  return sort === 'last' ? pageByLastSql(order) : pageByCountSql(order);
}

/** The callers of a page are found by an index, and only they are summed: `last_at` is in the hour that starts there. */
const pageByLastSql = (order: string) => `
  SELECT address, api, lastAt, every.callers, (
    SELECT sum(count) FROM refused_caller AS hour INDEXED BY refused_caller_by_address
    WHERE hour.address = page.address AND hour.api = page.api AND hour_starts_at >= @from
  ) AS count
  FROM (
    SELECT count(*) AS callers FROM refused_address INDEXED BY refused_address_by_last
    WHERE last_at >= @from AND ${isAsked}
  ) AS every LEFT JOIN (
    SELECT address, api, last_at AS lastAt FROM refused_address INDEXED BY refused_address_by_last
    WHERE last_at >= @from AND ${isAsked}
    ORDER BY last_at ${order}, address, api LIMIT @limit OFFSET @offset
  ) AS page ORDER BY lastAt ${order}, address, api`;

/** All callers are summed, once for the page and for their number. */
const pageByCountSql = (order: string) => `
  WITH caller AS MATERIALIZED (
    SELECT address, api, sum(count) AS count, max(last_at) AS lastAt
    FROM refused_caller INDEXED BY refused_caller_by_address
    WHERE address > '' AND hour_starts_at >= @from AND ${isAsked}
    GROUP BY address, api
  )
  SELECT page.*, every.callers FROM (SELECT count(*) AS callers FROM caller) AS every LEFT JOIN (
    SELECT * FROM caller ORDER BY count ${order}, address, api LIMIT @limit OFFSET @offset
  ) AS page`;

/** The callers refused from `from` on, one row for each address and API; and the requests without a kept address. */
export function readRefusedCallers(
  { sqlite }: Connection,
  { from, api }: RefusedScope,
  wanted: PageRequest<'last' | 'count'>,
): RefusedCallers {
  const found = sqlite
    .prepare<
      Record<string, unknown>,
      { [Key in keyof RefusedCaller]: RefusedCaller[Key] | null } & { callers: number }
    >(refusedPageSql(wanted))
    .all({ from, api: api ?? null, ...offsetOf(wanted) });
  const withoutAddress = sqlite
    .prepare<Record<string, unknown>, RefusedCallers['withoutAddress'][number]>(
      `SELECT reason, sum(count) AS count FROM refused_caller
       WHERE address = '' AND hour_starts_at >= @from AND (@api IS NULL OR api = @api)
       GROUP BY reason ORDER BY reason`,
    )
    .all({ from, api: api ?? null });
  const rows = found.flatMap(({ callers: _, ...row }) => (row.address === null ? [] : [row as RefusedCaller]));
  return { rows, callers: found[0]?.callers ?? 0, withoutAddress };
}

/** All callers with a known address that were refused from `from` on, by address, read in batches. */
export function* everyRefusedCaller({ sqlite }: Connection, { from, api }: RefusedScope): Generator<RefusedCaller> {
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
