import { State } from '#components/admin/State.tsx';
import type { JobState } from '#db/jobs/jobs.ts';

export const stateWords: Readonly<Record<JobState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const kinds = { waiting: 'soon', running: 'soon', done: 'good', failed: 'ended', cancelled: 'ended' } as const;

/** The state of a job, in a word. */
export function JobStateWord({ state }: { readonly state: JobState }) {
  return <State kind={kinds[state]}>{stateWords[state]}</State>;
}
