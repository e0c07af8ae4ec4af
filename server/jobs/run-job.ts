import { setTimeout as sleep } from 'node:timers/promises';
import type { Connections } from '#db/client.ts';
import { type ClaimedJob, endJob, type JobEnd, requeueJob, wantedOf } from '#db/jobs/queue.ts';
import { getUpload } from '#db/jobs/uploads.ts';
import { isStorageRefusal } from '#db/storage-fault.ts';
import { transact } from '#db/transaction.ts';
import { storedBytes, uploadFile } from '#flows/files/upload-files.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { isInvisible, parseJobKind } from '#lib/jobs/kinds.ts';
import { Refusal, type RefusalRecord } from '#lib/refusal.ts';
import { JobWatch, type StopReason } from './job-watch.ts';
import type { UploadedFile } from './runner.ts';
import { runners } from './runners.ts';

/**
 * How long a job has to stop and to remove what it wrote before its end is stored, in milliseconds. A cancelled one goes on
 * removing what is large, and all of which is invisible; otherwise its process ends, and the next one removes the rest.
 */
const graceMs: Readonly<Record<StopReason, number>> = { cancel: 1800, stop: 5000, lost: 5000 };
const tryAgainMs = 500;

/** Runs a job of this process and stores how it ended. If `stop` is aborted first, the job waits for the next start. */
export async function runJob(database: Connections, job: ClaimedJob, stop: AbortSignal): Promise<void> {
  const { writer } = database;
  const watch = new JobWatch(database, job);
  const onStop = () => watch.stop('stop');
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  try {
    const running = endOf(database, job, watch);
    const end = await Promise.race([running, graceAfter(watch.signal)]);
    watch.end();
    await untilStored(stop, () =>
      transact(writer, (db) => {
        if (end === undefined && watch.signal.reason === 'stop') return requeueJob(db, job);
        endJob(db, job, truthOf(end, wantedOf({ db }, job) === 'cancel', job), now());
      }),
    );
    if (watch.signal.reason === 'cancel') await Promise.race([running, whenAborted(stop)]);
  } finally {
    watch.end();
    stop.removeEventListener('abort', onStop);
  }
}

/** How a job ended, as it is stored: without a visible result a cancellation counts, however late it came. */
function truthOf(end: JobEnd | undefined, isCancelled: boolean, { kind }: ClaimedJob): JobEnd {
  if (end === undefined) return { state: 'cancelled' };
  const isWithoutResult = end.state !== 'done' || isInvisible(kind);
  return isCancelled && isWithoutResult ? { state: 'cancelled' } : end;
}

/** @returns how the job ended; undefined when it was stopped */
async function endOf(database: Connections, job: ClaimedJob, watch: JobWatch): Promise<JobEnd | undefined> {
  try {
    // it may have been cancelled since it was claimed
    watch.look();
    watch.signal.throwIfAborted();
    const kind = parseJobKind(job.kind);
    if (kind === undefined) throw new Refusal({ code: 'job-kind-unknown', kind: job.kind });
    const outcome = await runners[kind]({
      database,
      parameters: job.parameters,
      upload: job.uploadId === null ? undefined : findUpload(database, job.uploadId),
      actor: { who: job.who, address: job.address },
      nowMs: now(),
      signal: watch.signal,
      report: watch.report.bind(watch),
      finishWithin: (db, found) => watch.finishWithin(db, found),
    });
    return { state: 'done', outcome };
  } catch (fault) {
    return watch.signal.aborted ? undefined : { state: 'failed', fault: recordOf(fault) };
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

/** Stores how a job ended; tries again while the disk is full, until the server stops: the next one runs it again. */
async function untilStored(stop: AbortSignal, store: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await store();
    } catch (fault) {
      if (!isStorageRefusal(fault) || stop.aborted) throw fault;
    }
    await sleep(tryAgainMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

function graceAfter(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => setTimeout(() => resolve(undefined), graceMs[signal.reason as StopReason]));
  });
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}

function recordOf(fault: unknown): RefusalRecord {
  if (fault instanceof Refusal) return fault.record;
  process.stderr.write(`${fault instanceof Error ? fault.stack : String(fault)}\n`);
  return { reason: { code: 'internal-error' }, faults: [], total: 0 };
}
