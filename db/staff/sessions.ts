import type { Connection, Db } from '#db/client.ts';
import { and, desc, eq, lt, ne, or, sql } from '#db/drizzle.ts';
import { absoluteLimitMs, idleLimitMs, secondFactorLimitMs } from '#lib/staff/session.ts';
import { staff, staffSession } from './schema.ts';
import { hasSecondFactor } from './second-factors.ts';

/** Where a session comes from: the caller's address, as text and as limits count it, and the browser's own name. */
export interface SessionPlace {
  readonly address: string | null;
  readonly limitKey: string;
  readonly agent: string;
}

/** Begins a session of which only the token's hash is kept, and clears away those that have ended. */
export function addSession(
  db: Db,
  session: { tokenHash: string; staffId: number; stage: 'password' | 'full' } & SessionPlace,
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

/** The session with this token's hash, its person, and whether that person has a second factor; none of a disabled person. */
export function getSession({ db }: Connection, tokenHash: string) {
  return db
    .select({
      id: staffSession.id,
      staffId: staffSession.staffId,
      stage: staffSession.stage,
      createdAt: staffSession.createdAt,
      seenAt: staffSession.seenAt,
      email: staff.email,
      role: staff.role,
      hasSecondFactor,
    })
    .from(staffSession)
    .innerJoin(staff, eq(staff.id, staffSession.staffId))
    .where(and(eq(staffSession.tokenHash, tokenHash), sql`${staff.disabledAt} IS NULL`))
    .get();
}

/** Writes down that a session was used. */
export function touchSession(db: Db, id: number, nowMs: number): void {
  db.update(staffSession).set({ seenAt: nowMs }).where(eq(staffSession.id, id)).run();
}

/** The whole sessions of a person, the one used last first. */
export function listSessions({ db }: Connection, staffId: number) {
  return db
    .select({
      id: staffSession.id,
      stage: staffSession.stage,
      address: staffSession.address,
      agent: staffSession.agent,
      createdAt: staffSession.createdAt,
      seenAt: staffSession.seenAt,
    })
    .from(staffSession)
    .where(and(eq(staffSession.staffId, staffId), eq(staffSession.stage, 'full')))
    .orderBy(desc(staffSession.seenAt))
    .all();
}

/** Whether a person has a session from this address (as limits count it): then they are known there. */
export function hasSessionFrom(db: Db, staffId: number, limitKey: string): boolean {
  const own = and(eq(staffSession.staffId, staffId), eq(staffSession.stage, 'full'));
  const found = db
    .select({ id: staffSession.id })
    .from(staffSession)
    .where(and(own, eq(staffSession.limitKey, limitKey)))
    .get();
  return found !== undefined;
}

/** Ends one session, by its token's hash. */
export function removeSession(db: Db, tokenHash: string): void {
  db.delete(staffSession).where(eq(staffSession.tokenHash, tokenHash)).run();
}

/** Ends one session of a person, by its number; tells whether there was one. */
export function removeOwnSession(db: Db, staffId: number, id: number): boolean {
  const own = and(eq(staffSession.staffId, staffId), eq(staffSession.id, id));
  return db.delete(staffSession).where(own).run().changes > 0;
}

/** Ends all sessions of a person, but for the one with the number `exceptId`. Gives how many there were. */
export function removeSessionsOf(db: Db, staffId: number, exceptId = 0): number {
  const others = and(eq(staffSession.staffId, staffId), ne(staffSession.id, exceptId));
  return db.delete(staffSession).where(others).run().changes;
}
