'use server';

import { z } from 'zod';
import { attempt, recordFailures } from '#app/admin/attempt.ts';
import { requireSameOrigin } from '#app/admin/same-origin.ts';
import { beginSession, getPresence, type Presence, sessionPlace } from '#app/admin/session.ts';
import { secretBox, totpPurpose } from '#app/admin/staff-secrets.ts';
import { type ActionResult, fieldRefusal } from '#components/admin/forms/action-result.ts';
import { connections } from '#db/client.ts';
import { settleAttempt } from '#db/staff/attempts.ts';
import { getTotp, spendRecoveryCode, spendTotpStep } from '#db/staff/totp.ts';
import { now } from '#lib/clock.ts';
import { hashRecoveryCode } from '#lib/staff/recovery-code.ts';
import { matchTotp } from '#lib/staff/totp.ts';

const schema = z.object({ code: z.string().trim().min(1, 'Type the code.').max(100, 'This is longer than any code.') });

/** The second step of signing in: a code of the authenticator app, or a recovery code. @returns the page to go to */
export async function confirmSecondFactor(values: { code: string }): Promise<ActionResult<string>> {
  const foreign = await requireSameOrigin();
  if (foreign !== undefined) return foreign;
  const presence = await getPresence();
  if (presence?.standing !== 'second-factor') {
    return { ok: false, status: 401, sentence: 'The ten minutes for the second step are over. Please sign in again.' };
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success) return fieldRefusal(parsed.error);

  const nowMs = now();
  const { staff } = presence;
  const tried = await attempt({ kind: 'second-factor', subject: `second-factor:${staff.id}` }, nowMs);
  if (!tried.ok) return tried;
  const { code } = parsed.data;
  const by = isAppCode(staff.id, code, nowMs)
    ? 'password and app'
    : (await isRecoveryCode(staff, code, nowMs)) && 'password and recovery code';
  if (by === false) {
    if (tried.isLastFree) await recordFailures(staff.email, 'second factor', nowMs);
    return { ok: false, status: 401, sentence: 'This code is not right, or it was used already.' };
  }
  settleAttempt(connections().writer, tried.subjects);
  await beginSession(staff, by, nowMs);
  return { ok: true, value: '/admin' };
}

function isAppCode(staffId: number, code: string, nowMs: number): boolean {
  const { writer } = connections();
  const totp = getTotp(writer, staffId);
  if (totp?.sealed == null || totp.since === null) return false;
  const secret = secretBox().open(totp.sealed, totpPurpose(staffId));
  const step = secret && matchTotp(secret, code, totp.lastStep, nowMs);
  return step !== undefined && spendTotpStep(writer.db, staffId, step);
}

async function isRecoveryCode(staff: Presence['staff'], code: string, nowMs: number): Promise<boolean> {
  const actor = { who: staff.email, address: (await sessionPlace()).address };
  return spendRecoveryCode(connections().writer, staff.id, hashRecoveryCode(code), actor, nowMs);
}
