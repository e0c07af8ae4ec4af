import type { Connection } from '#db/client.ts';
import { and, count, eq } from '#db/drizzle.ts';
import { work } from '#db/jobs/schema.ts';
import { containsText, offsetOf, orderOf, type Page, type PageWanted } from '#db/page.ts';
import type { Work, WorkState } from './jobs.ts';

export const workSorts = ['asked', 'title', 'who', 'state'] as const;

export interface WorkWanted extends PageWanted<(typeof workSorts)[number]> {
  /** Part of a title; empty for all. */
  readonly search: string;
  readonly state: WorkState | undefined;
}

/** A page of the work that was ever asked for. */
export function pageOfWork({ db }: Connection, wanted: WorkWanted): Page<Work> {
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
