import { cache } from 'react';
import { type ListState, listHref, readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import type { Connection } from '#db/client.ts';
import type { PageRequest } from '#db/page.ts';
import { readAccounts, readRequests, readRequestsByAccount, type UsageScope } from '#db/usage/questions.ts';
import { type RankedAccount, readTopAccounts } from '#db/usage/rankings.ts';
import { now } from '#lib/clock.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { NOBODY, type UsageApi } from '#lib/usage/batch.ts';
import { outcomeOf, outcomes } from '#lib/usage/outcome.ts';
import { type Period, periodOf } from '#lib/usage/period.ts';
import { type Stack, stackOf } from '#lib/usage/stack.ts';
import { accountWords } from '#lib/usage/words.ts';

export const apiTitles: Readonly<Record<UsageApi, string>> = { registry: 'Registry', broadband: 'Broadband' };

/** How the requests can be grouped. */
export const groupings = [
  { key: 'api', title: 'API' },
  { key: 'outcome', title: 'Outcome' },
  { key: 'status', title: 'Status' },
  { key: 'registrar', title: 'Registrar' },
  { key: 'key', title: 'Key' },
] as const;
export type Grouping = (typeof groupings)[number]['key'];

/** What the page's address asks for: a period, one API or both, a grouping, and a page of refused callers. */
export interface UsageQuestion {
  readonly period: Period;
  readonly api: UsageApi | undefined;
  readonly by: Grouping;
  /** The order and page of the refused callers, with the rest as its filters. */
  readonly state: ListState;
  readonly query: PageRequest<'last' | 'count'>;
}

/** Reads the page's address; what makes no sense there is ignored. */
export function usageQuestion(params: SearchParams): UsageQuestion {
  const { state, query } = readList(params, {
    path: '/admin/usage',
    what: 'refused callers',
    sorts: ['last', 'count'],
    startsDescending: true,
    filters: { period: { label: 'Period' }, api: { label: 'API', choices: apiTitles }, by: { label: 'Group by' } },
  });
  return {
    state,
    query,
    period: periodOf(query.period, now()),
    api: query.api,
    by: groupings.find(({ key }) => key === query.by)?.key ?? 'outcome',
  };
}

/** The address of the same page with another period, API or grouping. */
export function usageHref({ state }: UsageQuestion, changes: Readonly<Record<string, string>>): string {
  return listHref(state, { filters: { ...state.filters, ...changes } });
}

/** The name of an account, and its page while it exists. */
export interface NamedAccount {
  readonly name: string;
  readonly href: string | undefined;
}

const pages = { registry: '/admin/registrars', broadband: '/admin/users/keys' } as const;

/** Names the accounts of one API: registrars, or keys with their user. */
export function accountNames(connection: Connection, api: UsageApi, ids: readonly number[]) {
  const accounts = readAccounts(connection, api, ids);
  return (id: number): NamedAccount => {
    const account = accounts.get(id);
    return {
      name: accountWords(api, id, account),
      href: account === undefined ? undefined : `${pages[api]}/${id}`,
    };
  };
}

/** How many accounts a list names. */
const mostListed = 10;

/**
 * The registrars or keys with the most requests, and requests of nobody, if those are as many. Read once for a page, whose
 * chart and list both ask: with 20,000 keys in use, a year of them is the longest question of the screen.
 */
export const rankedAccounts = cache((connection: Connection, from: EpochMs, api: UsageApi): readonly RankedAccount[] =>
  readTopAccounts(connection, { from, api }, mostListed + 1, []),
);

/** The registrars or keys to be listed. */
export function listedAccounts(connection: Connection, from: EpochMs, api: UsageApi): readonly RankedAccount[] {
  return rankedAccounts(connection, from, api)
    .filter(({ accountId }) => accountId !== NOBODY)
    .slice(0, mostListed);
}

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
  const all = readRequests(connection, scope);
  const top = rankedAccounts(connection, scope.from, scope.api)
    .slice(0, mostAccounts)
    .map(({ accountId }) => accountId);
  const own = readRequestsByAccount(connection, { ...scope, startsAt, accountIds: top });
  const nameOf = accountNames(connection, scope.api, top);
  const names = new Map(top.map((accountId) => [accountId, nameOf(accountId).name]));
  const counts = [
    ...own.map((row) => ({ ...row, series: names.get(row.accountId) ?? allOthers })),
    ...withoutThese(all, own).map((row) => ({ ...row, series: allOthers })),
  ];
  return stackOf(startsAt, counts, [...names.values(), allOthers]);
}

interface Count {
  readonly startsAt: number;
  readonly count: number;
}

/** What is left of all requests without some of them, by their start; without those that none are left of. */
function withoutThese(all: readonly Count[], some: readonly Count[]): Count[] {
  const left = new Map<number, number>();
  for (const { startsAt, count } of all) left.set(startsAt, (left.get(startsAt) ?? 0) + count);
  for (const { startsAt, count } of some) left.set(startsAt, (left.get(startsAt) ?? 0) - count);
  return [...left].map(([startsAt, count]) => ({ startsAt, count })).filter(({ count }) => count > 0);
}
