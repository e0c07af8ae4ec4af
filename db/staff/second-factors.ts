import type { Connection, Db } from '#db/client.ts';
import { and, asc, count, eq, isNull, lt } from '#db/drizzle.ts';
import { isUsable } from './accounts.ts';
import { spentChallenge, staff, staffPasskey, staffRecoveryCode } from './schema.ts';

/**
 * A person's authenticator app: the sealed secret, since when it is confirmed (null: not yet), and the step of the last
 * code that was used.
 */
export function getTotp({ db }: Pick<Connection, 'db'>, id: number) {
  return db
    .select({ sealed: staff.totpSecret, since: staff.totpSince, lastStep: staff.totpLastStep })
    .from(staff)
    .where(eq(staff.id, id))
    .get();
}

/** Stores a sealed secret that is still to be confirmed; false while another is confirmed. */
export function putTotpSecret(db: Db, id: number, sealed: Buffer): boolean {
  const unconfirmed = and(eq(staff.id, id), isNull(staff.totpSince));
  return db.update(staff).set({ totpSecret: sealed }).where(unconfirmed).run().changes > 0;
}

/** Confirms the stored secret; `step` is that of its first code. */
export function confirmTotp(db: Db, id: number, step: number, nowMs: number): void {
  db.update(staff).set({ totpSince: nowMs, totpLastStep: step }).where(eq(staff.id, id)).run();
}

/** Marks a step's code as used; false when it, or a later one, was used before. */
export function spendTotpStep(db: Db, id: number, step: number): boolean {
  const unused = and(eq(staff.id, id), lt(staff.totpLastStep, step));
  return db.update(staff).set({ totpLastStep: step }).where(unused).run().changes > 0;
}

/** Removes the authenticator app and its recovery codes. */
export function removeTotp(db: Db, id: number): void {
  db.update(staff).set({ totpSecret: null, totpSince: null }).where(eq(staff.id, id)).run();
  replaceRecoveryCodes(db, id, []);
}

export function replaceRecoveryCodes(db: Db, staffId: number, codeHashes: readonly string[]): void {
  db.delete(staffRecoveryCode).where(eq(staffRecoveryCode.staffId, staffId)).run();
  for (const codeHash of codeHashes) db.insert(staffRecoveryCode).values({ staffId, codeHash }).run();
}

/** How many recovery codes a person has left. */
export function countRecoveryCodes({ db }: Pick<Connection, 'db'>, id: number): number {
  const own = eq(staffRecoveryCode.staffId, id);
  return db.select({ left: count() }).from(staffRecoveryCode).where(own).get()?.left ?? 0;
}

/** Uses a recovery code up; false when the person has no such code. */
export function spendRecoveryCode(db: Db, id: number, codeHash: string): boolean {
  const own = and(eq(staffRecoveryCode.staffId, id), eq(staffRecoveryCode.codeHash, codeHash));
  return db.delete(staffRecoveryCode).where(own).run().changes > 0;
}

/** The passkeys of a person without their keys, oldest first. */
export function listPasskeys({ db }: Pick<Connection, 'db'>, staffId: number) {
  const { id, credentialId, label, createdAt, lastUsedAt } = staffPasskey;
  return db
    .select({ id, credentialId, label, createdAt, lastUsedAt })
    .from(staffPasskey)
    .where(eq(staffPasskey.staffId, staffId))
    .orderBy(asc(id))
    .all();
}

/** The passkey with this credential id (base64url) and its person's email address, unless the account does not let them in. */
export function getPasskey({ db }: Pick<Connection, 'db'>, credentialId: string) {
  return db
    .select({ passkey: staffPasskey, email: staff.email })
    .from(staffPasskey)
    .innerJoin(staff, eq(staff.id, staffPasskey.staffId))
    .where(and(eq(staffPasskey.credentialId, credentialId), isUsable))
    .get();
}

export function insertPasskey(
  db: Db,
  passkey: Omit<typeof staffPasskey.$inferInsert, 'id' | 'createdAt' | 'lastUsedAt'>,
  nowMs: number,
): void {
  db.insert(staffPasskey)
    .values({ ...passkey, createdAt: nowMs })
    .run();
}

/** Records that a passkey was used, with the counter it gave. */
export function recordPasskeyUse(db: Db, id: number, counter: number, nowMs: number): void {
  db.update(staffPasskey).set({ counter, lastUsedAt: nowMs }).where(eq(staffPasskey.id, id)).run();
}

/** Removes a passkey of a person. @returns its label; undefined when the person has no such passkey */
export function deletePasskey(db: Db, staffId: number, id: number): { label: string } | undefined {
  const own = and(eq(staffPasskey.id, id), eq(staffPasskey.staffId, staffId));
  return db.delete(staffPasskey).where(own).returning({ label: staffPasskey.label }).get();
}

export function deletePasskeysOf(db: Db, staffId: number): void {
  db.delete(staffPasskey).where(eq(staffPasskey.staffId, staffId)).run();
}

/** Marks a challenge as answered; false when it was answered before. It is stored until `expiresAt`. */
export function spendChallenge(db: Db, challengeHash: string, expiresAt: number, nowMs: number): boolean {
  db.delete(spentChallenge).where(lt(spentChallenge.expiresAt, nowMs)).run();
  return db.insert(spentChallenge).values({ challengeHash, expiresAt }).onConflictDoNothing().run().changes > 0;
}
