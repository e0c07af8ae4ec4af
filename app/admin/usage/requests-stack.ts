import type { Connection } from '#db/client.ts';
import { readAccountRequests, readRequests, type UsageScope } from '#db/usage/questions.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { outcomeOf, outcomes } from '#lib/usage/outcome.ts';
import { type Stack, stackOf } from '#lib/usage/stack.ts';
import { accountNames } from './account-names.ts';
import { apiTitles, type Grouping, type UsageQuestion } from './usage-question.ts';

/** How many accounts have a series of their own; the others share one. */
const mostAccounts = 5;
const allOthers = 'All others';

/** The requests of a question, by its grouping. */
export function requestsStack(connection: Connection, { period, api, by }: UsageQuestion): Stack {
  const scope: UsageScope = { span: period.kind.span, from: period.from, api };
  if (by === 'registrar') return accountsStack(connection, period.startsAt, { ...scope, api: 'registry' });
  if (by === 'key') return accountsStack(connection, period.startsAt, { ...scope, api: 'broadband' });
  const rows = readRequests(connection, scope).map((row) => ({ ...row, series: seriesOf(by, row) }));
  const order = {
    api: Object.values(apiTitles),
    outcome: outcomes,
    status: [...new Set(rows.map(({ series }) => series))].sort(),
  }[by];
  return stackOf(period.startsAt, rows, order);
}

function seriesOf(by: Exclude<Grouping, 'registrar' | 'key'>, row: { api: UsageApi; status: number }): string {
  if (by === 'api') return apiTitles[row.api];
  if (by === 'outcome') return outcomeOf(row.status);
  return statusWords(row.status);
}

/** A status as a series of a chart; 0 is a caller that left before the answer. */
export const statusWords = (status: number) => (status === 0 ? 'no response' : String(status));

function accountsStack(
  connection: Connection,
  startsAt: readonly number[],
  scope: UsageScope & { readonly api: UsageApi },
): Stack {
  const rows = readAccountRequests(connection, scope);
  const totals = new Map<number, number>();
  for (const { accountId, count } of rows) totals.set(accountId, (totals.get(accountId) ?? 0) + count);
  const top = [...totals]
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostAccounts)
    .map(([accountId]) => accountId);
  const nameOf = accountNames(connection, scope.api, top);
  const names = new Map(top.map((accountId) => [accountId, nameOf(accountId).name]));
  const counts = rows.map((row) => ({ ...row, series: names.get(row.accountId) ?? allOthers }));
  return stackOf(startsAt, counts, [...names.values(), allOthers]);
}
