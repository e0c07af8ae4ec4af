import { connections } from '#db/client.ts';
import { type Work, workBefore } from '#db/jobs/jobs.ts';
import { now } from '#lib/clock.ts';
import { viewOfWork, type WorkView } from '#lib/jobs/view.ts';

/** How a piece of work stands at this moment, for `WorkProgress`. */
export function workView(work: Work): WorkView {
  const before = work.state === 'waiting' ? workBefore(connections().reader, work) : [];
  return viewOfWork(
    work,
    before.map(({ title }) => title),
    now(),
  );
}
