import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, inArray } from '#db/drizzle.ts';
import { job, upload } from '#db/jobs/schema.ts';
import { isDeadProcess, newProcessIdentity } from '#db/process-identity.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import type { JobProgress } from '#lib/jobs/progress.ts';
import type { RefusalRecord } from '#lib/refusal.ts';
import type { Job } from './jobs.ts';

/** Without a sign of life for this long its process is dead, in milliseconds of the machine's own clock. */
const deadAfterMs = 60_000;
/** How often work is begun; what kills its process each time is not tried for ever. */
const mostAttempts = 3;

/** Job that this process does. */
export interface ClaimedJob extends Job {
  readonly holder: string;
}

/** The queues in which a process is wanted: something waits there and nothing runs, or what runs has lost its process. */
export function queuesWithoutProcess(connection: Connection): string[] {
  const byQueue = Map.groupBy(unfinishedJobs(connection), ({ queue }) => queue);
  return [...byQueue].filter(([, works]) => !works.some(isAlive)).map(([queue]) => queue);
}

/**
 * Takes the next work of a queue for this process; undefined when there is none, or another process is at work on the
 * queue. Job whose process died is begun anew, or has failed when it cannot be.
 */
export function claimJob(connection: Connection, queue: string, nowMs: number): ClaimedJob | undefined {
  const claim = connection.sqlite.transaction(() => {
    const { db } = connection;
    if (unfinishedJobs(connection, queue).some(isAlive)) return undefined;
    for (const dead of unfinishedJobs(connection, queue).filter(({ state }) => state === 'running')) {
      settleDead(db, dead, nowMs);
    }
    const next = unfinishedJobs(connection, queue)[0];
    if (next === undefined) return undefined;
    const holder = newProcessIdentity();
    const begun = { state: 'running', holder, heartbeatAt: Date.now(), startedAt: nowMs } as const;
    return db
      .update(job)
      .set({ ...begun, attempts: next.attempts + 1, stage: '', done: 0, total: 0, stageStartedAt: null })
      .where(eq(job.id, next.id))
      .returning()
      .get();
  });
  const claimed = claim.immediate();
  return claimed === undefined || claimed.holder === null ? undefined : { ...claimed, holder: claimed.holder };
}

/** @returns what somebody wants of it: that it go on, that it be given up; or that it is no longer this process's */
export function showProgress(
  { db }: Connection,
  held: ClaimedJob,
  progress: JobProgress,
): 'go on' | 'cancel' | 'not ours' {
  const row = db
    .update(job)
    .set({ ...progress, heartbeatAt: Date.now() })
    .where(isHeld(held))
    .returning({ cancelledBy: job.cancelledBy })
    .get();
  if (row === undefined) return 'not ours';
  return row.cancelledBy === null ? 'go on' : 'cancel';
}

/** How a piece of work ended. */
export type JobEnd =
  | { readonly state: 'done'; readonly outcome: JobOutcome }
  | { readonly state: 'failed'; readonly fault: RefusalRecord }
  | { readonly state: 'cancelled' };

/**
 * Ends work that this process holds. Call it in the transaction that makes what the work did visible, where there is one:
 * a process that dies in between would otherwise have it done again.
 *
 * @returns false when the work was not this process's any more
 */
export function endJob(db: Db, held: ClaimedJob, end: JobEnd, nowMs: number): boolean {
  return (
    db
      .update(job)
      .set({ ...end, endedAt: nowMs, holder: null, heartbeatAt: null })
      .where(isHeld(held))
      .run().changes === 1
  );
}

/** Puts work back to where it waited, because the server stops; that attempt does not count. */
export function putJobBack(db: Db, held: ClaimedJob): void {
  db.update(job)
    .set({
      state: 'waiting',
      holder: null,
      heartbeatAt: null,
      attempts: held.attempts - 1,
      stage: '',
      done: 0,
      total: 0,
    })
    .where(isHeld(held))
    .run();
}

function isHeld({ id, holder }: ClaimedJob) {
  return and(eq(job.id, id), eq(job.holder, holder), eq(job.state, 'running'));
}

function unfinishedJobs({ db }: Connection, queue?: string): Job[] {
  const ofQueue = queue === undefined ? undefined : eq(job.queue, queue);
  return db
    .select()
    .from(job)
    .where(and(ofQueue, inArray(job.state, ['waiting', 'running'])))
    .orderBy(asc(job.id))
    .all();
}

function isAlive({ state, holder, heartbeatAt }: Job): boolean {
  if (state !== 'running' || holder === null || heartbeatAt === null) return false;
  return !isDeadProcess(holder, heartbeatAt, deadAfterMs);
}

/** What became of the work of a process that ended without a word: nothing that it wrote is visible. */
function settleDead(db: Db, dead: Job, nowMs: number): void {
  const end = (values: Partial<Job>) =>
    db
      .update(job)
      .set({ ...values, holder: null, heartbeatAt: null })
      .where(eq(job.id, dead.id))
      .run();
  const fail = (sentence: string) =>
    end({ state: 'failed', fault: { reason: { code: 'worded', sentence }, faults: [], total: 0 }, endedAt: nowMs });
  if (dead.cancelledBy !== null) {
    end({ state: 'cancelled', endedAt: nowMs });
  } else if (dead.uploadId !== null && !stands(db, dead.uploadId)) {
    fail('The server ended while this was done, and the uploaded file is gone. Nothing was changed: upload it again.');
  } else if (dead.attempts >= mostAttempts) {
    fail(
      `This was begun ${mostAttempts} times, and each time its process ended without a word. Nothing was changed. Perhaps the memory was not enough: see the server’s log.`,
    );
  } else {
    end({ state: 'waiting' });
  }
}

function stands(db: Db, uploadId: string): boolean {
  return db.select({ id: upload.id }).from(upload).where(eq(upload.id, uploadId)).get() !== undefined;
}
