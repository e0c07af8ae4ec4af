import { z } from 'zod';
import type { Connection } from '#db/client.ts';
import { type Account, getAccountByEmail } from '#db/staff/accounts.ts';
import { getTotp, spendRecoveryCode, spendTotpStep } from '#db/staff/second-factors.ts';
import {
  hasSessionFrom,
  insertSession,
  type OpenIdSession,
  removeSession,
  type SessionClient,
} from '#db/staff/sessions.ts';
import { transact } from '#db/transaction.ts';
import { requiredLine, typedSecret } from '#lib/fields.ts';
import { Refusal } from '#lib/refusal.ts';
import { type InTurn, isPassword, withHashingPlace } from '#lib/staff/password-hash.ts';
import { hashRecoveryCode, matchTotp } from '#lib/staff/second-factors.ts';
import { generateToken, hashToken } from '#lib/staff/secrets.ts';
import { beginAttempt, settleAttempt } from './attempts.ts';
import { requireOtherMeans } from './openid/only.ts';
import { recordStaffChange } from './record.ts';
import { secretBox, totpPurpose } from './secrets.ts';

/** A person who signs in. */
export type Person = Pick<Account, 'id' | 'email'>;

/** What a person signed in with, as the audit log names it. */
export type SignInMeans = FirstMeans | `${FirstMeans} and ${'app' | 'recovery code'}` | 'passkey' | 'one-time link';
/** What may need a second factor. */
export type FirstMeans = 'password' | 'OpenID Connect';

export const firstStep = z.object({ email: requiredLine(254), password: typedSecret });
export const secondStep = z.object({ code: requiredLine(100) });

/** The outcome of a first step. `failureOf`: the account whose failures should be recorded now. */
export type PasswordCheck =
  | { readonly ok: true; readonly account: Account }
  | { readonly ok: false; readonly failureOf: string | undefined };

/**
 * Checks an email address and a password. An unknown account, a wrong password, a disabled account and one without a
 * password give the same answer after the same work.
 *
 * @throws Refusal when the attempt must wait, when too many people are signing in, or when passwords are turned off
 */
export async function checkPassword(
  writer: Connection,
  given: z.output<typeof firstStep>,
  client: SessionClient,
  nowMs: number,
): Promise<PasswordCheck> {
  // before anything is looked up, so that it is the same for unknown accounts
  requireOtherMeans(given.email);
  return await withHashingPlace((inTurn) => checkInTurn(writer, given, client, nowMs, inTurn));
}

async function checkInTurn(
  writer: Connection,
  { email, password }: z.output<typeof firstStep>,
  client: SessionClient,
  nowMs: number,
  inTurn: InTurn,
): Promise<PasswordCheck> {
  const account = getAccountByEmail(writer, email);
  const subject = failureSubject(writer, email, account, client);
  const attempt = await beginAttempt(writer, { kind: 'account', subject }, client, nowMs);
  const stored = account?.isUsable === 1 ? account.passwordHash : null;
  const matches = await inTurn(() => isPassword(password, stored));
  if (account === undefined || !matches)
    return { ok: false, failureOf: attempt.isLastFree ? account?.email : undefined };
  await settleAttempt(writer, attempt);
  return { ok: true, account };
}

/**
 * Checks the code of a second step: of the authenticator app, or a recovery code.
 *
 * @throws Refusal when the code is wrong or used, or when the attempt must wait
 */
export async function checkSecondFactor(
  writer: Connection,
  person: Person & { readonly first: FirstMeans },
  code: string,
  client: SessionClient,
  nowMs: number,
): Promise<SignInMeans> {
  const own = { kind: 'second-factor', subject: `second-factor:${person.id}` } as const;
  const attempt = await beginAttempt(writer, own, client, nowMs);
  const means = await transact(writer, (db): SignInMeans | undefined => {
    if (isAppCode({ db }, person.id, code, nowMs)) return `${person.first} and app`;
    if (!spendRecoveryCode(db, person.id, hashRecoveryCode(code))) return undefined;
    const actor = { who: person.email, address: client.address };
    recordStaffChange(db, { actor, nowMs }, 'staff.recovery-code-use', person.email);
    return `${person.first} and recovery code`;
  });
  if (means === undefined) {
    if (attempt.isLastFree) await recordFailures(writer, person.email, 'second factor', client.address, nowMs);
    throw new Refusal({ code: 'wrong-code' });
  }
  await settleAttempt(writer, attempt);
  return means;
}

/** Records that so many attempts on an account failed, at this step of signing in, that the next one must wait. */
export async function recordFailures(
  writer: Connection,
  email: string,
  step: 'password' | 'second factor',
  address: string | null,
  nowMs: number,
): Promise<void> {
  const by = { actor: { who: 'somebody unknown', address }, nowMs };
  await transact(writer, (db) => recordStaffChange(db, by, 'staff.sign-in-fail', email, { after: { step } }));
}

/** How a session begins. */
interface SessionStart {
  /** Undefined while the second factor is still missing. */
  readonly means: SignInMeans | undefined;
  readonly client: SessionClient;
  /** The token that the browser had. */
  readonly replaced: string | undefined;
  readonly openId?: OpenIdSession | undefined;
}

/** Starts a session with a new token, in place of the one that the browser had. @returns the token */
export async function startSession(
  writer: Connection,
  person: Person,
  { means, client, replaced, openId }: SessionStart,
  nowMs: number,
): Promise<string> {
  const token = generateToken();
  await transact(writer, (db) => {
    if (replaced !== undefined) removeSession(db, hashToken(replaced));
    const stage = means === undefined ? 'password' : 'full';
    insertSession(db, { tokenHash: hashToken(token), staffId: person.id, stage, ...client, ...openId }, nowMs);
    if (means === undefined) return;
    const by = { actor: { who: person.email, address: client.address }, nowMs };
    recordStaffChange(db, by, 'staff.sign-in', person.email, { after: { by: means } });
  });
  return token;
}

/** Ends the session of a token. @param email whose it is, where the sign-in was complete */
export async function endSession(
  writer: Connection,
  token: string,
  email: string | undefined,
  { address, nowMs }: { readonly address: string | null; readonly nowMs: number },
): Promise<void> {
  await transact(writer, (db) => {
    removeSession(db, hashToken(token));
    if (email !== undefined) recordStaffChange(db, { actor: { who: email, address }, nowMs }, 'staff.sign-out', email);
  });
}

/**
 * Whose failures an attempt counts as. A person who is already signed in from this address is counted separately, so
 * that strangers who try the account from elsewhere do not make them wait.
 */
function failureSubject(
  writer: Connection,
  email: string,
  account: Account | undefined,
  { address, limitKey }: SessionClient,
): string {
  const subject = `account:${hashToken(email.toLowerCase())}`;
  const isKnownHere = account !== undefined && address !== null && hasSessionFrom(writer, account.id, limitKey);
  return isKnownHere ? `${subject}@${limitKey}` : subject;
}

function isAppCode({ db }: Pick<Connection, 'db'>, staffId: number, code: string, nowMs: number): boolean {
  const totp = getTotp({ db }, staffId);
  if (totp?.sealed == null || totp.since === null) return false;
  const secret = secretBox().open(totp.sealed, totpPurpose(staffId));
  const step = secret && matchTotp(secret, code, totp.lastStep, nowMs);
  return step !== undefined && spendTotpStep(db, staffId, step);
}
