import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { connections } from '#db/client.ts';
import { addSession, removeSession, type SessionPlace, touchSession } from '#db/staff-sessions.ts';
import { generateToken, hashToken } from '#lib/access/staff/secret-token.ts';
import { isSightingDue, sessionCookie } from '#lib/access/staff/session.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { getExchange } from '#lib/http/exchange.ts';
import { type Presence, presenceOf } from '#server/staff-presence.ts';

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

/** Begins a session in this browser under a new id; the one that the browser had before ends. */
export async function beginSession(staffId: number, stage: 'password' | 'full', nowMs: number): Promise<void> {
  const place = await sessionPlace();
  const token = generateToken();
  const jar = await cookies();
  const { name, options } = sessionCookie(settings().baseUrl);
  const before = jar.get(name)?.value;
  connections().writer.db.transaction(
    (tx) => {
      if (before !== undefined) removeSession(tx, hashToken(before));
      addSession(tx, { tokenHash: hashToken(token), staffId, stage, ...place }, nowMs);
    },
    { behavior: 'immediate' },
  );
  jar.set(name, token, options);
}

/** Ends the session of this browser. */
export async function endSession(): Promise<void> {
  const jar = await cookies();
  const { name, options } = sessionCookie(settings().baseUrl);
  const token = jar.get(name)?.value;
  if (token !== undefined) removeSession(connections().writer.db, hashToken(token));
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
