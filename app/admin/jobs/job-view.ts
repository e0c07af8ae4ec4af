import { connections } from '#db/client.ts';
import { type Job, jobsBefore } from '#db/jobs/jobs.ts';
import { type JobView, viewOfJob } from '#lib/jobs/view.ts';

/** A job as it is now, for `JobProgress`. */
export function jobView(job: Job): JobView {
  const before = job.state === 'waiting' ? jobsBefore(connections().reader, job) : [];
  return viewOfJob(
    job,
    before.map(({ title }) => title),
  );
}
