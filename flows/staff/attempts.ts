import { z } from 'zod';
import type { Connection } from '#db/client.ts';
import { forgetFailures, forgetFailuresBefore, getFailures, putFailures, removeFailure } from '#db/staff/attempts.ts';
import { transact } from '#db/transaction.ts';
import { Refusal } from '#lib/refusal.ts';
import { type AttemptKind, isForgotten, isLastFree, waitMs } from '#lib/staff/login-delay.ts';

/** What failures are counted for: an account, a second factor or a client's address. */
export interface AttemptSubject {
  readonly kind: AttemptKind;
  readonly subject: string;
}

/** An attempt that was counted as failed, until `settleAttempt` takes that back. */
export interface Attempt {
  readonly subjects: readonly AttemptSubject[];
  /** Whether the next attempt on the first subject must wait if this one fails. */
  readonly isLastFree: boolean;
}

/** The client of an attempt: its address as text (null: unknown), and as limits count it. */
export const clientFields = z.object({ address: z.string().nullable(), limitKey: z.string() });

const dayMs = 24 * 3_600_000;

/**
 * Begins an attempt to sign in. It counts as failed until it succeeds, so that simultaneous attempts do not slip past one
 * another. It also counts for the client's address; clients without a known address share none (B5), or one of them
 * could lock out the others.
 *
 * @throws Refusal when the attempt must wait; nothing is counted then
 */
export function beginAttempt(
  writer: Connection,
  own: AttemptSubject,
  { address, limitKey }: z.output<typeof clientFields>,
  nowMs: number,
): Promise<Attempt> {
  const subjects = [own];
  if (address !== null) subjects.push({ kind: 'address', subject: `address:${limitKey}` });
  return transact(writer, (db) => {
    const counted = subjects.map(({ kind, subject }) => {
      const seen = getFailures(db, subject);
      const isFirst = seen === undefined || isForgotten(kind, seen, nowMs);
      return { subject, failures: isFirst ? 1 : seen.failures + 1, waitMs: waitMs(kind, seen, nowMs) };
    });
    const longestMs = Math.max(...counted.map((each) => each.waitMs));
    if (longestMs > 0) throw new Refusal({ code: 'too-many-attempts', waitMs: longestMs });
    for (const { subject, failures } of counted) putFailures(db, subject, { failures, lastFailedAt: nowMs });
    forgetFailuresBefore(db, nowMs - dayMs);
    return { subjects, isLastFree: isLastFree(own.kind, counted[0]?.failures ?? 0) };
  });
}

/** After a success: forgets the failures of the account, and takes this attempt off those of the address. */
export function settleAttempt(writer: Connection, { subjects }: Attempt): Promise<void> {
  return transact(writer, (db) => {
    for (const { kind, subject } of subjects) (kind === 'address' ? removeFailure : forgetFailures)(db, subject);
  });
}
