import { State } from '#components/admin/State.tsx';
import type { ListedRun } from '#db/registry/runs.ts';

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

const countWords: Readonly<Record<string, string>> = {
  new: 'new',
  changed: 'changed dates',
  cancelled: 'cancelled',
  restored: 'restored',
  missing: 'missing',
  removed: 'removed',
  left: 'left after release',
};

/** The changes of a run in one line: `12 new, 3 cancelled`. */
export function changesWords(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(countWords).flatMap(([kind, words]) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en-NZ')} ${words}`];
  });
  return parts.length === 0 ? 'None' : parts.join(', ');
}
