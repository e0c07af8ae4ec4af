import { type Actor, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, eq, isNull, sql } from '#db/drizzle.ts';
import { addLink, getLink, removeLinks } from '#db/staff/links.ts';
import { staff, staffPasskey, staffRecoveryCode } from '#db/staff/schema.ts';
import { hasSecondFactor } from '#db/staff/second-factors.ts';
import { removeSessionsOf } from '#db/staff/sessions.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Role } from '#lib/staff/role.ts';

const immediate = { behavior: 'immediate' } as const;

/** The account of this e-mail address (capitals do not matter), with what signing in must know. */
export function getStaffByEmail(db: Db, email: string) {
  return db
    .select({
      id: staff.id,
      email: staff.email,
      role: staff.role,
      passwordHash: staff.passwordHash,
      disabledAt: staff.disabledAt,
      hasSecondFactor,
    })
    .from(staff)
    .where(sql`${staff.email} = ${email} COLLATE NOCASE`)
    .get();
}

/** The account of this number. @throws Refusal when there is none */
export function requireAccount(db: Db, id: number) {
  const found = db
    .select({ id: staff.id, email: staff.email, role: staff.role, disabledAt: staff.disabledAt })
    .from(staff)
    .where(eq(staff.id, id))
    .get();
  if (found === undefined) throw new Refusal('This account is not there any more.');
  return found;
}

/** The password's hash of an account, to check the one that is typed before a change. */
export function getPasswordHash({ db }: Pick<Connection, 'db'>, id: number): string | null | undefined {
  return db.select({ hash: staff.passwordHash }).from(staff).where(eq(staff.id, id)).get()?.hash;
}

/** Makes an account without a password, and the one-time link by which its person sets one. @throws Refusal when it is there already */
export function inviteStaff(
  { db }: Pick<Connection, 'db'>,
  invited: { email: string; role: Role; tokenHash: string },
  actor: Actor,
  nowMs: number,
): number {
  return db.transaction((tx) => {
    const { email, role, tokenHash } = invited;
    if (getStaffByEmail(tx, email) !== undefined) throw new Refusal(`${email} has an account already.`);
    const { id } = tx.insert(staff).values({ email, role, createdAt: nowMs }).returning({ id: staff.id }).get();
    removeLinks(tx, null);
    addLink(tx, id, tokenHash, nowMs);
    recordChange(tx, { actor, action: 'staff.add', subject: email, before: null, after: { role } }, nowMs);
    return id;
  }, immediate);
}

/** Gives a person a new one-time link; the one they had dies. The password they have goes on until the link is used. */
export function renewLink(
  { db }: Pick<Connection, 'db'>,
  id: number,
  tokenHash: string,
  actor: Actor,
  nowMs: number,
): void {
  db.transaction((tx) => {
    const { email, disabledAt } = requireAccount(tx, id);
    if (disabledAt !== null) throw new Refusal(`${email} is disabled: enable the account first.`);
    addLink(tx, id, tokenHash, nowMs);
    recordChange(tx, { actor, action: 'staff.link', subject: email, before: null, after: null }, nowMs);
  }, immediate);
}

/** Lays the link of the first administrator, who says their own e-mail address when they use it. */
export function addFirstLink({ db }: Pick<Connection, 'db'>, tokenHash: string, nowMs: number): void {
  db.transaction((tx) => addLink(tx, null, tokenHash, nowMs), immediate);
}

/**
 * Sets the password by a one-time link, which is spent by it; all sessions of the person end.
 *
 * @param given.email the person's own, for the link of the first administrator only
 * @throws Refusal when the link is not good, or not any more
 */
export function spendLink(
  { db }: Pick<Connection, 'db'>,
  given: { tokenHash: string; passwordHash: string; email: string },
  address: string | null,
  nowMs: number,
): { id: number; email: string } {
  return db.transaction((tx) => {
    const link = getLink(tx, given.tokenHash, nowMs);
    if (link === undefined) throw new Refusal(deadLink);
    const email = link.email ?? given.email;
    const id = link.staffId ?? addFirstAdmin(tx, email, nowMs);
    tx.update(staff).set({ passwordHash: given.passwordHash }).where(eq(staff.id, id)).run();
    removeLinks(tx, link.staffId);
    removeSessionsOf(tx, id);
    const actor = { who: email, address };
    const after = link.staffId === null ? { role: 'admin' } : null;
    recordChange(tx, { actor, action: 'staff.password-by-link', subject: email, before: null, after }, nowMs);
    return { id, email };
  }, immediate);
}

/** Said of a link that is unknown, spent, lapsed, or replaced by a newer one. */
export const deadLink =
  'This link is not good any more: it was used, a newer one was made, or a day has passed. Ask for a new one.';

function addFirstAdmin(db: Db, email: string, nowMs: number): number {
  return db.insert(staff).values({ email, role: 'admin', createdAt: nowMs }).returning({ id: staff.id }).get().id;
}

/** Sets a new password; every other session of the person ends. */
export function setPassword(
  { db }: Pick<Connection, 'db'>,
  given: { id: number; passwordHash: string; sessionId: number },
  actor: Actor,
  nowMs: number,
): void {
  db.transaction((tx) => {
    tx.update(staff).set({ passwordHash: given.passwordHash }).where(eq(staff.id, given.id)).run();
    removeLinks(tx, given.id);
    removeSessionsOf(tx, given.id, given.sessionId);
    recordChange(tx, { actor, action: 'staff.password', subject: actor.who, before: null, after: null }, nowMs);
  }, immediate);
}

/** Gives a person another role. @throws Refusal when no administrator would be left */
export function changeRole({ db }: Pick<Connection, 'db'>, id: number, role: Role, actor: Actor, nowMs: number): void {
  db.transaction((tx) => {
    const before = requireAccount(tx, id);
    if (before.role === role) return;
    tx.update(staff).set({ role }).where(eq(staff.id, id)).run();
    requireAdmin(tx);
    const change = { action: 'staff.role', subject: before.email, before: { role: before.role }, after: { role } };
    recordChange(tx, { actor, ...change }, nowMs);
  }, immediate);
}

/** Shuts a person out at once: sessions and link end. @throws Refusal when no administrator would be left */
export function disableStaff({ db }: Pick<Connection, 'db'>, id: number, actor: Actor, nowMs: number): void {
  db.transaction((tx) => {
    const { email, disabledAt } = requireAccount(tx, id);
    if (disabledAt !== null) throw new Refusal(`${email} is disabled already.`);
    tx.update(staff).set({ disabledAt: nowMs }).where(eq(staff.id, id)).run();
    requireAdmin(tx);
    removeSessionsOf(tx, id);
    removeLinks(tx, id);
    const change = { action: 'staff.disable', subject: email, before: { enabled: true }, after: { enabled: false } };
    recordChange(tx, { actor, ...change }, nowMs);
  }, immediate);
}

/** Lets a disabled person in again, with the password and second factor they had. */
export function enableStaff({ db }: Pick<Connection, 'db'>, id: number, actor: Actor, nowMs: number): void {
  db.transaction((tx) => {
    const { email, disabledAt } = requireAccount(tx, id);
    if (disabledAt === null) throw new Refusal(`${email} is enabled already.`);
    tx.update(staff).set({ disabledAt: null }).where(eq(staff.id, id)).run();
    const change = { action: 'staff.enable', subject: email, before: { enabled: false }, after: { enabled: true } };
    recordChange(tx, { actor, ...change }, nowMs);
  }, immediate);
}

/** Takes every second factor from a person who has lost theirs; their sessions end. */
export function removeSecondFactors({ db }: Pick<Connection, 'db'>, id: number, actor: Actor, nowMs: number): void {
  db.transaction((tx) => {
    const { email } = requireAccount(tx, id);
    tx.update(staff).set({ totpSecret: null, totpSince: null }).where(eq(staff.id, id)).run();
    tx.delete(staffPasskey).where(eq(staffPasskey.staffId, id)).run();
    tx.delete(staffRecoveryCode).where(eq(staffRecoveryCode.staffId, id)).run();
    removeSessionsOf(tx, id);
    recordChange(
      tx,
      { actor, action: 'staff.second-factors-remove', subject: email, before: null, after: null },
      nowMs,
    );
  }, immediate);
}

function requireAdmin(db: Db): void {
  const standing = and(eq(staff.role, 'admin'), isNull(staff.disabledAt));
  if (db.select({ id: staff.id }).from(staff).where(standing).limit(1).get() === undefined) {
    throw new Refusal('This is the last administrator: make somebody else one first.');
  }
}
