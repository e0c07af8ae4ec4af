import type { Connection, Db } from '#db/client.ts';
import { and, eq, lt, sql } from '#db/drizzle.ts';
import { type AttemptKind, isForgotten, isLastFree, waitMs } from '#lib/staff/login-delay.ts';
import { failedAttempt } from './schema.ts';

/** What an attempt counts against: the kind of patience, and whose it is. */
export interface AttemptSubject {
  readonly kind: AttemptKind;
  readonly subject: string;
}

const dayMs = 24 * 3_600_000;

/**
 * Begins an attempt to sign in: counts it as failed for every subject, so that attempts made at the same time do not
 * slip past one another. Whoever succeeds takes it back with `settleAttempt`.
 *
 * @returns how long it must wait in milliseconds, and then nothing was counted; 0 when it may go on. `isLastFree`: a
 *   failure of this one makes the next on the first of the subjects wait
 */
export function beginAttempt(
  { db }: Pick<Connection, 'db'>,
  subjects: readonly AttemptSubject[],
  nowMs: number,
): { readonly waitMs: number; readonly isLastFree: boolean } {
  return db.transaction(
    (tx) => {
      const seen = subjects.map(({ subject }) => getFailures(tx, subject));
      const wait = Math.max(0, ...subjects.map(({ kind }, at) => waitMs(kind, seen[at], nowMs)));
      if (wait > 0) return { waitMs: wait, isLastFree: false };
      const failures = subjects.map(({ kind }, at) => {
        const before = seen[at];
        return before === undefined || isForgotten(kind, before, nowMs) ? 1 : before.failures + 1;
      });
      subjects.forEach(({ subject }, at) => {
        const row = { subject, failures: failures[at] ?? 1, lastFailedAt: nowMs };
        tx.insert(failedAttempt).values(row).onConflictDoUpdate({ target: failedAttempt.subject, set: row }).run();
      });
      tx.delete(failedAttempt)
        .where(lt(failedAttempt.lastFailedAt, nowMs - dayMs))
        .run();
      const [first] = subjects;
      return { waitMs: 0, isLastFree: first !== undefined && isLastFree(first.kind, failures[0] ?? 0) };
    },
    { behavior: 'immediate' },
  );
}

/** After a success: forgets the failures of the account, and takes this one attempt off the address's. */
export function settleAttempt({ db }: Pick<Connection, 'db'>, subjects: readonly AttemptSubject[]): void {
  db.transaction(
    (tx) => {
      for (const { kind, subject } of subjects) {
        const own = eq(failedAttempt.subject, subject);
        if (kind !== 'address') tx.delete(failedAttempt).where(own).run();
        else {
          tx.update(failedAttempt)
            .set({ failures: sql`${failedAttempt.failures} - 1` })
            .where(own)
            .run();
          tx.delete(failedAttempt)
            .where(and(own, lt(failedAttempt.failures, 1)))
            .run();
        }
      }
    },
    { behavior: 'immediate' },
  );
}

function getFailures(db: Db, subject: string) {
  return db.select().from(failedAttempt).where(eq(failedAttempt.subject, subject)).get();
}
