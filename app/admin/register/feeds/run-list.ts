import { type ExportedList, inBatches, mapRows } from '#app/admin/export/exported-list.ts';
import { readList } from '#components/admin/lists/list-state.ts';
import { pageOfRuns, runSorts } from '#db/registry/runs.ts';
import { isoAuckland } from '#lib/time/auckland.ts';
import { changesWords, kindWords, stateWords } from './RunWords.tsx';

/** The history of imports of register files and undos. */
export const runList = {
  path: '/admin/register/feeds',
  what: 'runs',
  sorts: runSorts,
  startsDescending: true,
  filters: {
    search: { label: 'Search', placeholder: 'File or person' },
    kind: { label: 'Kind', choices: kindWords },
    state: { label: 'State', choices: stateWords },
  },
} as const;

export const exportedRuns: ExportedList = {
  role: 'viewer',
  rows: (reader, params) => {
    const { query } = readList(params, runList);
    const rows = inBatches((next) => pageOfRuns(reader, { ...query, ...next }).rows);
    return mapRows(rows, ({ id, kind, state, source, sha256, counts, startedAt, endedAt, who }) => ({
      id,
      kind,
      state,
      file: source,
      sha256,
      changes: changesWords(counts),
      by: who,
      started: isoAuckland(startedAt),
      ended: isoAuckland(endedAt),
    }));
  },
};
