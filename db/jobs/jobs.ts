import { type Authorship, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, count, desc, eq, gt, inArray, lt, ne, or, sql } from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import { ownNode } from '#db/process-identity.ts';
import { type JobKind, jobKinds, newestFirst } from '#lib/jobs/kinds.ts';
import { job } from './schema.ts';

export type Job = typeof job.$inferSelect;
export type JobState = Job['state'];

/** A job that is asked for. */
export interface NewJob {
  readonly kind: JobKind;
  /** Names the job for people: `Coverage from towns.geojson`. */
  readonly title: string;
  /** What its runner is given; must be valid JSON. */
  readonly parameters: unknown;
  /** The complete upload that it reads, if any. */
  readonly uploadId?: string;
  /** The provider whose person asks for it; staff ask for all others. */
  readonly providerId?: number | undefined;
}

/** Adds a job that is asked for, and records that. @returns its number */
export function addJob(db: Db, added: NewJob, by: Authorship): number {
  const { kind, title, parameters } = added;
  const id = insertJob(db, added, by);
  const { actor, nowMs } = by;
  const after = { number: id, kind, parameters };
  recordChange(db, { actor, action: 'work.start', subject: title, before: null, after }, nowMs);
  return id;
}

/** Adds a job to its queue, where it starts within a second if nothing is ahead of it. @returns its number */
export function insertJob(
  db: Db,
  { kind, title, parameters, uploadId, providerId }: NewJob,
  { actor, nowMs }: Authorship,
): number {
  return db
    .insert(job)
    .values({
      kind,
      queue: jobKinds[kind].queue,
      title,
      parameters,
      uploadId,
      providerId,
      // the process that watches the folder adds it
      node: kind === 'register delivery' ? ownNode() : null,
      state: 'waiting',
      who: actor.who,
      address: actor.address,
      createdAt: nowMs,
    })
    .returning({ id: job.id })
    .get().id;
}

/** Which jobs about a coverage version. */
interface OfVersion {
  readonly versionId: number;
}

/** The unfinished job of a kind that is about a coverage version, if there is one. */
export function getUnfinishedJob(
  { db }: Pick<Connection, 'db'>,
  kind: JobKind,
  { versionId }: OfVersion,
): Job | undefined {
  const isUnfinished = inArray(job.state, ['waiting', 'running']);
  return db
    .select()
    .from(job)
    .where(and(eq(job.queue, jobKinds[kind].queue), isUnfinished, isAbout(kind, versionId)))
    .get();
}

/** Deletes the waiting jobs of a kind, or those of them that are about a coverage version: they are no longer needed. */
export function deleteWaitingJobs(db: Db, kind: JobKind, of?: OfVersion): void {
  const isMeant = of === undefined ? eq(job.kind, kind) : isAbout(kind, of.versionId);
  db.delete(job)
    .where(and(eq(job.state, 'waiting'), isMeant))
    .run();
}

function isAbout(kind: JobKind, versionId: number) {
  return and(eq(job.kind, kind), hasParameter('versionId', versionId));
}

/** Whether a parameter of a job has this value; parameters that cannot be read have none, and end no query of other jobs. */
export function hasParameter(name: string, value: number) {
  const { parameters } = job;
  return sql`CASE WHEN json_valid(${parameters}) THEN json_extract(${parameters}, ${`$.${name}`}) = ${value} END`;
}

export function getJob({ db }: Pick<Connection, 'db'>, id: number): Job | undefined {
  return db.select().from(job).where(eq(job.id, id)).get();
}

/** The latest job of a kind that reads an upload. */
export function latestJobOf(
  { db }: Pick<Connection, 'db'>,
  { kind, uploadId }: { readonly kind: JobKind; readonly uploadId: string },
): Job | undefined {
  const isIts = and(eq(job.kind, kind), eq(job.uploadId, uploadId));
  return db.select().from(job).where(isIts).orderBy(desc(job.id)).limit(1).get();
}

/** The jobs that run, then those that wait, the oldest first. */
export function listUnfinishedJobs({ db }: Pick<Connection, 'db'>): Job[] {
  const isUnfinished = inArray(job.state, ['waiting', 'running']);
  return db.select().from(job).where(isUnfinished).orderBy(asc(job.state), asc(job.id)).all();
}

/** The unfinished jobs ahead of this one in its queue, in their order. */
export function jobsBefore({ db }: Connection, { queue, id }: Job): Job[] {
  const isNewestFirst = newestFirst.has(queue);
  const isAhead = isNewestFirst ? or(eq(job.state, 'running'), gt(job.id, id)) : lt(job.id, id);
  const ahead = db
    .select()
    .from(job)
    .where(and(eq(job.queue, queue), inArray(job.state, ['waiting', 'running']), isAhead, ne(job.id, id)))
    .orderBy(isNewestFirst ? desc(job.id) : asc(job.id))
    .all();
  return ahead.sort((a, b) => Number(b.state === 'running') - Number(a.state === 'running'));
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

/** How many jobs of each queue are in each state; none are left out. Read from an index alone. */
export function countJobs({ db }: Pick<Connection, 'db'>): { queue: string; state: JobState; jobs: number }[] {
  return db.select({ queue: job.queue, state: job.state, jobs: count() }).from(job).groupBy(job.queue, job.state).all();
}
