import { State } from '#components/admin/State.tsx';
import type { WorkState } from '#db/jobs/jobs.ts';

export const stateWords: Readonly<Record<WorkState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const kinds = { waiting: 'soon', running: 'soon', done: 'good', failed: 'ended', cancelled: 'ended' } as const;

/** How a piece of work stands, in a word. */
export function WorkStateWord({ state }: { readonly state: WorkState }) {
  return <State kind={kinds[state]}>{stateWords[state]}</State>;
}
