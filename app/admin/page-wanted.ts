import type { ListState } from '#components/admin/lists/list-state.ts';
import type { PageRequest } from '#db/page.ts';

/** What the database is asked for, by what a list's address says. */
export function pageRequest<Sort extends string>(
  { sort, isDescending, page }: ListState,
  sorts: readonly [Sort, ...Sort[]],
  pageSize: number,
): PageRequest<Sort> {
  return { sort: sorts.find((known) => known === sort) ?? sorts[0], descending: isDescending, page, pageSize };
}

/** The one of `choices` that a filter names, if any. */
export function chosen<Choice extends string>(
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === text);
}

/** The number of a row in a path; 0, which no row has, for anything else. */
export function numberOf(segment: string): number {
  return /^[1-9]\d{0,14}$/.test(segment) ? Number(segment) : 0;
}
