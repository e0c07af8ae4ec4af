import { type ExportedList, mapRows } from '#app/admin/export/exported-list.ts';
import { readList } from '#components/admin/lists/list-state.ts';
import { matchingNames, type NameOfList } from '#db/registry/name-list.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { dropDate } from '#lib/registry/release/release.ts';
import { type EpochMs, isoAuckland } from '#lib/time/auckland.ts';
import { nameQueryOf, suffixChoices } from './names-question.ts';

/** The list of the names in the register. */
export const nameList = {
  path: '/admin/register/names',
  what: 'names',
  filters: {
    state: { label: 'Status', choices: { active: 'Active', pending: 'PendingRelease', released: 'Released' } },
    suffix: { label: 'Suffix', choices: suffixChoices },
    contains: { label: 'Label contains', placeholder: 'kōwhai' },
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
