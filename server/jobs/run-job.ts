import type { Connections } from '#db/client.ts';
import { type ClaimedJob, endJob, type JobEnd, putJobBack, showProgress } from '#db/jobs/queue.ts';
import { getUpload, setUploadDigest } from '#db/jobs/uploads.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { parseJobKind } from '#lib/jobs/kinds.ts';
import type { JobProgress } from '#lib/jobs/progress.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal } from '#lib/refusal.ts';
import { digestUpload, storedBytes, uploadFile } from '#server/uploads/upload-files.ts';
import type { UploadedFile } from './runner.ts';
import { runners } from './runners.ts';

/** How often progress is written and a wish to give up is looked for, in milliseconds. */
const lookEveryMs = 500;
/** Why the work is given up: somebody wants it so, the server stops, or another process has it. */
type GivenUp = 'cancel' | 'stop' | 'not ours';

/**
 * How long the work has to give up and to remove what it wrote, in milliseconds; then its process ends, and the next one
 * removes what is left.
 */
const graceMs: Readonly<Record<GivenUp, number>> = { cancel: 20_000, stop: 5000, 'not ours': 5000 };

/**
 * Does work that this process holds, and writes how it ended. `stop` aborted: the server stops, and the work waits for
 * the next start.
 */
export async function runJob(database: Connections, held: ClaimedJob, stop: AbortSignal): Promise<void> {
  const { writer } = database;
  const giveUp = new AbortController();
  let progress: JobProgress = { stage: '', done: 0, total: 0, stageStartedAt: null };
  let isTold = false;
  const look = () => {
    // a chunk may be under way on the same connection
    if (writer.sqlite.inTransaction) return;
    const wish = wished(database, held, progress);
    if (wish !== 'go on') giveUp.abort(wish);
  };
  const timer = setInterval(look, lookEveryMs);
  const onStop = () => giveUp.abort('stop' satisfies GivenUp);
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  try {
    const doing = doIt(database, held, giveUp.signal, (stage, done, total) => {
      // once: what tidies up afterwards reports too
      if (giveUp.signal.aborted && !isTold) {
        isTold = true;
        throw giveUp.signal.reason;
      }
      const stageStartedAt = stage === progress.stage ? progress.stageStartedAt : now();
      progress = { stage, done, total, stageStartedAt };
    });
    const end = await Promise.race([doing, graceAfter(giveUp.signal)]);
    clearInterval(timer);
    if (end !== undefined) endJob(writer.db, held, end, now());
    else if (giveUp.signal.reason === 'cancel') endJob(writer.db, held, { state: 'cancelled' }, now());
    else putJobBack(writer.db, held);
  } finally {
    clearInterval(timer);
    stop.removeEventListener('abort', onStop);
  }
}

/** @returns how it ended; undefined when it was given up, or has been ended by itself */
async function doIt(
  database: Connections,
  held: ClaimedJob,
  signal: AbortSignal,
  report: ShowProgress,
): Promise<JobEnd | undefined> {
  try {
    const kind = parseJobKind(held.kind);
    if (kind === undefined) throw new Refusal(`This version of Wātea does not know how to do “${held.kind}”.`);
    const outcome = await runners[kind]({
      work: held.id,
      database,
      parameters: held.parameters,
      upload: held.uploadId === null ? undefined : await uploaded(database, held.uploadId, report),
      actor: { who: held.who, address: held.address },
      nowMs: now(),
      signal,
      report,
      finishWithin: (db, found) => {
        endJob(db, held, { state: 'done', outcome: found }, now());
      },
    });
    return { state: 'done', outcome };
  } catch (fault) {
    if (signal.aborted) return undefined;
    return { state: 'failed', fault: wordsOf(fault) };
  }
}

/** The uploaded file, once the whole of it was read for its digest. */
async function uploaded({ writer }: Connections, id: string, report: ShowProgress): Promise<UploadedFile | undefined> {
  const found = getUpload(writer, id);
  const standing = found === undefined ? undefined : storedBytes(id);
  if (found === undefined || standing === undefined) return undefined;
  const { name, bytes } = found;
  if (standing.bytes !== bytes) throw new Refusal(`Only ${standing.bytes} of the ${bytes} bytes of ${name} have come.`);
  const sha256 = found.sha256 ?? (await digestUpload(id, (done) => report('read-file', done, bytes)));
  if (found.sha256 === null) setUploadDigest(writer.db, id, sha256);
  return { id, name, bytes, sha256, path: uploadFile(id), mostBytes: settings().maxUploadBytes };
}

function wished(database: Connections, held: ClaimedJob, progress: JobProgress): 'go on' | GivenUp {
  try {
    return showProgress(database.writer, held, progress);
  } catch (fault) {
    // the next look shows it: others hold the lock just now, or the disk is full
    if (fault instanceof Error && 'code' in fault && /^SQLITE_(BUSY|FULL)/.test(String(fault.code))) return 'go on';
    throw fault;
  }
}

function graceAfter(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => setTimeout(() => resolve(undefined), graceMs[signal.reason as GivenUp]));
  });
}

function wordsOf(fault: unknown) {
  if (fault instanceof Refusal) return fault.record;
  process.stderr.write(`${fault instanceof Error ? fault.stack : String(fault)}\n`);
  return {
    reason: {
      code: 'worded' as const,
      sentence: 'A fault of the server ended this; nothing was changed. Its log says more.',
    },
    faults: [],
    total: 0,
  };
}
