import { type Actor, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, isNull, lt } from '#db/drizzle.ts';
import { Refusal } from '#lib/refusal.ts';
import { spentChallenge, staff, staffPasskey } from './schema.ts';
import { requireFactorLeft } from './second-factors.ts';

const immediate = { behavior: 'immediate' } as const;

/** The passkeys of a person, oldest first. */
export function listPasskeys({ db }: Pick<Connection, 'db'>, staffId: number) {
  return db.select().from(staffPasskey).where(eq(staffPasskey.staffId, staffId)).orderBy(asc(staffPasskey.id)).all();
}

/** The passkey with this credential id (base64url), and whose it is; none of a disabled person. */
export function getPasskey(db: Db, credentialId: string) {
  return db
    .select({ passkey: staffPasskey, email: staff.email })
    .from(staffPasskey)
    .innerJoin(staff, eq(staff.id, staffPasskey.staffId))
    .where(and(eq(staffPasskey.credentialId, credentialId), isNull(staff.disabledAt)))
    .get();
}

/** Adds a passkey of a person. */
export function addPasskey(
  { db }: Pick<Connection, 'db'>,
  passkey: Omit<typeof staffPasskey.$inferInsert, 'id' | 'createdAt' | 'lastUsedAt'>,
  actor: Actor,
  nowMs: number,
): void {
  db.transaction((tx) => {
    tx.insert(staffPasskey)
      .values({ ...passkey, createdAt: nowMs })
      .run();
    const after = { label: passkey.label };
    recordChange(tx, { actor, action: 'staff.passkey-add', subject: actor.who, before: null, after }, nowMs);
  }, immediate);
}

/** Writes down that a passkey was used, with the counter it gave. */
export function notePasskeyUse(db: Db, id: number, counter: number, nowMs: number): void {
  db.update(staffPasskey).set({ counter, lastUsedAt: nowMs }).where(eq(staffPasskey.id, id)).run();
}

/** Removes a passkey of a person. @throws Refusal when it is not theirs, or when no second factor would be left that is required */
export function removePasskey(
  { db }: Pick<Connection, 'db'>,
  given: { staffId: number; id: number },
  actor: Actor,
  nowMs: number,
): void {
  db.transaction((tx) => {
    const own = and(eq(staffPasskey.id, given.id), eq(staffPasskey.staffId, given.staffId));
    const removed = tx.delete(staffPasskey).where(own).returning({ label: staffPasskey.label }).get();
    if (removed === undefined) throw new Refusal('This passkey is not there any more.');
    requireFactorLeft(tx, given.staffId);
    recordChange(
      tx,
      { actor, action: 'staff.passkey-remove', subject: actor.who, before: removed, after: null },
      nowMs,
    );
  }, immediate);
}

/** Takes an answered challenge; false when it was answered before. `expiresAt`: until when it must be remembered. */
export function spendChallenge(db: Db, challengeHash: string, expiresAt: number, nowMs: number): boolean {
  db.delete(spentChallenge).where(lt(spentChallenge.expiresAt, nowMs)).run();
  return db.insert(spentChallenge).values({ challengeHash, expiresAt }).onConflictDoNothing().run().changes > 0;
}
