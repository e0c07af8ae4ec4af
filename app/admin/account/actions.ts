'use server';

import { z } from 'zod';
import { attempt } from '#app/admin/attempt.ts';
import { change } from '#app/admin/change.ts';
import { guardWrite } from '#app/admin/guard.ts';
import { type ActionResult, fieldRefusal } from '#components/admin/forms/action-result.ts';
import { recordChange } from '#db/audit/record-change.ts';
import { connections } from '#db/client.ts';
import { settleAttempt } from '#db/staff/attempts.ts';
import { removeOwnSession, removeSessionsOf } from '#db/staff/sessions.ts';
import { getPasswordHash, setPassword } from '#flows/staff/accounts.ts';
import { Refusal } from '#lib/refusal.ts';
import { passwordFault } from '#lib/staff/password.ts';
import { hashPassword, isPassword } from '#lib/staff/password-hash.ts';

const passwordSchema = z.object({
  current: z.string().min(1, 'Type the password you have now.').max(1000),
  password: z.string().max(1000, 'A password has at most 200 characters.'),
  repeated: z.string().max(1000),
});

/** Sets a new password; every other session ends. */
export async function changePassword(values: z.input<typeof passwordSchema>): Promise<ActionResult> {
  const by = await guardWrite('viewer');
  if (!by.ok) return by;
  const parsed = passwordSchema.safeParse(values);
  if (!parsed.success) return fieldRefusal(parsed.error);
  const { current, password, repeated } = parsed.data;
  const { staff, sessionId, actor, nowMs } = by;
  const { writer } = connections();

  const fields: Record<string, string> = {};
  const fault = passwordFault(password, staff.email);
  if (fault !== undefined) fields.password = fault;
  else if (repeated !== password) fields.repeated = 'This is not the same password as above.';
  if (Object.keys(fields).length === 0) {
    const tried = await attempt({ kind: 'second-factor', subject: `own-password:${staff.id}` }, nowMs);
    if (!tried.ok) return tried;
    if (await isPassword(current, getPasswordHash(writer, staff.id))) settleAttempt(writer, tried.subjects);
    else fields.current = 'This is not the password you have now.';
  }
  if (Object.keys(fields).length > 0) {
    return {
      ok: false,
      status: 400,
      sentence: 'The password stays as it was. Please mend what is marked below.',
      fields,
    };
  }
  const passwordHash = await hashPassword(password);
  setPassword(writer, { id: staff.id, passwordHash, sessionId }, actor, nowMs);
  return { ok: true, value: undefined };
}

/** Ends one session of one's own. */
export async function endOwnSession(id: number): Promise<ActionResult> {
  return change('viewer', z.int().positive(), id, (db, session, { staff, actor, nowMs }) => {
    if (!removeOwnSession(db, staff.id, session)) throw new Refusal('This session has ended already.');
    const entry = { actor, action: 'staff.session-end', subject: actor.who, before: null, after: null };
    recordChange(db, entry, nowMs);
  });
}

/** Ends every session of one's own but this one. */
export async function signOutEverywhere(): Promise<ActionResult> {
  return change('viewer', z.undefined(), undefined, (db, _nothing, { staff, sessionId, actor, nowMs }) => {
    const ended = removeSessionsOf(db, staff.id, sessionId);
    const entry = { actor, action: 'staff.sessions-end', subject: actor.who, before: { others: ended }, after: null };
    recordChange(db, entry, nowMs);
  });
}
