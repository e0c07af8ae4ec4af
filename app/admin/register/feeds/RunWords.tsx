import { State } from '#components/admin/State.tsx';
import type { ListedRun } from '#db/registry/runs.ts';
import { countsLine } from '#lib/registry/import/report-words.ts';

/** The kinds of runs. */
export const kindWords: Readonly<Record<ListedRun['kind'], string>> = {
  replace: 'Whole register',
  merge: 'Changes',
  undo: 'Undo',
};

const stateKinds = { staging: 'soon', published: 'good', failed: 'ended', undone: 'plain' } as const;

/** The states of runs. */
export const stateWords: Readonly<Record<ListedRun['state'], string>> = {
  staging: 'Running',
  published: 'Done',
  failed: 'Failed',
  undone: 'Undone',
};

/** The state of a run. */
export function RunState({ state }: Pick<ListedRun, 'state'>) {
  return <State kind={stateKinds[state]}>{stateWords[state]}</State>;
}

/** The changes of a run in one line: `new 12, cancelled 3`. */
export function changesWords({ unchanged: _unchanged, ...changes }: ListedRun['counts']): string {
  return countsLine(Object.fromEntries(Object.entries(changes).filter(([, count]) => count > 0))) || 'None';
}
