import type { Connection } from '#db/client.ts';
import { and, eq } from '#db/drizzle.ts';
import { job } from '#db/jobs/schema.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import type { Job, JobState } from './jobs.ts';

/** The states by which a list of jobs can be filtered. */
export const jobStates = job.state.enumValues;

export const jobSorts = ['asked', 'title', 'who', 'state'] as const;

export interface JobQuery extends PageRequest<(typeof jobSorts)[number]> {
  /** Part of a title; empty for all. */
  readonly search: string;
  readonly state: JobState | undefined;
}

/** A page of all jobs. */
export function pageOfJobs({ db }: Connection, wanted: JobQuery): Page<Job> {
  return pageOf(db, wanted, {
    table: job,
    matches: and(
      anyContains(wanted.search, job.title),
      wanted.state === undefined ? undefined : eq(job.state, wanted.state),
    ),
    sorts: { asked: job.createdAt, title: job.title, who: job.who, state: job.state },
    select: (isOnPage) => db.select().from(job).where(isOnPage),
  });
}
