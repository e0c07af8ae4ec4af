'use server';

import { z } from 'zod';
import { attempt } from '#app/admin/attempt.ts';
import { guardWrite } from '#app/admin/guard.ts';
import { refusalOf } from '#app/admin/refusal-of.ts';
import { secretBox, totpPurpose } from '#app/admin/staff-secrets.ts';
import { type ActionResult, fieldRefusal } from '#components/admin/forms/action-result.ts';
import { connections } from '#db/client.ts';
import { settleAttempt } from '#db/staff/attempts.ts';
import { confirmTotp, getTotp, holdTotpSecret, removeTotp, replaceRecoveryCodes } from '#db/staff/totp.ts';
import { getPasswordHash } from '#flows/staff/accounts.ts';
import { isPassword } from '#lib/staff/password-hash.ts';
import { qrPath } from '#lib/staff/qr-path.ts';
import { generateRecoveryCodes, hashRecoveryCode } from '#lib/staff/recovery-code.ts';
import { generateTotpSecret, matchTotp, totpSetUp } from '#lib/staff/totp.ts';

/** What is shown to set an app up: the QR code as a path, and the secret to type. */
export interface TotpSetUp {
  readonly size: number;
  readonly path: string;
  readonly typed: string;
}

/** Makes a secret, which counts once `confirmAuthenticator` has seen a code made with it. */
export async function beginAuthenticator(): Promise<ActionResult<TotpSetUp>> {
  const by = await guardWrite('viewer', { mayEnrol: true });
  if (!by.ok) return by;
  const secret = generateTotpSecret();
  try {
    holdTotpSecret(connections().writer.db, by.staff.id, secretBox().seal(secret, totpPurpose(by.staff.id)));
  } catch (fault) {
    return refusalOf(fault);
  }
  const { uri, typed } = totpSetUp(secret, by.staff.email);
  return { ok: true, value: { ...qrPath(uri), typed } };
}

const codeSchema = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{3}\s?\d{3}$/, 'Type the six digits your app shows.'),
});

/** From now on signing in asks for a code. @returns the recovery codes, which are shown this once */
export async function confirmAuthenticator(values: { code: string }): Promise<ActionResult<string[]>> {
  const by = await guardWrite('viewer', { mayEnrol: true });
  if (!by.ok) return by;
  const parsed = codeSchema.safeParse(values);
  if (!parsed.success) return fieldRefusal(parsed.error);
  const { writer } = connections();
  const totp = getTotp(writer, by.staff.id);
  const secret =
    totp?.sealed && totp.since === null ? secretBox().open(totp.sealed, totpPurpose(by.staff.id)) : undefined;
  if (secret === undefined) return { ok: false, sentence: 'Please begin again: there is no app to confirm.' };
  const step = matchTotp(secret, parsed.data.code, 0, by.nowMs);
  if (step === undefined) {
    const code = 'This is not the code of now. Does your phone’s clock go right?';
    return { ok: false, status: 400, sentence: 'The code does not fit.', fields: { code } };
  }
  const codes = generateRecoveryCodes();
  confirmTotp(writer, { id: by.staff.id, step, codeHashes: codes.map(hashRecoveryCode) }, by.actor, by.nowMs);
  return { ok: true, value: codes };
}

const passwordSchema = z.object({ password: z.string().min(1, 'Type your password.').max(1000) });

/** Ends the authenticator app; asks for the password, so that an open screen is not enough. */
export async function turnOffAuthenticator(values: { password: string }): Promise<ActionResult> {
  const by = await guardWrite('viewer');
  if (!by.ok) return by;
  const parsed = passwordSchema.safeParse(values);
  if (!parsed.success) return fieldRefusal(parsed.error);
  const { writer } = connections();
  const tried = await attempt({ kind: 'second-factor', subject: `own-password:${by.staff.id}` }, by.nowMs);
  if (!tried.ok) return tried;
  if (!(await isPassword(parsed.data.password, getPasswordHash(writer, by.staff.id)))) {
    return {
      ok: false,
      status: 403,
      sentence: 'It was not turned off.',
      fields: { password: 'This is not your password.' },
    };
  }
  settleAttempt(writer, tried.subjects);
  try {
    removeTotp(writer, by.staff.id, by.actor, by.nowMs);
    return { ok: true, value: undefined };
  } catch (fault) {
    return refusalOf(fault);
  }
}

/** Makes new recovery codes; the old ones end. @returns the codes, which are shown this once */
export async function renewRecoveryCodes(): Promise<ActionResult<string[]>> {
  const by = await guardWrite('viewer');
  if (!by.ok) return by;
  const codes = generateRecoveryCodes();
  const codeHashes = codes.map(hashRecoveryCode);
  replaceRecoveryCodes(connections().writer, { id: by.staff.id, codeHashes }, by.actor, by.nowMs);
  return { ok: true, value: codes };
}
