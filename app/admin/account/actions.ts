'use server';

import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { ownChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as own from '#flows/staff/own-account.ts';
import * as passkeys from '#flows/staff/passkeys.ts';
import * as factors from '#flows/staff/second-factors.ts';
import type { TotpSetUp } from '#lib/staff/second-factors.ts';

export async function changePassword(values: {
  current: string;
  password: string;
  repeated: string;
}): Promise<ActionResult> {
  return await ownChange(values, own.changePassword);
}

export async function endSession(id: number): Promise<ActionResult> {
  return await ownChange({ id }, own.endOwnSession);
}

export async function endOtherSessions(): Promise<ActionResult> {
  return await ownChange({}, own.endOtherSessions);
}

/** Makes a secret for an authenticator app, which `confirmAuthenticator` turns on. */
export async function setUpAuthenticator(): Promise<ActionResult<TotpSetUp>> {
  return await ownChange({}, factors.setUpAuthenticator, { mayEnrol: true });
}

/** Turns the app on. @returns the recovery codes, which are shown only once */
export async function confirmAuthenticator(values: { code: string }): Promise<ActionResult<string[]>> {
  return await ownChange(values, factors.confirmAuthenticator, { mayEnrol: true });
}

export async function turnOffAuthenticator(values: { password: string }): Promise<ActionResult> {
  return await ownChange(values, factors.turnOffAuthenticator);
}

/** Replaces the recovery codes. @returns the new ones, which are shown only once */
export async function renewRecoveryCodes(): Promise<ActionResult<string[]>> {
  return await ownChange({}, factors.renewRecoveryCodes);
}

export async function beginPasskey(values: {
  label: string;
}): Promise<ActionResult<PublicKeyCredentialCreationOptionsJSON>> {
  return await ownChange(values, passkeys.beginPasskey, { mayEnrol: true });
}

export async function finishPasskey(values: {
  label: string;
  response: RegistrationResponseJSON;
}): Promise<ActionResult> {
  return await ownChange(values, passkeys.addPasskey, { mayEnrol: true });
}

export async function removePasskey(id: number): Promise<ActionResult> {
  return await ownChange({ id }, passkeys.removePasskey);
}
