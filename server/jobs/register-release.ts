import { z } from 'zod';
import { runReleaseJob } from '#flows/registry/release-job.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import type { JobContext } from './runner.ts';

const parameters = z.object({ scheduleDate: z.number() });

/** Which release job is meant. */
export type ReleaseParameters = z.input<typeof parameters>;

/** Runs a release job that was missed; one that has run by now is left as it is (R9). */
export async function releaseNow({ database, actor, parameters: given }: JobContext): Promise<JobOutcome> {
  const { scheduleDate } = parameters.parse(given);
  const { feedMaxAgeMs } = settings();
  const order = { scheduleDate, kind: 'command', nowMs: now(), feedMaxAgeMs, actor } as const;
  const run = runReleaseJob(database.writer, order);
  const { released, freeAt, isNew } = run;
  return { code: 'names-released', scheduleDate: run.scheduleDate, freeAt, released, isNew };
}
