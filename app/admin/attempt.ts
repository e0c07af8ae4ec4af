import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { recordChange } from '#db/audit/record-change.ts';
import { connections } from '#db/client.ts';
import { type AttemptSubject, beginAttempt } from '#db/staff/attempts.ts';
import { transact } from '#db/transaction.ts';
import { sessionPlace } from './session.ts';

/**
 * Begins an attempt to sign in that counts against `own` and the caller's address. Callers whose address cannot be told
 * share none (B5), so that one of them cannot shut out the rest. When it is the last that makes nobody wait, `isLastFree`
 * is true.
 */
export async function attempt(
  own: AttemptSubject,
  nowMs: number,
): Promise<
  { ok: true; subjects: AttemptSubject[]; isLastFree: boolean } | Extract<ActionResult<never>, { ok: false }>
> {
  const { address, limitKey } = await sessionPlace();
  const subjects: AttemptSubject[] = [own];
  if (address !== null) subjects.push({ kind: 'address', subject: `address:${limitKey}` });
  const { waitMs, isLastFree } = beginAttempt(connections().writer, subjects, nowMs);
  if (waitMs === 0) return { ok: true, subjects, isLastFree };
  const seconds = Math.ceil(waitMs / 1000);
  const wait = seconds === 1 ? 'a second' : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return {
    ok: false,
    status: 403,
    sentence: `There were several failed attempts. Please wait ${wait}, then try again.`,
  };
}

/** Writes into the audit log that somebody failed so often, at the `step` of signing in, that the next attempt must wait. */
export async function recordFailures(email: string, step: 'password' | 'second factor', nowMs: number): Promise<void> {
  const { address } = await sessionPlace();
  const actor = { who: 'somebody unknown', address };
  const change = { action: 'staff.sign-in-fail', subject: email, before: null, after: { step } };
  await transact(connections().writer, (db) => recordChange(db, { actor, ...change }, nowMs));
}
