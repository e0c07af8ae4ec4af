import { type ListState, listHref, readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import type { PageRequest } from '#db/page.ts';
import { now } from '#lib/clock.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { type Period, periodOf } from '#lib/usage/period.ts';

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
