import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Authorship } from '#db/audit/record-change.ts';
import type { Connection } from '#db/client.ts';
import type { Account } from '#db/staff/accounts.ts';
import {
  deletePasskey,
  getPasskey,
  insertPasskey,
  listPasskeys,
  recordPasskeyUse,
  spendChallenge,
} from '#db/staff/second-factors.ts';
import type { SessionClient } from '#db/staff/sessions.ts';
import { transact } from '#db/transaction.ts';
import { change, parseInput, preparedChange } from '#flows/change.ts';
import { settings } from '#lib/env.ts';
import { requiredLine, rowId } from '#lib/fields.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { hashToken } from '#lib/staff/secrets.ts';
import { beginAttempt, settleAttempt } from './attempts.ts';
import { requireOtherMeans } from './openid/only.ts';
import { recordStaffChange } from './record.ts';
import { requireFactorLeft } from './second-factors.ts';
import { passkeyChallenges } from './secrets.ts';

const signInPurpose = 'sign-in';
const purposeOf = (staffId: number) => `passkey of staff ${staffId}`;

/** What a browser gives back. The library checks it, and throws for anything else. */
const shape = z.looseObject({ id: z.string().max(2000), response: z.looseObject({}) });
const answerOf = <Answer>() => z.custom<Answer>((given) => shape.safeParse(given).success);
export const signInAnswer = answerOf<AuthenticationResponseJSON>();

const newPasskey = z.object({ staffId: rowId, label: requiredLine(60) });

/** The options with which a person's browser makes a passkey. @throws Refusal when its name cannot be used */
export async function beginPasskey(
  reader: Connection,
  given: z.input<typeof newPasskey>,
  { actor, nowMs }: Authorship,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { staffId } = parseInput(newPasskey, given);
  return await generateRegistrationOptions({
    rpName: 'Wātea',
    rpID: site().expectedRPID,
    userName: actor.who,
    userID: new Uint8Array(Buffer.from(`staff ${staffId}`)),
    challenge: passkeyChallenges().make(purposeOf(staffId), nowMs),
    attestationType: 'none',
    excludeCredentials: listPasskeys(reader, staffId).map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Adds the passkey that a person's browser has made. */
export const addPasskey = preparedChange(
  newPasskey.extend({ response: answerOf<RegistrationResponseJSON>() }),
  async (writer, { staffId, label, response }, { nowMs }) => {
    const expectedChallenge = challengeTaker(writer, purposeOf(staffId), nowMs);
    const verified = await orUndefined(verifyRegistrationResponse({ response, expectedChallenge, ...site() }));
    if (verified?.registrationInfo === undefined) throw new Refusal({ code: 'passkey-unverified' });
    const { id: credentialId, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
    return { staffId, label, credentialId, publicKey: Buffer.from(publicKey), counter, transports };
  },
  (db, passkey, by): void => {
    insertPasskey(db, passkey, by.nowMs);
    recordStaffChange(db, by, 'staff.passkey-add', by.actor.who, { after: { label: passkey.label } });
  },
);

/** Removes one of a person's own passkeys. */
export const removePasskey = change(z.object({ staffId: rowId, id: rowId }), (db, { staffId, id }, by): void => {
  const removed = required(deletePasskey(db, staffId, id), { code: 'passkey-gone' });
  requireFactorLeft(db, staffId);
  recordStaffChange(db, by, 'staff.passkey-remove', by.actor.who, { before: removed });
});

/** The options with which a browser signs in: any passkey of this site, used by a person it has verified. */
export async function beginPasskeySignIn(nowMs: number): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const challenge = passkeyChallenges().make(signInPurpose, nowMs);
  return await generateAuthenticationOptions({ rpID: site().expectedRPID, challenge, userVerification: 'required' });
}

/** Checks a passkey with which a person signs in; it counts as both factors. @throws Refusal when it is wrong */
export async function checkPasskey(
  writer: Connection,
  response: AuthenticationResponseJSON,
  client: SessionClient,
  nowMs: number,
): Promise<Pick<Account, 'id' | 'email'>> {
  const subject = `passkey:${hashToken(response.id)}`;
  const attempt = await beginAttempt(writer, { kind: 'account', subject }, client, nowMs);
  const found = required(getPasskey(writer, response.id), { code: 'unknown-passkey' });
  const { id, staffId, credentialId, publicKey, counter } = found.passkey;
  const credential = { id: credentialId, publicKey: new Uint8Array(publicKey), counter };
  const expectedChallenge = challengeTaker(writer, signInPurpose, nowMs);
  const verified = await orUndefined(
    verifyAuthenticationResponse({ response, expectedChallenge, credential, ...site() }),
  );
  if (verified?.verified !== true) throw new Refusal({ code: 'unknown-passkey' });
  await settleAttempt(writer, attempt);
  requireOtherMeans(found.email);
  await transact(writer, (db) => recordPasskeyUse(db, id, verified.authenticationInfo.newCounter, nowMs));
  return { id: staffId, email: found.email };
}

/** What every answer of a browser is checked against. */
function site() {
  const { baseUrl } = settings();
  return { expectedOrigin: baseUrl, expectedRPID: new URL(baseUrl).hostname, requireUserVerification: true };
}

/** Accepts a challenge of ours that is valid and was not answered before. */
function challengeTaker(writer: Connection, purpose: string, nowMs: number): (challenge: string) => Promise<boolean> {
  return async (challenge) => {
    const endsAt = passkeyChallenges().endOf(challenge, purpose, nowMs);
    return (
      endsAt !== undefined && (await transact(writer, (db) => spendChallenge(db, hashToken(challenge), endsAt, nowMs)))
    );
  };
}

/** The library throws for every answer that it cannot use; all of them are one refusal. */
function orUndefined<Verified>(verifying: Promise<Verified>): Promise<Verified | undefined> {
  return verifying.catch((fault: unknown) => {
    // a challenge is also written, which may be impossible now
    if (fault instanceof Refusal) throw fault;
    return undefined;
  });
}
