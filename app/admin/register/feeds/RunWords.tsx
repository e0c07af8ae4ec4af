import { State } from '#components/admin/State.tsx';
import type { ListedRun } from '#db/registry/run-list.ts';

/** What kind of change a run was. */
export const kindWords: Readonly<Record<ListedRun['kind'], string>> = {
  replace: 'Whole register',
  merge: 'Changes',
  undo: 'Taking back',
};

const states = {
  staging: { kind: 'soon', words: 'Under way' },
  published: { kind: 'good', words: 'Done' },
  failed: { kind: 'ended', words: 'Failed' },
  undone: { kind: 'plain', words: 'Taken back' },
} as const;

/** How a run stands. */
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

/** What a run changed, in a line: `12 new, 3 cancelled`. */
export function changesWords(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(countWords).flatMap(([kind, words]) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en-NZ')} ${words}`];
  });
  return parts.length === 0 ? 'Nothing' : parts.join(', ');
}
