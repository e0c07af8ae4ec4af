import type { Connection, Db } from '#db/client.ts';
import { and, count, eq, isNull, lt } from '#db/drizzle.ts';
import { staff, staffRecoveryCode } from './schema.ts';

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
