import { z } from 'zod';
import { registrarsOfContact } from '#db/access/registrars.ts';
import { deleteCallerSession, insertCallerSession, signInLinksOf, useLink } from '#db/access/requests/links.ts';
import { requestsOf } from '#db/access/requests/requests.ts';
import { getUserByEmail } from '#db/access/users.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { parseInput } from '#flows/change.ts';
import { callerSessionMs, mostSignInLinks } from '#lib/access/requests.ts';
import { visitor } from '#lib/audit/authors.ts';
import { email } from '#lib/fields.ts';
import { generateToken, hashToken } from '#lib/staff/secrets.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { requireLinkOf } from './ask.ts';
import { type Mailing, sendLink } from './mailing.ts';

const form = z.object({ email });

/** The email address of a form that asks for a sign-in link. @throws Refusal if it is not valid */
export function signInAddress(given: unknown): string {
  return parseInput(form, given).email;
}

/**
 * Mails a sign-in link to an address that has a key, a network or a request; to any other nothing is sent. Others can ask
 * for links in its place: after some it gets another only once none that it has works, so they never keep it out.
 */
export async function askToSignIn(writer: Connection, address: string, mailing: Mailing, nowMs: EpochMs) {
  await transact(writer, (db) => {
    const known = knownAddress(db, address);
    if (known === undefined) return;
    const links = signInLinksOf({ db }, known, nowMs);
    if (links.hasUsable && links.count >= mostSignInLinks) return;
    sendLink(db, { purpose: 'sign-in', email: known, requestId: null }, mailing, nowMs);
  });
}

/** Signs in by a link. @returns the token of the session */
export async function signInByLink(writer: Connection, token: string, nowMs: EpochMs): Promise<string> {
  return await transact(writer, (db) => {
    const link = requireLinkOf(db, 'sign-in', token, nowMs);
    useLink(db, link.tokenHash, nowMs);
    const session = generateToken();
    const times = { createdAt: nowMs, expiresAt: nowMs + callerSessionMs };
    insertCallerSession(db, { tokenHash: hashToken(session), email: link.email, ...times });
    const user = getUserByEmail(db, link.email);
    const subject = user === undefined ? 'a caller without keys' : `user ${user.id}`;
    const actor = { who: visitor, address: null };
    recordChange(db, { actor, action: 'caller.sign-in', subject, before: null, after: null }, nowMs);
    return session;
  });
}

/** Ends a session by its token. */
export async function endCallerSession(writer: Connection, token: string): Promise<void> {
  await transact(writer, (db) => deleteCallerSession(db, hashToken(token)));
}

/** The address as it is stored, so that a mail goes where staff or an earlier confirmation have it. */
function knownAddress(db: Db, address: string): string | undefined {
  const confirmed = requestsOf({ db }, address).find(({ state }) => state !== 'unconfirmed');
  return (
    getUserByEmail(db, address)?.email ?? registrarsOfContact({ db }, address)[0]?.contactEmail ?? confirmed?.email
  );
}
