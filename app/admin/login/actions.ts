'use server';

import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { after } from 'next/server';
import { z } from 'zod';
import { getSession, startSession } from '#app/admin/session.ts';
import { signInStep } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as passkeys from '#flows/staff/passkeys.ts';
import * as signingIn from '#flows/staff/sign-in.ts';
import { onFault } from '#lib/http/endpoint.ts';
import { getExchange } from '#lib/http/exchange.ts';
import { Refusal } from '#lib/refusal.ts';
import { secondFactorLimitMs } from '#lib/staff/session.ts';

/** The first step of signing in. @returns the page to go to */
export async function signIn(values: z.input<typeof signingIn.firstStep>): Promise<ActionResult<string>> {
  return await signInStep(signingIn.firstStep, values, async (writer, given, { client, nowMs }) => {
    const checked = await signingIn.checkPassword(writer, given, client, nowMs);
    if (checked.ok) {
      const { account } = checked;
      return await startSession(account, account.hasSecondFactor === 1 ? undefined : 'password', nowMs);
    }
    const { failureOf } = checked;
    if (failureOf !== undefined) {
      // after the answer, which would otherwise take longer for an account that exists
      after(() =>
        signingIn
          .recordFailures(writer, failureOf, 'password', client.address, nowMs)
          .catch((fault: unknown) => onFault(fault, getExchange()?.requestId ?? 'unvouched')),
      );
    }
    throw new Refusal({ code: 'wrong-sign-in' });
  });
}

/** The second step: a code of the authenticator app, or a recovery code. @returns the page to go to */
export async function confirmSecondFactor(values: { code: string }): Promise<ActionResult<string>> {
  return await signInStep(signingIn.secondStep, values, async (writer, { code }, { client, nowMs }) => {
    const session = await getSession();
    if (session?.state !== 'needs-second-factor')
      throw new Refusal({ code: 'second-step-expired', minutes: secondFactorLimitMs / 60_000 });
    const { staff, isOpenId } = session;
    const person = { ...staff, first: isOpenId ? 'OpenID Connect' : 'password' } as const;
    const means = await signingIn.checkSecondFactor(writer, person, code, client, nowMs);
    return await startSession(staff, means, nowMs, { isOpenId, isTwoFactor: false });
  });
}

/** The options with which a browser signs in with a passkey. */
export async function beginPasskeySignIn(): Promise<ActionResult<PublicKeyCredentialRequestOptionsJSON>> {
  return await signInStep(z.undefined(), undefined, (_writer, _none, { nowMs }) => passkeys.beginPasskeySignIn(nowMs));
}

/** Signs in with a passkey, which counts as both factors. @returns the page to go to */
export async function finishPasskeySignIn(answer: AuthenticationResponseJSON): Promise<ActionResult<string>> {
  return await signInStep(passkeys.signInAnswer, answer, async (writer, given, { client, nowMs }) =>
    startSession(await passkeys.checkPasskey(writer, given, client, nowMs), 'passkey', nowMs),
  );
}
