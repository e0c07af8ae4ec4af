import type { Connection, Db } from '#db/client.ts';
import { and, desc, eq, lt, ne, or } from '#db/drizzle.ts';
import { absoluteLimitMs, idleLimitMs, secondFactorLimitMs } from '#lib/staff/session.ts';
import { hasSecondFactor, isUsable } from './accounts.ts';
import { staff, staffSession } from './schema.ts';

/** The client of a session: its address as text (null: unknown) and as limits count it (B5), and its `User-Agent`. */
export interface SessionClient {
  readonly address: string | null;
  readonly limitKey: string;
  readonly agent: string;
}

/** What a session has from OpenID Connect: whether it began it, and whether the provider has checked two factors. */
export interface OpenIdSession {
  readonly isOpenId: boolean;
  readonly isTwoFactor: boolean;
}

/** Adds a session, of which only the token's hash is stored, and removes sessions that have expired. */
export function insertSession(
  db: Db,
  session: { tokenHash: string; staffId: number; stage: 'password' | 'full' } & SessionClient & Partial<OpenIdSession>,
  nowMs: number,
): void {
  db.delete(staffSession)
    .where(
      or(
        lt(staffSession.createdAt, nowMs - absoluteLimitMs),
        lt(staffSession.seenAt, nowMs - idleLimitMs),
        and(eq(staffSession.stage, 'password'), lt(staffSession.createdAt, nowMs - secondFactorLimitMs)),
      ),
    )
    .run();
  db.insert(staffSession)
    .values({ ...session, createdAt: nowMs, seenAt: nowMs })
    .run();
  if (session.stage === 'full') {
    db.update(staff).set({ lastLoginAt: nowMs }).where(eq(staff.id, session.staffId)).run();
  }
}

/** The session with this token's hash and its person, unless the account does not let them in. */
export function getSession({ db }: Connection, tokenHash: string) {
  const { id, staffId, stage, createdAt, seenAt, isOpenId, isTwoFactor } = staffSession;
  const own = { id, staffId, stage, createdAt, seenAt, isOpenId, isTwoFactor };
  return db
    .select({ ...own, email: staff.email, role: staff.role, providerId: staff.providerId, hasSecondFactor })
    .from(staffSession)
    .innerJoin(staff, eq(staff.id, staffSession.staffId))
    .where(and(eq(staffSession.tokenHash, tokenHash), isUsable))
    .get();
}

/** Records that a session was used. */
export function recordSessionUse(db: Db, id: number, nowMs: number): void {
  db.update(staffSession).set({ seenAt: nowMs }).where(eq(staffSession.id, id)).run();
}

/** The completed sign-ins of a person, most recently used first. */
export function listSessions({ db }: Connection, staffId: number) {
  const { id, stage, address, agent, createdAt, seenAt } = staffSession;
  return db
    .select({ id, stage, address, agent, createdAt, seenAt })
    .from(staffSession)
    .where(and(eq(staffSession.staffId, staffId), eq(staffSession.stage, 'full')))
    .orderBy(desc(staffSession.seenAt))
    .all();
}

/** Whether a person is signed in from this address, as limits count it. */
export function hasSessionFrom({ db }: Connection, staffId: number, limitKey: string): boolean {
  const own = and(eq(staffSession.staffId, staffId), eq(staffSession.stage, 'full'));
  const here = and(own, eq(staffSession.limitKey, limitKey));
  return db.select({ id: staffSession.id }).from(staffSession).where(here).get() !== undefined;
}

/** Removes the session with this token's hash. */
export function removeSession(db: Db, tokenHash: string): void {
  db.delete(staffSession).where(eq(staffSession.tokenHash, tokenHash)).run();
}

/** Removes one session of a person; false when the person has no such session. */
export function removeOwnSession(db: Db, staffId: number, id: number): boolean {
  const own = and(eq(staffSession.staffId, staffId), eq(staffSession.id, id));
  return db.delete(staffSession).where(own).run().changes > 0;
}

/** Removes the sessions of a person that OpenID Connect has begun. @returns how many */
export function removeOpenIdSessionsOf(db: Db, staffId: number): number {
  const begun = and(eq(staffSession.staffId, staffId), eq(staffSession.isOpenId, true));
  return db.delete(staffSession).where(begun).run().changes;
}

/** Removes all sessions of a person except `exceptId`. @returns how many */
export function removeSessionsOf(db: Db, staffId: number, exceptId = 0): number {
  const others = and(eq(staffSession.staffId, staffId), ne(staffSession.id, exceptId));
  return db.delete(staffSession).where(others).run().changes;
}
