import type { Connection } from '#db/client.ts';
import { and, eq } from '#db/drizzle.ts';
import { work } from '#db/jobs/schema.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import type { JobState, Work } from './jobs.ts';

export const jobSorts = ['asked', 'title', 'who', 'state'] as const;

export interface JobQuery extends PageRequest<(typeof jobSorts)[number]> {
  /** Part of a title; empty for all. */
  readonly search: string;
  readonly state: JobState | undefined;
}

/** A page of the work that was ever asked for. */
export function pageOfJobs({ db }: Connection, wanted: JobQuery): Page<Work> {
  return pageOf(db, wanted, {
    table: work,
    matches: and(
      anyContains(wanted.search, work.title),
      wanted.state === undefined ? undefined : eq(work.state, wanted.state),
    ),
    sorts: { asked: work.createdAt, title: work.title, who: work.who, state: work.state },
    select: (isOnPage) => db.select().from(work).where(isOnPage),
  });
}
