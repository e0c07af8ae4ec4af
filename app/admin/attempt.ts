import { connections } from '#db/client.ts';
import { type AttemptSubject, beginAttempt } from '#db/staff-attempts.ts';
import type { ActionResult } from '../../components/admin/action-result.ts';
import { sessionPlace } from './session.ts';

/**
 * Begins an attempt to sign in that counts against `own` and the caller's address. Callers whose address cannot be told
 * share none (B5), so that one of them cannot shut out the rest.
 */
export async function attempt(
  own: AttemptSubject,
  nowMs: number,
): Promise<{ ok: true; subjects: AttemptSubject[] } | Extract<ActionResult<never>, { ok: false }>> {
  const { address, limitKey } = await sessionPlace();
  const subjects: AttemptSubject[] = [own];
  if (address !== null) subjects.push({ kind: 'address', subject: `address:${limitKey}` });
  const waitMs = beginAttempt(connections().writer, subjects, nowMs);
  if (waitMs === 0) return { ok: true, subjects };
  const seconds = Math.ceil(waitMs / 1000);
  const wait = seconds === 1 ? 'a second' : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return {
    ok: false,
    status: 403,
    sentence: `There were several failed attempts. Please wait ${wait}, then try again.`,
  };
}
