import { chosen } from '#app/admin/page-wanted.ts';
import { rowsPerPage } from '#components/admin/lists/list-state.ts';
import { type NameQuery, nameStates } from '#db/registry/name-list.ts';
import { parseLabelPart } from '#lib/registry/names/label-part.ts';
import { suffixes } from '#lib/registry/names/suffix.ts';
import { parseTypedDays } from '#lib/time/typed-time.ts';

/** The filters of the list of names, as they are called in the address. */
export const filterNames = ['state', 'suffix', 'contains', 'from', 'until'] as const;

/** Later than any date of the register. */
const endOfTime = Date.UTC(2200, 0, 1);

/** The question for the database, from the texts of the filters; a text that makes no sense is ignored. */
export function namesWanted(filters: Readonly<Record<string, string | undefined>>, page: number): NameQuery {
  const { contains = '', from = '', until = '' } = filters;
  const days = parseTypedDays(from, until);
  const hasDays = days.from !== undefined || days.until !== undefined;
  return {
    state: chosen(filters.state, nameStates),
    suffix: chosen(filters.suffix, suffixes),
    contains: contains === '' ? undefined : parseLabelPart(contains),
    days: hasDays ? { from: days.from ?? 0, until: days.until ?? endOfTime } : undefined,
    page,
    pageSize: rowsPerPage,
  };
}
