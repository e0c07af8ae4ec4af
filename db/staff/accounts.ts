import type { Connection, Db } from '#db/client.ts';
import { and, eq, isNull, sql } from '#db/drizzle.ts';
import { staff } from './schema.ts';

/**
 * Whether a person has any second factor, as a column of a query on `staff`: 1 or 0. The names are written out because
 * Drizzle omits the table where nothing is joined, and `id` would then be the passkey's own.
 */
export const hasSecondFactor = sql<number>`(staff.totp_since IS NOT NULL
  OR EXISTS (SELECT 1 FROM staff_passkey WHERE staff_passkey.staff_id = staff.id))`;

export type Account = Pick<
  typeof staff.$inferSelect,
  'id' | 'email' | 'role' | 'passwordHash' | 'disabledAt' | 'removedAt'
> & {
  /** 1 or 0. */
  readonly hasSecondFactor: number;
};

const { id: ownId, email: ownEmail, role, passwordHash, disabledAt, removedAt } = staff;
const columns = { id: ownId, email: ownEmail, role, passwordHash, disabledAt, removedAt, hasSecondFactor };

export function getAccount({ db }: Pick<Connection, 'db'>, id: number): Account | undefined {
  return db.select(columns).from(staff).where(eq(staff.id, id)).get();
}

/** The account of an email address, also a removed one; case does not matter. */
export function getAccountByEmail({ db }: Pick<Connection, 'db'>, email: string): Account | undefined {
  return db.select(columns).from(staff).where(sql`${staff.email} = ${email} COLLATE NOCASE`).get();
}

/** Adds an account without a password. @returns its id */
export function insertAccount(db: Db, account: Pick<Account, 'email' | 'role'>, nowMs: number): number {
  return db
    .insert(staff)
    .values({ ...account, createdAt: nowMs })
    .returning({ id: staff.id })
    .get().id;
}

/** Brings a removed account back, as if it were new. */
export function reviveAccount(db: Db, id: number, role: Account['role'], nowMs: number): void {
  const asNew = { role, disabledAt: null, removedAt: null, createdAt: nowMs, lastLoginAt: null };
  db.update(staff).set(asNew).where(eq(staff.id, id)).run();
}

export function updateAccount(
  db: Db,
  id: number,
  changed: Partial<Pick<Account, 'role' | 'passwordHash' | 'disabledAt' | 'removedAt'>>,
): void {
  db.update(staff).set(changed).where(eq(staff.id, id)).run();
}

export function hasAccounts({ db }: Pick<Connection, 'db'>): boolean {
  return db.select({ id: staff.id }).from(staff).limit(1).get() !== undefined;
}

/** Whether an administrator who is not disabled is left. */
export function hasAdministrator(db: Db): boolean {
  const enabled = and(eq(staff.role, 'admin'), isNull(staff.disabledAt));
  return db.select({ id: staff.id }).from(staff).where(enabled).limit(1).get() !== undefined;
}
