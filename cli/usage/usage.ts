import { type Command, Option } from 'commander';
import { act, type CommandContext, type CommandResult, UsageError } from '#cli/command-line.ts';
import type { Connection } from '#db/client.ts';
import {
  readAccounts,
  readLatencies,
  readLatenciesOf,
  readRequests,
  readRequestsOf,
  type UsageScope,
} from '#db/usage/questions.ts';
import { readTopAccounts } from '#db/usage/rankings.ts';
import { readRefusedCallers } from '#db/usage/refused-callers.ts';
import { requireKeyNamed } from '#flows/access/keys.ts';
import { requireRegistrarNamed } from '#flows/access/registrars.ts';
import { counted } from '#lib/counted.ts';
import { type EpochMs, isoAuckland, spaced } from '#lib/time/auckland.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { accountPercentile, latencyPercentile } from '#lib/usage/latency.ts';
import { type Outcome, outcomeOf } from '#lib/usage/outcome.ts';
import { accountPeriodKinds, accountPeriodOf, periodOf, quarterKind } from '#lib/usage/period.ts';
import { accountWords, durationWords, shareWords } from '#lib/usage/words.ts';

interface Options {
  readonly period: string;
  readonly api?: UsageApi;
  readonly key?: string;
  readonly registrar?: string;
}

const apis = ['registry', 'broadband'] as const satisfies readonly UsageApi[];
const mostAccounts = 20;
const mostRefused = 50;

/** `usage`: how many requests both APIs received, how they ended, from whom, and who was refused. */
export function addUsageCommand(program: Command): void {
  act<Options>(
    program
      .command('usage')
      .description('how many requests both APIs received, how they ended, from whom, and who was refused')
      .addOption(
        new Option('--period <period>', 'until now').choices(accountPeriodKinds.map(({ key }) => key)).default('24h'),
      )
      .addOption(new Option('--api <api>', 'only this one').choices(apis))
      .option('--key <prefix|id>', 'only of this key')
      .option('--registrar <name>', 'only of this registrar'),
    usage,
  );
}

function usage(context: CommandContext, options: Options): CommandResult {
  const { key, registrar, api } = options;
  if ([key, registrar, api].filter((given) => given !== undefined).length > 1)
    throw new UsageError('Give only one of --key, --registrar and --api.');
  const { reader } = context.database;
  if (key !== undefined) return usageOf(context, options, 'broadband', requireKeyNamed(reader, key).id);
  if (registrar !== undefined)
    return usageOf(context, options, 'registry', requireRegistrarNamed(reader, registrar).id);
  if (options.period === quarterKind.key)
    throw new UsageError(`--period ${quarterKind.key} needs --key or --registrar.`);
  return usageOfAll(context, options);
}

/** The requests of one key or registrar. */
function usageOf(
  { database: { reader }, nowMs }: CommandContext,
  { period }: Options,
  api: UsageApi,
  accountId: number,
): CommandResult {
  const { kind, startsAt, from } = accountPeriodOf(period, nowMs);
  const scope = { span: kind.span, startsAt, api, accountIds: [accountId] };
  const totals = totalsOf(readRequestsOf(reader, scope), readLatenciesOf(reader, scope), accountPercentile);
  const account = accountWords(api, accountId, readAccounts(reader, api, [accountId]).get(accountId));
  return {
    lines: [account, ...totalLines(totals)],
    json: { period, from: isoAuckland(from), api, account, ...totals },
  };
}

function usageOfAll({ database: { reader }, nowMs }: CommandContext, { period, api }: Options): CommandResult {
  const { kind, from } = periodOf(period, nowMs);
  const scope: UsageScope = { span: kind.span, from, api };
  const totals = totalsOf(readRequests(reader, scope), readLatencies(reader, scope), latencyPercentile);
  const accounts = apis
    .filter((one) => api === undefined || one === api)
    .flatMap((one) => accountsOf(reader, from, one));
  const { rows, callers } = readRefusedCallers(
    reader,
    { from, api },
    { sort: 'count', descending: true, page: 1, pageSize: mostRefused },
  );
  const refused = rows.map(({ lastAt, ...row }) => ({ ...row, last: isoAuckland(lastAt) }));
  return {
    lines: [
      ...totalLines(totals),
      ...accounts.map(
        ({ api: of, account, requests, errors }) =>
          `${counted(requests, 'request')}\t${of}\t${account}\t${counted(errors, 'error')}`,
      ),
      ...(callers === 0 ? [] : [`${counted(callers, 'caller')} refused:`]),
      ...refused.map(
        ({ count, api: of, address, last }) => `${counted(count, 'request')}\t${of}\t${address}\tlast ${spaced(last)}`,
      ),
    ],
    json: { period, from: isoAuckland(from), api: api ?? null, ...totals, accounts, refusedCallers: callers, refused },
  };
}

function totalsOf(
  counts: readonly { readonly status: number; readonly count: number }[],
  latencies: readonly { readonly bucket: number; readonly count: number }[],
  percentile: typeof latencyPercentile,
) {
  const outcomes: Partial<Record<Outcome, number>> = {};
  const statuses: Record<string, number> = {};
  let requests = 0;
  for (const { status, count } of counts) {
    requests += count;
    outcomes[outcomeOf(status)] = (outcomes[outcomeOf(status)] ?? 0) + count;
    statuses[status] = (statuses[status] ?? 0) + count;
  }
  const buckets = latencies.map(({ bucket, count }) => [bucket, count] as const);
  const ms = (percent: number) => percentile(buckets, percent) ?? null;
  return { requests, outcomes, statuses, responseMs: { p50: ms(50), p95: ms(95), p99: ms(99) } };
}

function totalLines({ requests, outcomes, responseMs }: ReturnType<typeof totalsOf>): string[] {
  if (requests === 0) return ['There were no requests in this period.'];
  const shares = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${shareWords(count, requests)}`);
  const times = Object.entries(responseMs).map(([name, ms]) => `${name} ${ms === null ? '–' : durationWords(ms)}`);
  return [`${counted(requests, 'request')}: ${shares.join(', ')}`, `Response times: ${times.join(', ')}`];
}

function accountsOf(reader: Connection, from: EpochMs, api: UsageApi) {
  const top = readTopAccounts(reader, { from, api }, mostAccounts);
  const accounts = readAccounts(
    reader,
    api,
    top.map(({ accountId }) => accountId),
  );
  return top.map(({ accountId, count, errors }) => ({
    api,
    account: accountWords(api, accountId, accounts.get(accountId)),
    requests: count,
    errors,
  }));
}
