import { State } from '#components/admin/State.tsx';
import type { ListedRun } from '#db/registry/runs.ts';
import { countsLine } from '#lib/registry/import/report-words.ts';

/** The kinds of runs. */
export const kindWords: Readonly<Record<ListedRun['kind'], string>> = {
  replace: 'Whole register',
  merge: 'Changes',
  undo: 'Undo',
};

const states = {
  staging: { kind: 'soon', words: 'Running' },
  published: { kind: 'good', words: 'Done' },
  failed: { kind: 'ended', words: 'Failed' },
  undone: { kind: 'plain', words: 'Undone' },
} as const;

/** The state of a run. */
export function RunState({ state }: Pick<ListedRun, 'state'>) {
  const { kind, words } = states[state];
  return <State kind={kind}>{words}</State>;
}

/** The changes of a run in one line: `new 12, cancelled 3`. */
export function changesWords({ unchanged: _unchanged, ...changes }: ListedRun['counts']): string {
  return countsLine(Object.fromEntries(Object.entries(changes).filter(([, count]) => count > 0))) || 'None';
}
