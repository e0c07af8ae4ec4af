'use server';

import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { guardWrite } from '#app/admin/guard.ts';
import { refusalOf } from '#app/admin/refusal-of.ts';
import { passkeyChallenges } from '#app/admin/staff-secrets.ts';
import { type ActionResult, fieldRefusal } from '#components/admin/forms/action-result.ts';
import { connections } from '#db/client.ts';
import { addPasskey, listPasskeys, removePasskey, spendChallenge } from '#db/staff/passkeys.ts';
import { settings } from '#lib/env.ts';
import { hashToken } from '#lib/staff/secret-token.ts';

const purposeOf = (staffId: number) => `passkey of staff ${staffId}`;

/** What the browser is asked for to make a passkey. */
export async function beginPasskey(): Promise<ActionResult<PublicKeyCredentialCreationOptionsJSON>> {
  const by = await guardWrite('viewer', { mayEnrol: true });
  if (!by.ok) return by;
  const value = await generateRegistrationOptions({
    rpName: 'Wātea',
    rpID: new URL(settings().baseUrl).hostname,
    userName: by.staff.email,
    userID: new Uint8Array(Buffer.from(`staff ${by.staff.id}`)),
    challenge: passkeyChallenges().make(purposeOf(by.staff.id), by.nowMs),
    attestationType: 'none',
    excludeCredentials: listPasskeys(connections().reader, by.staff.id).map(({ credentialId }) => ({
      id: credentialId,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ok: true, value };
}

const schema = z.object({
  label: z.string().trim().min(1, 'Name it, so that you know it again.').max(60, 'Please write at most 60 characters.'),
  response: z.looseObject({ id: z.string().max(2000), response: z.looseObject({}) }),
});

/** Keeps the passkey that the browser made. */
export async function finishPasskey(given: {
  label: string;
  response: RegistrationResponseJSON;
}): Promise<ActionResult> {
  const by = await guardWrite('viewer', { mayEnrol: true });
  if (!by.ok) return by;
  const parsed = schema.safeParse(given);
  if (!parsed.success) return fieldRefusal(parsed.error);
  const { writer } = connections();
  const made = await verify(given.response, (challenge) => {
    const endsAt = passkeyChallenges().endOf(challenge, purposeOf(by.staff.id), by.nowMs);
    return endsAt !== undefined && spendChallenge(writer.db, hashToken(challenge), endsAt, by.nowMs);
  });
  if (made === undefined)
    return { ok: false, status: 400, sentence: 'The passkey could not be checked. Please try again.' };
  const { id, publicKey, counter, transports } = made.credential;
  const passkey = {
    staffId: by.staff.id,
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: transports ?? [],
    label: parsed.data.label,
  };
  addPasskey(writer, passkey, by.actor, by.nowMs);
  return { ok: true, value: undefined };
}

async function verify(
  response: RegistrationResponseJSON,
  expectedChallenge: (challenge: string) => boolean,
): Promise<VerifiedRegistrationResponse['registrationInfo']> {
  const { baseUrl } = settings();
  try {
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: baseUrl,
      expectedRPID: new URL(baseUrl).hostname,
      requireUserVerification: true,
    });
    return verified.registrationInfo;
  } catch {
    // the library throws for whatever does not fit; all of it is one refusal
    return undefined;
  }
}

/** Removes a passkey of one's own. */
export async function forgetPasskey(id: number): Promise<ActionResult> {
  const by = await guardWrite('viewer');
  if (!by.ok) return by;
  const parsed = z.int().positive().safeParse(id);
  if (!parsed.success) return fieldRefusal(parsed.error);
  try {
    removePasskey(connections().writer, { staffId: by.staff.id, id: parsed.data }, by.actor, by.nowMs);
    return { ok: true, value: undefined };
  } catch (fault) {
    return refusalOf(fault);
  }
}
