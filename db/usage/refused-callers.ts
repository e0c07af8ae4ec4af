import type { Connection } from '#db/client.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { UsageApi } from '#lib/usage/batch.ts';

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
