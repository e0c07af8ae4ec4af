import type { Connection } from '#db/client.ts';
import { count } from '#db/drizzle.ts';
import { alarm, job } from '#db/jobs/schema.ts';
import type { Alarm } from './alarms.ts';
import type { JobState } from './jobs.ts';

type Reader = Pick<Connection, 'db'>;

export const jobStates: readonly JobState[] = job.state.enumValues;

/** Everything for which there can be an alarm. */
export const alarmSubjects: readonly Alarm['subject'][] = alarm.subject.enumValues;

/** How many jobs of each queue are in each state; none are left out. Read from an index alone. */
export function countJobs({ db }: Reader): { queue: string; state: JobState; jobs: number }[] {
  return db.select({ queue: job.queue, state: job.state, jobs: count() }).from(job).groupBy(job.queue, job.state).all();
}
