import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { recordChange } from '#db/audit/record-change.ts';
import { connections } from '#db/client.ts';
import { addSession, removeSession, type SessionPlace, touchSession } from '#db/staff/sessions.ts';
import { transact } from '#db/transaction.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { getExchange } from '#lib/http/exchange.ts';
import { generateToken, hashToken } from '#lib/staff/secret-token.ts';
import { isSightingDue, sessionCookie } from '#lib/staff/session.ts';
import { type Presence, presenceOf } from '#server/access/staff-presence.ts';

export type { Presence };

/** The session that this request's cookie names, if it stands. Worked out once per request. */
export const getPresence = cache(async (): Promise<Presence | undefined> => {
  const { name } = sessionCookie(settings().baseUrl);
  const presence = presenceOf((await cookies()).get(name)?.value);
  if (presence !== undefined && presence.standing !== 'second-factor' && isSightingDue(presence.seenAt, now())) {
    touchSession(connections().writer.db, presence.sessionId, now());
  }
  return presence;
});

/** By what somebody has shown who they are. */
type SignInMeans = 'password' | 'password and app' | 'password and recovery code' | 'passkey' | 'one-time link';

/**
 * Begins a session in this browser under a new id; the one that the browser had before ends.
 *
 * @param by what signed the person in, for the audit log; undefined while their second factor is still to come
 */
export async function beginSession(
  person: { readonly id: number; readonly email: string },
  by: SignInMeans | undefined,
  nowMs: number,
): Promise<void> {
  const place = await sessionPlace();
  const token = generateToken();
  const jar = await cookies();
  const { name, options } = sessionCookie(settings().baseUrl);
  const before = jar.get(name)?.value;
  await transact(connections().writer, (db) => {
    if (before !== undefined) removeSession(db, hashToken(before));
    const stage = by === undefined ? 'password' : 'full';
    addSession(db, { tokenHash: hashToken(token), staffId: person.id, stage, ...place }, nowMs);
    if (by === undefined) return;
    const actor = { who: person.email, address: place.address };
    recordChange(db, { actor, action: 'staff.sign-in', subject: person.email, before: null, after: { by } }, nowMs);
  });
  jar.set(name, token, options);
}

/** Ends the session of this browser. */
export async function endSession(): Promise<void> {
  const jar = await cookies();
  const { name, options } = sessionCookie(settings().baseUrl);
  const token = jar.get(name)?.value;
  const presence = await getPresence();
  const { address } = await sessionPlace();
  await transact(connections().writer, (db) => {
    if (token !== undefined) removeSession(db, hashToken(token));
    if (presence === undefined || presence.standing === 'second-factor') return;
    const { email } = presence.staff;
    const actor = { who: email, address };
    recordChange(db, { actor, action: 'staff.sign-out', subject: email, before: null, after: null }, now());
  });
  jar.set(name, '', { ...options, maxAge: 0 });
}

/** Where this request comes from. */
export async function sessionPlace(): Promise<SessionPlace> {
  const caller = getExchange()?.caller;
  return {
    address: caller?.known === true ? caller.address.text : null,
    limitKey: caller?.limitKey ?? 'unknown',
    agent: ((await headers()).get('user-agent') ?? '').slice(0, 300),
  };
}
