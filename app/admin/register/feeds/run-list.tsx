import { exportedPages } from '#app/admin/export/exported-list.ts';
import { State } from '#components/admin/State.tsx';
import { type ListedRun, pageOfRuns, runSorts } from '#db/registry/runs.ts';
import { countsLine } from '#lib/registry/import/report-words.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

/** The kinds of imports. */
export const kindWords: Readonly<Record<ListedRun['kind'], string>> = {
  replace: 'Whole register',
  merge: 'Changes',
  undo: 'Undo',
};

/** The states of imports. */
const stateWords: Readonly<Record<ListedRun['state'], string>> = {
  staging: 'Running',
  published: 'Done',
  failed: 'Failed',
  undone: 'Undone',
};

/** The history of imports of register files and undos. */
export const runList = {
  path: '/admin/register/feeds',
  what: 'imports',
  sorts: runSorts,
  startsDescending: true,
  filters: {
    search: { label: 'Search', placeholder: 'File or person' },
    kind: { label: 'Kind', choices: kindWords },
    state: { label: 'State', choices: stateWords },
  },
} as const;

export const exportedRuns = exportedPages(
  runList,
  pageOfRuns,
  ({ id, kind, state, source, sha256, counts, startedAt, endedAt, who }) => ({
    id,
    kind,
    state,
    file: source,
    sha256,
    changes: changesWords(counts),
    by: who,
    started: isoAuckland(startedAt),
    ended: isoAuckland(endedAt),
  }),
);

const stateKinds = { staging: 'soon', published: 'good', failed: 'ended', undone: 'plain' } as const;

/** The state of an import. */
export function RunState({ state }: Pick<ListedRun, 'state'>) {
  return <State kind={stateKinds[state]}>{stateWords[state]}</State>;
}

/** The changes of an import in one line: `new 12, cancelled 3`. */
export function changesWords({ unchanged: _unchanged, ...changes }: ListedRun['counts']): string {
  return countsLine(Object.fromEntries(Object.entries(changes).filter(([, count]) => count > 0))) || 'None';
}
