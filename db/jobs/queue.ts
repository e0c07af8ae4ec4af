import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, inArray } from '#db/drizzle.ts';
import { job, upload } from '#db/jobs/schema.ts';
import { isDeadProcess, newProcessIdentity, ownNode, processIdOf } from '#db/process-identity.ts';
import { sharedNow } from '#lib/clock.ts';
import { newestFirst } from '#lib/jobs/kinds.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { type JobProgress, noProgress } from '#lib/jobs/stages.ts';
import { processWide } from '#lib/process-wide.ts';
import { type Reason, Refusal, type RefusalRecord } from '#lib/refusal.ts';
import type { Job } from './jobs.ts';
import { getUpload, isElsewhere } from './uploads.ts';

/** A process without a heartbeat for this long is dead, in milliseconds of the clock that processes share. */
const deadAfterMs = 60_000;
/** A job that kills its process every time is not started again and again. */
const mostAttempts = 3;

/** A job that this process runs. */
export interface ClaimedJob extends Job {
  readonly claimedBy: string;
}

/**
 * The queues that need a process of this node: a job waits and none runs, or the process of the running job has died. All
 * nodes of a cluster see the same ones, and the first that claims a job has it.
 */
export function queuesWithoutProcess(
  connection: Connection,
  lostNodes: readonly string[] = [],
  nowMs = sharedNow(),
): string[] {
  const byQueue = Map.groupBy(unfinishedJobs(connection), ({ queue }) => queue);
  const needsProcess = (jobs: Job[]) =>
    !jobs.some((job) => isAlive(job, nowMs)) && jobs.some((job) => canSettleHere(connection, job, lostNodes));
  return [...byQueue].filter(([, jobs]) => needsProcess(jobs)).map(([queue]) => queue);
}

/**
 * Whether this node can do something about a job that no process runs: a job that waits needs the file that it reads. An
 * upload is on one node; a watched folder may be one that all nodes see, so another takes over from a lost node.
 */
function canSettleHere(
  { db }: Pick<Connection, 'db'>,
  { state, uploadId, node }: Job,
  lostNodes: readonly string[],
): boolean {
  if (state === 'running' || ownNode() === null) return true;
  if (node !== null) return node === ownNode() || lostNodes.includes(node);
  const found = uploadId === null ? undefined : getUpload({ db }, uploadId);
  return found === undefined || !isElsewhere(found);
}

/** How long a cancelled job may be without a heartbeat before its process is ended, in milliseconds. */
const cancelPatienceMs = 1000;

/** The ids of the processes of this node that do not react although their job was cancelled. */
export function processesToEnd(connection: Connection): number[] {
  const isSilent = ({ cancelledBy, heartbeatAt, ...job }: Job) =>
    cancelledBy !== null && (heartbeatAt ?? 0) < sharedNow() - cancelPatienceMs && job.state === 'running';
  return unfinishedJobs(connection)
    .filter(isSilent)
    .flatMap(({ claimedBy }) => (claimedBy === null ? [] : (processIdOf(claimedBy) ?? [])));
}

/** Whether the process of the running job of a queue has died. */
export function hasDeadJob(connection: Connection, queue: string): boolean {
  return unfinishedJobs(connection, queue).some((job) => job.state === 'running' && !isAlive(job, sharedNow()));
}

/**
 * Claims the next job of a queue for this process; undefined when no job waits, or when another process is running one.
 * A job whose process died is started again, or has failed if it cannot be.
 */
export function claimJob(
  connection: Connection,
  queue: string,
  nowMs: number,
  lostNodes: readonly string[] = [],
): ClaimedJob | undefined {
  const claim = connection.sqlite.transaction(() => {
    const { db } = connection;
    const unfinished = unfinishedJobs(connection, queue);
    if (unfinished.some((job) => isAlive(job, sharedNow()))) return undefined;
    for (const dead of unfinished.filter(({ state }) => state === 'running')) settleDeadJob(db, dead, nowMs);
    const runnable = unfinishedJobs(connection, queue).filter((waiting) =>
      canSettleHere(connection, waiting, lostNodes),
    );
    const next = runnable.at(newestFirst.has(queue) ? -1 : 0);
    if (next === undefined) return undefined;
    const claimedBy = newProcessIdentity();
    const started = { state: 'running', claimedBy, heartbeatAt: sharedNow(), startedAt: nowMs } as const;
    const claimed = { ...started, ...noProgress, attempts: next.attempts + 1 };
    db.update(job).set(claimed).where(eq(job.id, next.id)).run();
    return { ...next, ...claimed };
  });
  return claim.immediate();
}

/** Stores the progress of a job, and with it the heartbeat of its process. @returns what is wanted of the job now */
export function storeProgress({ db }: Connection, claimed: ClaimedJob, progress: JobProgress): WantedOfJob {
  const row = db
    .update(job)
    .set({ ...progress, heartbeatAt: sharedNow() })
    .where(isStillClaimed(claimed))
    .returning({ cancelledBy: job.cancelledBy })
    .get();
  return wantedFrom(row);
}

/** What a running job must do: `cancel` when it was cancelled, `lost` when another process has it or it has ended. */
export type WantedOfJob = 'continue' | 'cancel' | 'lost';

/** What is wanted of a job of this process now. */
export function wantedOf({ db }: Pick<Connection, 'db'>, claimed: ClaimedJob): WantedOfJob {
  return wantedFrom(db.select({ cancelledBy: job.cancelledBy }).from(job).where(isStillClaimed(claimed)).get());
}

function wantedFrom(row: { readonly cancelledBy: string | null } | undefined): WantedOfJob {
  if (row === undefined) return 'lost';
  return row.cancelledBy === null ? 'continue' : 'cancel';
}

/** How a job ended. */
export type JobEnd =
  | { readonly state: 'done'; readonly outcome: JobOutcome }
  | { readonly state: 'failed'; readonly fault: RefusalRecord }
  | { readonly state: 'cancelled' };

/**
 * Ends a job of this process. Call it in the transaction that makes the result visible, where there is one: if the
 * process died in between, the job would be run a second time.
 *
 * @returns false when the job was no longer this process's
 */
export function endJob(db: Db, claimed: ClaimedJob, end: JobEnd, nowMs: number): boolean {
  leftHere().add(claimed.claimedBy);
  const { changes } = db
    .update(job)
    .set({ ...end, ...unclaimed, endedAt: nowMs })
    .where(isStillClaimed(claimed))
    .run();
  return changes === 1;
}

const unclaimed = { claimedBy: null, heartbeatAt: null } as const;

/** Puts a job back into its queue because the server stops; the attempt does not count. */
export function requeueJob(db: Db, claimed: ClaimedJob): void {
  leftHere().add(claimed.claimedBy);
  db.update(job)
    .set({ state: 'waiting', ...unclaimed, ...noProgress, attempts: claimed.attempts - 1 })
    .where(isStillClaimed(claimed))
    .run();
}

/** The claims that this process has ended. */
const leftHere = () => processWide('left-claims', () => new Set<string>());

/**
 * Refuses what a process writes for a job that another has taken over, because this one was suspended. Call it in each
 * transaction of the job.
 *
 * @throws Refusal unless the job is still this process's, or was ended by it
 */
export function requireClaimed({ db }: Pick<Connection, 'db'>, { id, claimedBy }: ClaimedJob): void {
  const row = db.select({ claimedBy: job.claimedBy }).from(job).where(eq(job.id, id)).get();
  if (row?.claimedBy === claimedBy) return;
  if ((row?.claimedBy ?? null) === null && leftHere().has(claimedBy)) return;
  throw new Refusal({ code: 'job-lost' });
}

function isStillClaimed({ id, claimedBy }: ClaimedJob) {
  return and(eq(job.id, id), eq(job.claimedBy, claimedBy), eq(job.state, 'running'));
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

function isAlive({ state, claimedBy, heartbeatAt }: Job, nowMs: number): boolean {
  if (state !== 'running' || claimedBy === null || heartbeatAt === null) return false;
  return !isDeadProcess(claimedBy, heartbeatAt, deadAfterMs, nowMs);
}

/** Decides about a job whose process died: nothing that it wrote is visible. */
function settleDeadJob(db: Db, dead: Job, nowMs: number): void {
  const settle = (values: Partial<Job>) =>
    db
      .update(job)
      .set({ ...values, ...unclaimed })
      .where(eq(job.id, dead.id))
      .run();
  const fail = (reason: Reason) => settle({ state: 'failed', fault: { reason, faults: [], total: 0 }, endedAt: nowMs });
  if (dead.cancelledBy !== null) settle({ state: 'cancelled', endedAt: nowMs });
  else if (dead.uploadId !== null && !hasUpload(db, dead.uploadId)) fail({ code: 'job-lost-upload' });
  else if (dead.attempts >= mostAttempts) fail({ code: 'job-process-died', attempts: dead.attempts });
  else settle({ state: 'waiting' });
}

function hasUpload(db: Db, uploadId: string): boolean {
  return db.select({ id: upload.id }).from(upload).where(eq(upload.id, uploadId)).get() !== undefined;
}
