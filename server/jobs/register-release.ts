import { transact } from '#db/transaction.ts';
import { registerJobs } from '#flows/registry/register-jobs.ts';
import { releaseWithin } from '#flows/registry/release-job.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import type { JobContext } from './runner.ts';

/** Runs a release job that was missed; if it has run by now, nothing is changed (R9). */
export async function releaseNow({ database, actor, parameters, finishWithin }: JobContext): Promise<JobOutcome> {
  const { scheduleDate } = registerJobs.release.parse(parameters);
  const { feedMaxAgeMs } = settings();
  const order = { scheduleDate, kind: 'command', nowMs: now(), feedMaxAgeMs, actor } as const;
  const { writer } = database;
  const calledAt = performance.now();
  return await transact(writer, (db) => {
    const { released, freeAt, isNew, ...run } = releaseWithin(writer, order, calledAt);
    const outcome = { code: 'names-released', scheduleDate: run.scheduleDate, freeAt, released, isNew } as const;
    finishWithin(db, outcome);
    return outcome;
  });
}
