import { type Actor, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { eq, sql } from '#db/drizzle.ts';
import { Refusal } from '#lib/refusal.ts';
import { isSecondFactorRequired, setSecondFactorRequired } from './policy.ts';
import { staff } from './schema.ts';

/**
 * Whether a person has any second factor, as a column of a question about `staff`: 1 or 0. The names are written out:
 * without a join Drizzle leaves the tables off, and `id` would be the passkey's own.
 */
export const hasSecondFactor = sql<number>`(staff.totp_since IS NOT NULL
  OR EXISTS (SELECT 1 FROM staff_passkey WHERE staff_passkey.staff_id = staff.id))`;

/** @throws Refusal when a second factor is required of everybody and this person has none */
export function requireFactorLeft(db: Db, id: number): void {
  if (!isSecondFactorRequired({ db })) return;
  const found = db.select({ has: hasSecondFactor }).from(staff).where(eq(staff.id, id)).get();
  if (found?.has !== 1) throw new Refusal('A second factor is required of everybody: set up another one first.');
}

/** Requires a second factor of everybody, or no longer. */
export function changeSecondFactorPolicy(
  { db }: Pick<Connection, 'db'>,
  required: boolean,
  actor: Actor,
  nowMs: number,
): void {
  db.transaction(
    (tx) => {
      const before = isSecondFactorRequired({ db: tx });
      if (before === required) return;
      setSecondFactorRequired(tx, required);
      const change = { action: 'staff.policy', subject: 'second factor for everybody', before: { required: before } };
      recordChange(tx, { actor, ...change, after: { required } }, nowMs);
    },
    { behavior: 'immediate' },
  );
}
