import { type ExportedList, mapRows } from '#app/admin/export/exported-list.ts';
import { readList } from '#components/admin/lists/list-state.ts';
import { matchingNames, type NameOfList, type NameQuery } from '#db/registry/name-list.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { parseNamePart } from '#lib/registry/names/name-part.ts';
import { type Suffix, suffixes } from '#lib/registry/names/suffix.ts';
import { dropDate } from '#lib/registry/release/release.ts';
import { type EpochMs, isoAuckland } from '#lib/time/auckland.ts';
import { parseTypedDays } from '#lib/time/typed-time.ts';

/** Every suffix with its label: `.co.nz`. */
const suffixChoices = Object.fromEntries(suffixes.map((suffix) => [suffix, `.${suffix}`])) as Record<Suffix, string>;

/** The list of the names in the register. */
export const nameList = {
  path: '/admin/register/names',
  what: 'names',
  filters: {
    state: { label: 'Status', choices: { active: 'Active', pending: 'PendingRelease', released: 'Released' } },
    suffix: { label: 'Suffix', choices: suffixChoices },
    contains: {
      label: 'Name contains',
      placeholder: 'kōwhai',
      faultOf: (text: string) =>
        parseNamePart(text) === undefined ? ({ code: 'in-no-name', text } as const) : undefined,
    },
    from: { label: 'From (day)', type: 'date' },
    until: { label: 'Until (day)', type: 'date' },
  },
} as const;

/** All names that match, by name, however many there are. */
export const exportedNames: ExportedList = {
  role: 'viewer',
  rows: (reader, params, nowMs) => {
    const ranUntil = getLastRelease(reader)?.scheduleDate;
    return mapRows(matchingNames(reader, nameQueryOf(readList(params, nameList).query), nowMs), (row) =>
      exportedName(row, nowMs, ranUntil),
    );
  },
};

function exportedName(
  { name, registered, cancelled, freeAt }: NameOfList,
  nowMs: EpochMs,
  ranUntil: EpochMs | undefined,
) {
  const isReleased = freeAt !== null && freeAt <= nowMs;
  const status = cancelled === null ? 'Active' : isReleased ? 'Released' : 'PendingRelease';
  return {
    name,
    status,
    registered: isoAuckland(registered * 1000),
    cancelled: isoAuckland(cancelled === null ? null : cancelled * 1000),
    drops: isoAuckland(cancelled === null ? null : (freeAt ?? dropDate(cancelled, nowMs, ranUntil))),
  };
}

/** Later than any date of the register. */
const endOfTime = Date.UTC(2200, 0, 1);

interface NameTexts extends Omit<NameQuery, 'contains' | 'days'> {
  readonly contains: string;
  readonly from: string;
  readonly until: string;
}

/** The question for the database, from the texts of the filters. */
export function nameQueryOf({ contains, from, until, ...query }: NameTexts): NameQuery {
  const days = parseTypedDays(from, until);
  const hasDays = days.from !== undefined || days.until !== undefined;
  return {
    ...query,
    contains: contains === '' ? undefined : parseNamePart(contains),
    days: hasDays ? { from: days.from ?? 0, until: days.until ?? endOfTime } : undefined,
  };
}
