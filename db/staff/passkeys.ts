import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, lt } from '#db/drizzle.ts';
import { isUsable } from './accounts.ts';
import { spentChallenge, staff, staffPasskey } from './schema.ts';

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
