import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '#db/audit/record-change.ts';
import type { Connections, Db } from '#db/client.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal } from '#lib/refusal.ts';

/** A complete upload. It may be read several times. */
export interface UploadedFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly path: string;
  /** The most bytes that may be read of it, also when unpacked; the usual limit if left out. */
  readonly mostBytes?: number;
}

/** What the runner of a job is given. */
export interface JobContext {
  readonly database: Connections;
  /** What was given to `addJob`, after a trip through JSON: parse it first. */
  readonly parameters: unknown;
  readonly upload: UploadedFile | undefined;
  /** Who asked for the job. */
  readonly actor: Actor;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** Aborted when the job must stop. A runner that calls `report` often need not check it. */
  readonly signal: AbortSignal;
  /**
   * Shows the progress. It is cheap: call it at least every 100 ms, outside of transactions, also where the event loop
   * does not turn.
   *
   * @throws the signal's reason, once, when the job must stop: let it through, and leave nothing behind
   */
  readonly report: ShowProgress;
  /**
   * Ends the job as done, within the transaction that makes its result visible: if the process dies right after, the job
   * is not run again, and it can no longer be cancelled. What the runner returns afterwards is ignored. Every job that
   * changes something that people see calls it.
   *
   * @throws the signal's reason when the job was cancelled before: let it through, so that the transaction is rolled back
   */
  readonly finishWithin: (db: Db, outcome: JobOutcome) => void;
}

/**
 * Runs one kind of job. Nothing may be visible before all of it is: the process may be killed at any moment, and the job
 * is then run again from the start.
 *
 * @throws Refusal for what people can put right; its words are shown to them
 */
export type JobRunner = (context: JobContext) => Promise<JobOutcome>;

/** @throws Refusal when the job has no file, or the file no longer exists */
export function requireUpload({ upload }: JobContext): UploadedFile {
  if (upload === undefined) throw new Refusal({ code: 'upload-gone' });
  return upload;
}

const retryMs = 1000;

/**
 * Runs `work`, and tries again every second while an import on the command line is in its way. The job shows that it
 * waits.
 *
 * @param isBusy whether a fault means that another process is in the way; `work` must not have changed anything then
 */
export async function waitWhileBusy<Result>(
  { report }: Pick<JobContext, 'report'>,
  isBusy: (fault: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (fault) {
      if (!isBusy(fault)) throw fault;
      report('wait-for-command-line', 0, 0);
      await sleep(retryMs);
    }
  }
}
