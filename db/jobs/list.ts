import type { Connection } from '#db/client.ts';
import { and, count, eq } from '#db/drizzle.ts';
import { work } from '#db/jobs/schema.ts';
import { containsText, offsetOf, orderOf, type Page, type PageRequest } from '#db/page.ts';
import type { JobState, Work } from './jobs.ts';

export const jobSorts = ['asked', 'title', 'who', 'state'] as const;

export interface JobQuery extends PageRequest<(typeof jobSorts)[number]> {
  /** Part of a title; empty for all. */
  readonly search: string;
  readonly state: JobState | undefined;
}

/** A page of the work that was ever asked for. */
export function pageOfJobs({ db }: Connection, wanted: JobQuery): Page<Work> {
  const columns = { asked: work.createdAt, title: work.title, who: work.who, state: work.state };
  const matches = and(
    wanted.search === '' ? undefined : containsText(work.title, wanted.search),
    wanted.state === undefined ? undefined : eq(work.state, wanted.state),
  );
  const { limit, offset } = offsetOf(wanted);
  const rows = db
    .select()
    .from(work)
    .where(matches)
    .orderBy(...orderOf(wanted, columns, work.id))
    .limit(limit)
    .offset(offset)
    .all();
  const total = db.select({ total: count() }).from(work).where(matches).get()?.total ?? 0;
  return { rows, total };
}
