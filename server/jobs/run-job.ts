import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from '#db/client.ts';
import { type ClaimedJob, endJob, type JobEnd, requeueJob, storeProgress } from '#db/jobs/queue.ts';
import { getUpload } from '#db/jobs/uploads.ts';
import { isBusy, isStorageRefusal, storageRefusal } from '#db/storage-fault.ts';
import { transact } from '#db/transaction.ts';
import { storedBytes, uploadFile } from '#flows/files/upload-files.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { parseJobKind } from '#lib/jobs/kinds.ts';
import type { JobProgress } from '#lib/jobs/progress.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal, type RefusalRecord } from '#lib/refusal.ts';
import type { UploadedFile } from './runner.ts';
import { runners } from './runners.ts';

/** How often progress is stored and a cancellation noticed, in milliseconds. */
const storeEveryMs = 500;
/** Why a job must stop: somebody cancelled it, the server stops, or another process has claimed it. */
type StopReason = 'cancel' | 'stop' | 'lost';

/**
 * How long a job has to stop and to remove what it wrote, in milliseconds. Then its process ends, and the next one
 * removes the rest.
 */
const graceMs: Readonly<Record<StopReason, number>> = { cancel: 20_000, stop: 5000, lost: 5000 };

/** Runs a job of this process and stores how it ended. If `stop` is aborted first, the job waits for the next start. */
export async function runJob(database: Connections, job: ClaimedJob, stop: AbortSignal): Promise<void> {
  const { writer } = database;
  const stopping = new AbortController();
  let progress: JobProgress = { stage: '', done: 0, total: 0, stageStartedAt: null };
  const timer = setInterval(() => {
    // a chunk may be in a transaction on the same connection
    if (writer.sqlite.inTransaction) return;
    const wanted = tryToStoreProgress(database, job, progress);
    if (wanted !== 'continue') stopping.abort(wanted);
  }, storeEveryMs);
  const onStop = () => stopping.abort('stop' satisfies StopReason);
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  let hasThrown = false;
  const report: ShowProgress = (stage, done, total) => {
    // once only, since cleaning up afterwards reports too
    if (stopping.signal.aborted && !hasThrown) {
      hasThrown = true;
      throw stopping.signal.reason;
    }
    const stageStartedAt = stage === progress.stage ? progress.stageStartedAt : now();
    progress = { stage, done, total, stageStartedAt };
  };
  try {
    const running = endOf(database, job, stopping.signal, report);
    const end = await Promise.race([running, graceAfter(stopping.signal)]);
    clearInterval(timer);
    await untilStored(stop, () =>
      transact(writer, (db) => {
        if (end !== undefined) endJob(db, job, end, now());
        else if (stopping.signal.reason === 'cancel') endJob(db, job, { state: 'cancelled' }, now());
        else requeueJob(db, job);
      }),
    );
  } finally {
    clearInterval(timer);
    stop.removeEventListener('abort', onStop);
  }
}

/** @returns how the job ended; undefined when it was stopped */
async function endOf(
  database: Connections,
  job: ClaimedJob,
  signal: AbortSignal,
  report: ShowProgress,
): Promise<JobEnd | undefined> {
  try {
    const kind = parseJobKind(job.kind);
    if (kind === undefined) throw new Refusal({ code: 'job-kind-unknown', kind: job.kind });
    const outcome = await runners[kind]({
      database,
      parameters: job.parameters,
      upload: job.uploadId === null ? undefined : findUpload(database, job.uploadId),
      actor: { who: job.who, address: job.address },
      nowMs: now(),
      signal,
      report,
      finishWithin: (db, found) => {
        endJob(db, job, { state: 'done', outcome: found }, now());
      },
    });
    return { state: 'done', outcome };
  } catch (fault) {
    return signal.aborted ? undefined : { state: 'failed', fault: recordOf(fault) };
  }
}

/** @returns undefined when the upload no longer exists. @throws Refusal when it is incomplete */
function findUpload({ writer }: Connections, id: string): UploadedFile | undefined {
  const upload = getUpload(writer, id);
  const received = storedBytes(id)?.bytes;
  if (upload === undefined || received === undefined) return undefined;
  const { name, bytes } = upload;
  if (received !== bytes) throw new Refusal({ code: 'upload-incomplete', file: name, received, bytes });
  return { id, name, bytes, path: uploadFile(id), mostBytes: settings().maxUploadBytes };
}

function tryToStoreProgress(database: Connections, job: ClaimedJob, progress: JobProgress): 'continue' | StopReason {
  try {
    return storeProgress(database.writer, job, progress);
  } catch (fault) {
    // others have the lock, or the disk is full: the next attempt stores it
    if (isBusy(fault) || storageRefusal(fault, database.writer.sqlite.name) !== undefined) return 'continue';
    throw fault;
  }
}

/** Stores how a job ended; tries again while the disk is full, until the server stops: the next one runs it again. */
async function untilStored(stop: AbortSignal, store: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await store();
    } catch (fault) {
      if (!isStorageRefusal(fault) || stop.aborted) throw fault;
    }
    await sleep(storeEveryMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

function graceAfter(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => setTimeout(() => resolve(undefined), graceMs[signal.reason as StopReason]));
  });
}

function recordOf(fault: unknown): RefusalRecord {
  if (fault instanceof Refusal) return fault.record;
  process.stderr.write(`${fault instanceof Error ? fault.stack : String(fault)}\n`);
  return { reason: { code: 'internal-error' }, faults: [], total: 0 };
}
