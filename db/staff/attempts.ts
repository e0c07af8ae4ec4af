import type { Db } from '#db/client.ts';
import { and, eq, lt, sql } from '#db/drizzle.ts';
import type { Failures } from '#lib/staff/login-delay.ts';
import { failedAttempt } from './schema.ts';

export function getFailures(db: Db, subject: string): Failures | undefined {
  return db.select().from(failedAttempt).where(eq(failedAttempt.subject, subject)).get();
}

export function putFailures(db: Db, subject: string, failures: Failures): void {
  const row = { subject, ...failures };
  db.insert(failedAttempt).values(row).onConflictDoUpdate({ target: failedAttempt.subject, set: row }).run();
}

/** Takes one failure back. */
export function removeFailure(db: Db, subject: string): void {
  const own = eq(failedAttempt.subject, subject);
  db.update(failedAttempt)
    .set({ failures: sql`${failedAttempt.failures} - 1` })
    .where(own)
    .run();
  db.delete(failedAttempt)
    .where(and(own, lt(failedAttempt.failures, 1)))
    .run();
}

export function forgetFailures(db: Db, subject: string): void {
  db.delete(failedAttempt).where(eq(failedAttempt.subject, subject)).run();
}

/** Forgets the failures of every subject whose last one is older than `beforeMs` (epoch milliseconds). */
export function forgetFailuresBefore(db: Db, beforeMs: number): void {
  db.delete(failedAttempt).where(lt(failedAttempt.lastFailedAt, beforeMs)).run();
}
