import type { Authorship } from '#db/audit/record-change.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, inArray, lt } from '#db/drizzle.ts';
import { job } from '#db/jobs/schema.ts';
import { isRepeatable, type JobKind, jobKinds, parseJobKind } from '#lib/jobs/kinds.ts';
import { Refusal } from '#lib/refusal.ts';

export type Job = typeof job.$inferSelect;
export type JobState = Job['state'];

export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const satisfies readonly JobState[];

/** Job that somebody asks for. */
export interface NewJob {
  readonly kind: JobKind;
  /** What it is in people's words, naming the thing: `Coverage from towns.geojson`. */
  readonly title: string;
  /** What its function is given, as JSON can say it. */
  readonly parameters: unknown;
  /** The whole uploaded file that it reads, if it reads one. */
  readonly uploadId?: string;
}

/** Puts work at the end of its queue; the first process of the machine begins it within a second. @returns its number */
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

/** The unfinished work of the same queue that comes before this one, the next to end first. */
export function jobsBefore({ db }: Connection, { queue, id }: Job): Job[] {
  return db
    .select()
    .from(job)
    .where(and(eq(job.queue, queue), inArray(job.state, ['waiting', 'running']), lt(job.id, id)))
    .orderBy(asc(job.id))
    .all();
}

/**
 * Asks that work be given up. What waits is cancelled at once; what runs, within seconds.
 *
 * @throws Refusal when it is gone or has ended
 */
export function cancelJob(db: Db, id: number, { actor, nowMs }: Authorship): void {
  const found = getJob({ db }, id);
  if (found === undefined) throw new Refusal('There is no such work.');
  const { state, title } = found;
  if (state !== 'waiting' && state !== 'running') throw new Refusal(`This has ended already: it is ${state}.`);
  if (found.cancelledBy !== null) return;
  const ended = state === 'waiting' ? ({ state: 'cancelled', endedAt: nowMs } as const) : {};
  db.update(job)
    .set({ cancelledBy: actor.who, ...ended })
    .where(eq(job.id, id))
    .run();
  const before = { number: id, state };
  recordChange(db, { actor, action: 'work.cancel', subject: title, before, after: null }, nowMs);
}

/**
 * Asks once more for work that failed or was cancelled, with all that it was given. Whether a file that it reads still
 * stands is for whoever calls this to look at.
 *
 * @returns the number of the new work
 * @throws Refusal when it is gone, has not ended so, or is looked after by something else
 */
export function repeatJob(db: Db, id: number, by: Authorship): number {
  const found = getJob({ db }, id);
  if (found === undefined) throw new Refusal('There is no such work.');
  const { state, title, parameters, uploadId } = found;
  if (state !== 'failed' && state !== 'cancelled')
    throw new Refusal('Only what failed or was cancelled can be tried again.');
  const kind = parseJobKind(found.kind);
  if (kind === undefined || !isRepeatable(kind)) throw new Refusal('This cannot be tried again by hand.');
  return addJob(db, { kind, title, parameters, ...(uploadId === null ? {} : { uploadId }) }, by);
}
