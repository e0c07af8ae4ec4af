import { z } from 'zod';
import { runReleaseJob } from '#flows/registry/release-job.ts';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import type { JobContext } from './runner.ts';

const parameters = z.object({ scheduleDate: z.number() });

/** Which job is meant. */
export type ReleaseParameters = z.input<typeof parameters>;

/** Runs a release job that was missed; one that has run by now stays as it was (R9). */
export async function releaseNow({ database, actor, parameters: given }: JobContext): Promise<JobOutcome> {
  const { scheduleDate } = parameters.parse(given);
  const { feedMaxAgeMs } = settings();
  const order = { scheduleDate, kind: 'command', nowMs: now(), feedMaxAgeMs, actor } as const;
  const run = runReleaseJob(database.writer, order);
  const names = counted(run.released, 'name');
  const job = `The job of ${formatAuckland(run.scheduleDate)}`;
  const next = { href: `/admin/register/releases/${run.scheduleDate}`, words: 'See its names' };
  if (!run.isNew) return { sentence: `${job} had run already, and released ${names}.`, notes: [], next };
  return { sentence: `${job} released ${names}, available from ${formatAuckland(run.freeAt)}.`, notes: [], next };
}
