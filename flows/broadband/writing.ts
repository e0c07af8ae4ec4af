import type { Actor } from '#db/audit/record-change.ts';
import { recordHeartbeat } from '#db/broadband/new-version.ts';
import type { Connection, Db } from '#db/client.ts';
import type { RowWriting } from '#db/paced-write.ts';
import type { ShowProgress, Stage } from '#lib/jobs/stages.ts';

/** How coverage is written and removed. */
export interface CoverageWriting {
  /** The present instant, epoch milliseconds. */
  readonly nowMs: number;
  /** Who changes what is offered, for the audit log; without an actor nothing is recorded. */
  readonly actor?: Actor;
  /** True when no other process can be using the database: rows are written without pauses. */
  readonly exclusive?: boolean;
  /** Whether it was confirmed that a version may take away more than a fifth of a technology's area. */
  readonly isLossConfirmed?: boolean;
  /** Called in the transaction that makes a version ready: a job ends there, so that it is not run twice. */
  readonly onReady?: (db: Db, versionId: number) => void;
  /** Called when the cell index of a new version is complete, before it is ready. */
  readonly onIndexed?: (versionId: number) => Promise<unknown>;
  /** Called in the transaction that publishes a version: a job ends there. */
  readonly onPublished?: (db: Db, versionId: number) => void;
  /** Called in the transaction that ends measuring and drawing a version. */
  readonly onCompleted?: (db: Db, versionId: number) => void;
  /** Called from time to time; `total` is 0 while it is not known. */
  readonly onProgress?: ShowProgress;
}

/**
 * How the rows of one stage are written.
 *
 * @param onRow called in the transaction of each row
 * @param total how many rows there will be; 0 if that is not known
 */
export function rowsOf(
  { exclusive, onProgress }: CoverageWriting,
  stage: Stage,
  onRow?: () => void,
  total = 0,
): RowWriting {
  return {
    exclusive: exclusive === true,
    ...(onRow === undefined ? {} : { onRow }),
    onProgress: (written) => onProgress?.(stage, written, total),
  };
}

const heartbeatMs = 2000;

/** Makes the function that records that a version is still being made. Call it with each row, in its transaction. */
export function heartbeatOf({ db }: Connection, versionId: number, nowMs: number): () => void {
  const startedAt = performance.now();
  let lastAt = startedAt;
  return () => {
    const moment = performance.now();
    if (moment - lastAt < heartbeatMs) return;
    lastAt = moment;
    recordHeartbeat(db, versionId, Math.round(nowMs + moment - startedAt));
  };
}
