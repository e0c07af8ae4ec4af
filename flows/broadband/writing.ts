import type { Actor } from '#db/audit/record-change.ts';
import { coverageVersion } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';

/** How coverage is written and removed. */
export interface CoverageWriting {
  /** The present instant, epoch milliseconds. */
  readonly nowMs: number;
  /** Who changes what is offered, for the audit log; without one it is not recorded. */
  readonly actor?: Actor;
  /** True when nobody else can be using the database: chunks follow one another without pauses. */
  readonly exclusive?: boolean;
  /** True when somebody has confirmed that a version may take more than a fifth of a technology's area away. */
  readonly isLossConfirmed?: boolean;
  /**
   * Called within the transaction that makes a version ready. Whoever would make it once more after a crash notes there
   * that it is made.
   */
  readonly onReady?: (db: Db, versionId: number) => void;
  /** Told now and then; `total` 0 while it is not known. */
  readonly onProgress?: ShowProgress;
}

const beatEveryMs = 2000;

/**
 * Gives the sign of life of a version that is being made: to be called, within a transaction, with each row written for
 * it.
 */
export function heartbeatOf({ db }: Connection, versionId: number, nowMs: number): () => void {
  const startedAt = performance.now();
  let beatenAt = startedAt;
  return () => {
    const moment = performance.now();
    if (moment - beatenAt < beatEveryMs) return;
    beatenAt = moment;
    db.update(coverageVersion)
      .set({ heartbeatAt: Math.round(nowMs + moment - startedAt) })
      .where(eq(coverageVersion.id, versionId))
      .run();
  };
}
