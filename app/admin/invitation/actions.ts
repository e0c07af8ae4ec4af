'use server';

import { z } from 'zod';
import { requireSameOrigin } from '#app/admin/same-origin.ts';
import { beginSession, sessionPlace } from '#app/admin/session.ts';
import { type ActionResult, fieldRefusal } from '#components/admin/forms/action-result.ts';
import { connections } from '#db/client.ts';
import { getLink } from '#db/staff/links.ts';
import { deadLink, getStaffByEmail, spendLink } from '#flows/staff/accounts.ts';
import { now } from '#lib/clock.ts';
import { Refusal } from '#lib/refusal.ts';
import { passwordFault } from '#lib/staff/password.ts';
import { hashPassword } from '#lib/staff/password-hash.ts';
import { hashToken, isTokenShape } from '#lib/staff/secret-token.ts';

/** Whose link it is; null for the first administrator, who says so themselves. */
export interface Invited {
  readonly email: string | null;
}

const dead: ActionResult<never> = { ok: false, status: 403, sentence: deadLink };

/** Tells whose link this is, without spending it. */
export async function readInvitation(token: string): Promise<ActionResult<Invited>> {
  const foreign = await requireSameOrigin();
  if (foreign !== undefined) return foreign;
  if (typeof token !== 'string' || !isTokenShape(token)) return dead;
  const link = getLink(connections().reader.db, hashToken(token), now());
  return link === undefined ? dead : { ok: true, value: { email: link.email } };
}

const schema = z.object({
  token: z.string().max(100),
  email: z.string().trim().max(254, 'An e-mail address is at most 254 characters.'),
  password: z.string().max(1000, 'A password has at most 200 characters.'),
  repeated: z.string().max(1000),
});

/** Sets the password, spends the link by it, and signs the person in. @returns the page to go to */
export async function acceptInvitation(values: z.input<typeof schema>): Promise<ActionResult<string>> {
  const foreign = await requireSameOrigin();
  if (foreign !== undefined) return foreign;
  const parsed = schema.safeParse(values);
  if (!parsed.success) return fieldRefusal(parsed.error);
  const { token, password, repeated } = parsed.data;
  const { writer } = connections();
  const nowMs = now();
  const tokenHash = hashToken(token);
  const link = getLink(writer.db, tokenHash, nowMs);
  if (link === undefined) return dead;

  const email = link.email ?? parsed.data.email;
  const fields: Record<string, string> = {};
  if (!z.email().safeParse(email).success) fields.email = 'Type your e-mail address, such as name@example.nz.';
  const fault = passwordFault(password, email);
  if (fault !== undefined) fields.password = fault;
  else if (repeated !== password) fields.repeated = 'This is not the same password as above.';
  if (Object.keys(fields).length > 0) {
    return { ok: false, status: 400, sentence: 'Please mend what is marked below.', fields };
  }

  const passwordHash = await hashPassword(password);
  const { address } = await sessionPlace();
  try {
    const person = spendLink(writer, { tokenHash, passwordHash, email }, address, nowMs);
    const needsSecond = getStaffByEmail(writer.db, email)?.hasSecondFactor === 1;
    await beginSession(person, needsSecond ? undefined : 'one-time link', nowMs);
    return { ok: true, value: needsSecond ? '/admin/login/second-factor' : '/admin' };
  } catch (fault) {
    if (fault instanceof Refusal) return { ok: false, status: 403, sentence: fault.message };
    throw fault;
  }
}
