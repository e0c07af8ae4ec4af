import { registerJobs } from '#flows/registry/register-jobs.ts';
import { runReleaseJob } from '#flows/registry/release-job.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import type { JobContext } from './runner.ts';

/** Runs a release job that was missed; if it has run by now, nothing is changed (R9). */
export async function releaseNow({ database, actor, parameters }: JobContext): Promise<JobOutcome> {
  const { scheduleDate } = registerJobs.release.parse(parameters);
  const { feedMaxAgeMs } = settings();
  const order = { scheduleDate, kind: 'command', nowMs: now(), feedMaxAgeMs, actor } as const;
  const { released, freeAt, isNew, ...run } = await runReleaseJob(database.writer, order);
  return { code: 'names-released', scheduleDate: run.scheduleDate, freeAt, released, isNew };
}
