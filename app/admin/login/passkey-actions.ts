'use server';

import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { attempt } from '#app/admin/attempt.ts';
import { requireSameOrigin } from '#app/admin/same-origin.ts';
import { beginSession } from '#app/admin/session.ts';
import { passkeyChallenges } from '#app/admin/staff-secrets.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { connections } from '#db/client.ts';
import { settleAttempt } from '#db/staff/attempts.ts';
import { getPasskey, notePasskeyUse, spendChallenge } from '#db/staff/passkeys.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { hashToken } from '#lib/staff/secret-token.ts';

const purpose = 'sign-in';
const shape = z.looseObject({ id: z.string().max(2000), response: z.looseObject({}) });
const refused: ActionResult<never> = {
  ok: false,
  status: 401,
  sentence: 'This passkey is not known here. Sign in with your password instead.',
};

/** What the browser is asked for: any passkey of this site, by a person it has verified. */
export async function beginPasskeySignIn(): Promise<ActionResult<PublicKeyCredentialRequestOptionsJSON>> {
  const foreign = await requireSameOrigin();
  if (foreign !== undefined) return foreign;
  const value = await generateAuthenticationOptions({
    rpID: new URL(settings().baseUrl).hostname,
    challenge: passkeyChallenges().make(purpose, now()),
    userVerification: 'required',
  });
  return { ok: true, value };
}

/** Signs in by a passkey, which is both factors at once. @returns the page to go to */
export async function finishPasskeySignIn(given: AuthenticationResponseJSON): Promise<ActionResult<string>> {
  const foreign = await requireSameOrigin();
  if (foreign !== undefined) return foreign;
  if (!shape.safeParse(given).success) return refused;
  const { writer } = connections();
  const nowMs = now();
  const found = getPasskey(writer.db, given.id);
  const tried = await attempt({ kind: 'account', subject: `passkey:${hashToken(given.id)}` }, nowMs);
  if (!tried.ok) return tried;
  if (found === undefined) return refused;
  const counter = await verify(given, found.passkey, nowMs);
  if (counter === undefined) return refused;
  settleAttempt(writer, tried.subjects);
  notePasskeyUse(writer.db, found.passkey.id, counter, nowMs);
  await beginSession({ id: found.passkey.staffId, email: found.email }, 'passkey', nowMs);
  return { ok: true, value: '/admin' };
}

/** The counter of a passkey whose answer is right; undefined when anything about it is wrong. */
async function verify(
  response: AuthenticationResponseJSON,
  passkey: { credentialId: string; publicKey: Buffer; counter: number },
  nowMs: number,
): Promise<number | undefined> {
  const { baseUrl } = settings();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => takeChallenge(challenge, nowMs),
      expectedOrigin: baseUrl,
      expectedRPID: new URL(baseUrl).hostname,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // the library throws for whatever does not fit; all of it is one refusal
    return undefined;
  }
}

function takeChallenge(challenge: string, nowMs: number): boolean {
  const endsAt = passkeyChallenges().endOf(challenge, purpose, nowMs);
  return endsAt !== undefined && spendChallenge(connections().writer.db, hashToken(challenge), endsAt, nowMs);
}
