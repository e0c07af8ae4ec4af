import { type ExportedList, mapRows } from '#app/admin/export/exported-list.ts';
import { choicesOf, readList } from '#components/admin/lists/list-state.ts';
import { matchingListedNames } from '#db/registry/listed-names.ts';
import { listedStatuses } from '#lib/registry/status.ts';

/** The list of the names that cannot be registered. */
export const listedNameList = {
  path: '/admin/register/lists',
  what: 'listed names',
  filters: {
    search: { label: 'Search', placeholder: 'Name or reason' },
    status: { label: 'Status', choices: choicesOf(listedStatuses) },
  },
} as const;

export const exportedListedNames: ExportedList = {
  role: 'viewer',
  rows: (reader, params) =>
    mapRows(matchingListedNames(reader, readList(params, listedNameList).query), ({ name, shown, status, reason }) => ({
      name,
      unicode: shown,
      status,
      reason,
    })),
};
