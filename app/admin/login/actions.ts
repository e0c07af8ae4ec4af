'use server';
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { cookies } from 'next/headers';
import { after } from 'next/server';
import { z } from 'zod';
import { logRefusal } from '#app/admin/login/openid/refusal.ts';
import { endSession, getSession, startSession } from '#app/admin/session.ts';
import { ownChange, signInStep } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { beginOpenId, endSessionUrl } from '#flows/staff/openid/code-flow.ts';
import * as passkeys from '#flows/staff/passkeys.ts';
import * as signingIn from '#flows/staff/sign-in.ts';
import { settings } from '#lib/env.ts';
import { onFault } from '#lib/http/endpoint.ts';
import { getExchange } from '#lib/http/exchange.ts';
import { Refusal } from '#lib/refusal.ts';
import { pendingCookie } from '#lib/staff/openid/pending.ts';
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

/** Begins a sign-in with OpenID Connect. @returns the page of the provider */
export async function beginOpenIdSignIn(): Promise<ActionResult<string>> {
  return await signInStep(z.undefined(), undefined, (_writer, _none, { nowMs }) => begin(null, nowMs));
}

/** Begins to connect the own account to somebody at the provider. @returns the page of the provider */
export async function beginOpenIdConnection(): Promise<ActionResult<string>> {
  return await ownChange({}, (_writer, { staffId }, { nowMs }) => begin(staffId, nowMs), { mayEnrol: true });
}

async function begin(connects: number | null, nowMs: number): Promise<string> {
  const { url, sealed } = await beginOpenId(connects, nowMs).catch((fault: unknown) => {
    if (fault instanceof Error && fault.name === 'Refusal') logRefusal(fault as Refusal);
    throw fault;
  });
  const { name, options } = pendingCookie(settings().baseUrl);
  (await cookies()).set(name, sealed, options);
  return url;
}

/** Ends the session of this browser, and the provider’s own where there is one. @returns the page to go to */
export async function signOut(): Promise<ActionResult<string>> {
  return await signInStep(z.undefined(), undefined, async () => {
    const isOpenId = await endSession();
    return (isOpenId ? await endSessionUrl() : undefined) ?? '/admin/login';
  });
}
