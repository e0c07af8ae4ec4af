import { connections } from '#db/client.ts';
import { type Job, jobsBefore } from '#db/jobs/jobs.ts';
import { now } from '#lib/clock.ts';
import { type JobView, viewOfJob } from '#lib/jobs/view.ts';

/** How a piece of work stands at this moment, for `JobProgress`. */
export function jobView(work: Job): JobView {
  const before = work.state === 'waiting' ? jobsBefore(connections().reader, work) : [];
  return viewOfJob(
    work,
    before.map(({ title }) => title),
    now(),
  );
}
