import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { connections } from '#db/client.ts';
import { type OpenIdSession, recordSessionUse, type SessionClient } from '#db/staff/sessions.ts';
import { tryToTransact } from '#db/transaction.ts';
import * as signingIn from '#flows/staff/sign-in.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { getExchange } from '#lib/http/exchange.ts';
import { isUseDue, sessionCookie } from '#lib/staff/session.ts';
import { goalCookie, goalIn } from '#lib/staff/sign-in-goal.ts';
import { getStaffSession, type StaffSession } from '#server/access/staff-session.ts';

/** The valid session that this request's cookie names. Looked up once per request. */
export const getSession = cache(async (): Promise<StaffSession | undefined> => {
  const { name } = sessionCookie(settings().baseUrl);
  const session = getStaffSession((await cookies()).get(name)?.value);
  if (session !== undefined && session.state !== 'needs-second-factor' && isUseDue(session.seenAt, now())) {
    // whoever only looks need not wait for the write lock, nor for room on the disk
    tryToTransact(connections().writer, (db) => recordSessionUse(db, session.id, now()));
  }
  return session;
});

/**
 * Starts a session in this browser, in place of the one it had.
 *
 * @param means what signed the person in; undefined while their second factor is still missing
 * @returns the page to go to
 */
export async function startSession(
  person: signingIn.Person,
  means: signingIn.SignInMeans | undefined,
  nowMs: number,
  openId?: OpenIdSession,
): Promise<string> {
  const jar = await cookies();
  const { name, options } = sessionCookie(settings().baseUrl);
  const start = { means, client: await sessionClient(), replaced: jar.get(name)?.value, openId };
  jar.set(name, await signingIn.startSession(connections().writer, person, start, nowMs), options);
  if (means === undefined) return '/admin/login/second-factor';
  const goal = goalCookie(settings().baseUrl);
  const kept = jar.get(goal.name)?.value;
  if (kept !== undefined) jar.set(goal.name, '', { ...goal.options, maxAge: 0 });
  return goalIn(kept);
}

/** Ends the session of this browser. @returns whether it was begun by OpenID Connect */
export async function endSession(): Promise<boolean> {
  const jar = await cookies();
  const { name, options } = sessionCookie(settings().baseUrl);
  const session = await getSession();
  const email = session?.state === 'needs-second-factor' ? undefined : session?.staff.email;
  const by = { address: (await sessionClient()).address, nowMs: now() };
  await signingIn.endSession(connections().writer, jar.get(name)?.value ?? '', email, by);
  jar.set(name, '', { ...options, maxAge: 0 });
  return session?.isOpenId === true;
}

/** The client of this request, as sessions record it. */
export async function sessionClient(): Promise<SessionClient> {
  const caller = getExchange()?.caller;
  return {
    address: caller?.known === true ? caller.address.text : null,
    limitKey: caller?.limitKey ?? 'unknown',
    agent: ((await headers()).get('user-agent') ?? '').slice(0, 300),
  };
}
