import type { Authorship } from '#db/audit/record-change.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, inArray, lt } from '#db/drizzle.ts';
import { job } from '#db/jobs/schema.ts';
import { type JobKind, jobKinds } from '#lib/jobs/kinds.ts';

export type Job = typeof job.$inferSelect;
export type JobState = Job['state'];

/** A job that somebody asks for. */
export interface NewJob {
  readonly kind: JobKind;
  /** Names the job for people: `Coverage from towns.geojson`. */
  readonly title: string;
  /** What its runner is given; must be valid JSON. */
  readonly parameters: unknown;
  /** The complete upload that it reads, if any. */
  readonly uploadId?: string;
}

/** Adds a job at the end of its queue, where it starts within a second if nothing is ahead of it. @returns its number */
export function addJob(db: Db, { kind, title, parameters, uploadId }: NewJob, { actor, nowMs }: Authorship): number {
  const { id } = db
    .insert(job)
    .values({
      ...{ kind, queue: jobKinds[kind].queue, title, parameters, uploadId },
      ...{ state: 'waiting', who: actor.who, address: actor.address, createdAt: nowMs },
    })
    .returning({ id: job.id })
    .get();
  const after = { number: id, kind, parameters };
  recordChange(db, { actor, action: 'work.start', subject: title, before: null, after }, nowMs);
  return id;
}

export function getJob({ db }: Pick<Connection, 'db'>, id: number): Job | undefined {
  return db.select().from(job).where(eq(job.id, id)).get();
}

/** The unfinished jobs ahead of this one in its queue, in their order. */
export function jobsBefore({ db }: Connection, { queue, id }: Job): Job[] {
  return db
    .select()
    .from(job)
    .where(and(eq(job.queue, queue), inArray(job.state, ['waiting', 'running']), lt(job.id, id)))
    .orderBy(asc(job.id))
    .all();
}

/** Records who cancels a job. One that waits is cancelled now; one that runs sees it within a second. */
export function markCancelled(
  db: Db,
  { id, state }: Pick<Job, 'id' | 'state'>,
  cancelledBy: string,
  nowMs: number,
): void {
  const ended = state === 'waiting' ? ({ state: 'cancelled', endedAt: nowMs } as const) : {};
  db.update(job)
    .set({ cancelledBy, ...ended })
    .where(eq(job.id, id))
    .run();
}
