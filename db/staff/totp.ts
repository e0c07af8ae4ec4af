import { type Actor, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, count, eq, isNull, lt } from '#db/drizzle.ts';
import { Refusal } from '#lib/refusal.ts';
import { staff, staffRecoveryCode } from './schema.ts';
import { requireFactorLeft } from './second-factors.ts';

const immediate = { behavior: 'immediate' } as const;

/** What stands of a person's authenticator app: the sealed secret, since when it counts (null: not confirmed), the last code's step. */
export function getTotp({ db }: Pick<Connection, 'db'>, id: number) {
  return db
    .select({ sealed: staff.totpSecret, since: staff.totpSince, lastStep: staff.totpLastStep })
    .from(staff)
    .where(eq(staff.id, id))
    .get();
}

/** Holds a sealed secret until it is confirmed by a first code. @throws Refusal while another counts */
export function holdTotpSecret(db: Db, id: number, sealed: Buffer): void {
  const unconfirmed = and(eq(staff.id, id), isNull(staff.totpSince));
  if (db.update(staff).set({ totpSecret: sealed }).where(unconfirmed).run().changes === 0) {
    throw new Refusal('Your authenticator app is set up already: turn it off before you set up another.');
  }
}

/** From now on the held secret counts; `codeHashes` are the recovery codes that come with it. */
export function confirmTotp(
  { db }: Pick<Connection, 'db'>,
  given: { id: number; step: number; codeHashes: readonly string[] },
  actor: Actor,
  nowMs: number,
): void {
  db.transaction((tx) => {
    tx.update(staff).set({ totpSince: nowMs, totpLastStep: given.step }).where(eq(staff.id, given.id)).run();
    seedRecoveryCodes(tx, given.id, given.codeHashes);
    recordChange(tx, { actor, action: 'staff.totp-add', subject: actor.who, before: null, after: null }, nowMs);
  }, immediate);
}

/** Marks a step's code as used; false when it, or a later one, was used already. */
export function spendTotpStep(db: Db, id: number, step: number): boolean {
  const unused = and(eq(staff.id, id), lt(staff.totpLastStep, step));
  return db.update(staff).set({ totpLastStep: step }).where(unused).run().changes > 0;
}

/** Ends the authenticator app and its recovery codes. @throws Refusal when a second factor is required and none would be left */
export function removeTotp({ db }: Pick<Connection, 'db'>, id: number, actor: Actor, nowMs: number): void {
  db.transaction((tx) => {
    tx.update(staff).set({ totpSecret: null, totpSince: null }).where(eq(staff.id, id)).run();
    seedRecoveryCodes(tx, id, []);
    requireFactorLeft(tx, id);
    recordChange(tx, { actor, action: 'staff.totp-remove', subject: actor.who, before: null, after: null }, nowMs);
  }, immediate);
}

/** Replaces all recovery codes of a person. */
export function replaceRecoveryCodes(
  { db }: Pick<Connection, 'db'>,
  given: { id: number; codeHashes: readonly string[] },
  actor: Actor,
  nowMs: number,
): void {
  db.transaction((tx) => {
    seedRecoveryCodes(tx, given.id, given.codeHashes);
    recordChange(tx, { actor, action: 'staff.recovery-codes', subject: actor.who, before: null, after: null }, nowMs);
  }, immediate);
}

/** How many recovery codes a person has left. */
export function countRecoveryCodes({ db }: Pick<Connection, 'db'>, id: number): number {
  const own = eq(staffRecoveryCode.staffId, id);
  return db.select({ left: count() }).from(staffRecoveryCode).where(own).get()?.left ?? 0;
}

/** Uses a recovery code up; false when the person has no such code. */
export function spendRecoveryCode(
  { db }: Pick<Connection, 'db'>,
  id: number,
  codeHash: string,
  actor: Actor,
  nowMs: number,
): boolean {
  return db.transaction((tx) => {
    const own = and(eq(staffRecoveryCode.staffId, id), eq(staffRecoveryCode.codeHash, codeHash));
    if (tx.delete(staffRecoveryCode).where(own).run().changes === 0) return false;
    recordChange(
      tx,
      { actor, action: 'staff.recovery-code-use', subject: actor.who, before: null, after: null },
      nowMs,
    );
    return true;
  }, immediate);
}

function seedRecoveryCodes(db: Db, staffId: number, codeHashes: readonly string[]): void {
  db.delete(staffRecoveryCode).where(eq(staffRecoveryCode.staffId, staffId)).run();
  for (const codeHash of codeHashes) db.insert(staffRecoveryCode).values({ staffId, codeHash }).run();
}
