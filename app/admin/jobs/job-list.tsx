import { exportedPages } from '#app/admin/export/exported-list.ts';
import { State } from '#components/admin/State.tsx';
import { connections } from '#db/client.ts';
import { type Job, type JobState, jobSorts, jobsBefore, pageOfJobs } from '#db/jobs/jobs.ts';
import { type JobView, viewOfJob } from '#lib/jobs/view.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

const stateWords: Readonly<Record<JobState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** The list of all jobs. */
export const jobList = {
  path: '/admin/jobs',
  what: 'jobs',
  sorts: jobSorts,
  startsDescending: true,
  filters: {
    search: { label: 'Search', placeholder: 'File or subject' },
    state: { label: 'State', choices: stateWords },
  },
} as const;

export const exportedJobs = exportedPages(
  jobList,
  pageOfJobs,
  ({ id, kind, title, state, who, createdAt, startedAt, endedAt }) => ({
    id,
    kind,
    title,
    state,
    addedBy: who,
    added: isoAuckland(createdAt),
    started: isoAuckland(startedAt),
    ended: isoAuckland(endedAt),
  }),
);

const kinds = { waiting: 'soon', running: 'soon', done: 'good', failed: 'ended', cancelled: 'ended' } as const;

/** The state of a job, in a word. */
export function JobStateWord({ state }: { readonly state: JobState }) {
  return <State kind={kinds[state]}>{stateWords[state]}</State>;
}

/** A job as it is now, for `JobProgress`. */
export function jobView(job: Job): JobView {
  const before = job.state === 'waiting' ? jobsBefore(connections().reader, job) : [];
  return viewOfJob(
    job,
    before.map(({ title }) => title),
  );
}
