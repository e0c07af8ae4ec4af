'use server';

import { after } from 'next/server';
import { z } from 'zod';
import { attempt, recordFailures } from '#app/admin/attempt.ts';
import { requireSameOrigin } from '#app/admin/same-origin.ts';
import { beginSession, sessionPlace } from '#app/admin/session.ts';
import { type ActionResult, fieldRefusal } from '#components/admin/forms/action-result.ts';
import { connections } from '#db/client.ts';
import { settleAttempt } from '#db/staff/attempts.ts';
import { hasSessionFrom } from '#db/staff/sessions.ts';
import { getStaffByEmail } from '#flows/staff/accounts.ts';
import { now } from '#lib/clock.ts';
import { isPassword } from '#lib/staff/password-hash.ts';
import { hashToken } from '#lib/staff/secret-token.ts';

const schema = z.object({
  email: z.string().trim().min(1, 'Type your e-mail address.').max(254, 'An e-mail address is at most 254 characters.'),
  password: z.string().min(1, 'Type your password.').max(1000, 'This is longer than any password here.'),
});

/**
 * The first step of signing in. An unknown account, a wrong password, a disabled account and one without a password get
 * one answer, after the same work.
 *
 * @returns the page to go to
 */
export async function signIn(values: { email: string; password: string }): Promise<ActionResult<string>> {
  const foreign = await requireSameOrigin();
  if (foreign !== undefined) return foreign;
  const parsed = schema.safeParse(values);
  if (!parsed.success) return fieldRefusal(parsed.error);
  const { email, password } = parsed.data;

  const { writer } = connections();
  const nowMs = now();
  const account = getStaffByEmail(writer.db, email);
  const tried = await attempt({ kind: 'account', subject: await subjectOf(email, account?.id) }, nowMs);
  if (!tried.ok) return tried;
  const matches = await isPassword(password, account?.disabledAt === null ? account.passwordHash : null);
  if (account === undefined || !matches) {
    // afterwards, so that the answer about an account that exists takes no longer
    if (account !== undefined && tried.isLastFree) after(() => recordFailures(account.email, 'password', nowMs));
    return { ok: false, status: 401, sentence: 'The e-mail address or the password is not right.' };
  }
  settleAttempt(writer, tried.subjects);
  const needsSecond = account.hasSecondFactor === 1;
  await beginSession(account, needsSecond ? undefined : 'password', nowMs);
  return { ok: true, value: needsSecond ? '/admin/login/second-factor' : '/admin' };
}

/**
 * Whose failures these are. A person who is signed in from this address already is counted apart: strangers who try
 * their account from elsewhere do not make them wait.
 */
async function subjectOf(email: string, id: number | undefined): Promise<string> {
  const { limitKey, address } = await sessionPlace();
  const account = `account:${hashToken(email.toLowerCase())}`;
  const isKnownHere = id !== undefined && address !== null && hasSessionFrom(connections().reader.db, id, limitKey);
  return isKnownHere ? `${account}@${limitKey}` : account;
}
