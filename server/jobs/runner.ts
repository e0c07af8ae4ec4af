import type { Actor } from '#db/audit/record-change.ts';
import type { Connections, Db } from '#db/client.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal } from '#lib/refusal.ts';

/** A whole uploaded file. It may be read several times. */
export interface UploadedFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** Of all its bytes, in hexadecimal. */
  readonly sha256: string;
  readonly path: string;
  /** The most that may be read of it, unpacked too; the usual limit where it is left out. */
  readonly mostBytes?: number;
}

/** What the function of a kind of work is given. */
export interface JobContext {
  /** The number of the work. */
  readonly work: number;
  readonly database: Connections;
  /** What was given to `addJob`, as JSON carried it: parse it first. */
  readonly parameters: unknown;
  readonly upload: UploadedFile | undefined;
  /** Who asked for it. */
  readonly actor: Actor;
  /** The present instant, epoch milliseconds. */
  readonly nowMs: number;
  /** Aborted when the work is to be given up. Whoever calls `report` often enough need not look at it. */
  readonly signal: AbortSignal;
  /**
   * Tells how far it is; cheap, to be called as often as one likes, outside of transactions. `total` 0 while it is not
   * known. A stage that is followed by a count ends with a colon: `storing areas:`.
   *
   * @throws the signal's reason, once, when the work is to be given up: let it pass, and leave nothing behind
   */
  readonly report: ShowProgress;
  /**
   * Ends the work as done within the transaction that makes it visible, so that it cannot be done twice by a process
   * that dies right after. What the function returns afterwards is not looked at.
   */
  readonly finishWithin: (db: Db, outcome: JobOutcome) => void;
}

/**
 * Does one kind of work. Nothing of it may be visible before it is whole: its process may be killed at any moment, and
 * the work is then begun anew.
 *
 * @throws Refusal for what people can mend; they see its sentence and its faults
 */
export type JobRunner = (context: JobContext) => Promise<JobOutcome>;

/** @throws Refusal when the work was asked for without a file, or the file is gone */
export function requireUpload({ upload }: JobContext): UploadedFile {
  if (upload === undefined) throw new Refusal('The uploaded file is not there any more: upload it again.');
  return upload;
}
