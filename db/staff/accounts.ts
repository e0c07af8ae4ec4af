import type { Connection, Db } from '#db/client.ts';
import { and, eq, isNull, sql } from '#db/drizzle.ts';
import { staff, staffPolicy } from './schema.ts';

/**
 * Whether a person has any second factor, as a column of a query on `staff`: 1 or 0. The names are written out because
 * Drizzle omits the table where nothing is joined, and `id` would then be the passkey's own.
 */
export const hasSecondFactor = sql<number>`(staff.totp_since IS NOT NULL
  OR EXISTS (SELECT 1 FROM staff_passkey WHERE staff_passkey.staff_id = staff.id))`;

/**
 * Whether an account lets its person in, as a column and condition of a query on `staff`: it is not disabled, and a provider's
 * person belongs to a provider that is in use.
 */
export const isUsable = sql<number>`(staff.disabled_at IS NULL AND (staff.role <> 'provider' OR EXISTS (
  SELECT 1 FROM provider
  WHERE provider.id = staff.provider_id AND provider.retired_at IS NULL AND provider.pending_version_id IS NULL)))`;

export type Account = Pick<
  typeof staff.$inferSelect,
  'id' | 'email' | 'role' | 'providerId' | 'passwordHash' | 'disabledAt' | 'removedAt'
> & {
  /** 1 or 0. */
  readonly hasSecondFactor: number;
  /** 1 or 0: whether it lets its person in. */
  readonly isUsable: number;
};

const { id: ownId, email: ownEmail, role, providerId, passwordHash, disabledAt, removedAt } = staff;
const account = { id: ownId, email: ownEmail, role, providerId, passwordHash, disabledAt, removedAt };
const columns = { ...account, hasSecondFactor, isUsable };

export function getAccount({ db }: Pick<Connection, 'db'>, id: number): Account | undefined {
  return db.select(columns).from(staff).where(eq(staff.id, id)).get();
}

/** The account of an email address, also a removed one; case does not matter. */
export function getAccountByEmail({ db }: Pick<Connection, 'db'>, email: string): Account | undefined {
  return db.select(columns).from(staff).where(sql`${staff.email} = ${email} COLLATE NOCASE`).get();
}

/** Adds an account without a password. @returns its id */
export function insertAccount(
  db: Db,
  account: Pick<Account, 'email' | 'role'> & Partial<Pick<Account, 'providerId'>>,
  nowMs: number,
): number {
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
  changed: Partial<Pick<Account, 'role' | 'providerId' | 'passwordHash' | 'disabledAt' | 'removedAt'>>,
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

/** The ids of the accounts of a provider's people. */
export function listAccountsOf(db: Db, provider: number): number[] {
  const own = db.select({ id: staff.id }).from(staff).where(eq(staff.providerId, provider)).all();
  return own.map(({ id }) => id);
}

/** Whether everybody must have a second factor. */
export function isSecondFactorRequired({ db }: Pick<Connection, 'db'>): boolean {
  return db.select().from(staffPolicy).get()?.secondFactorRequired === true;
}

export function updateSecondFactorRequired(db: Db, secondFactorRequired: boolean): void {
  db.update(staffPolicy).set({ secondFactorRequired }).run();
}
