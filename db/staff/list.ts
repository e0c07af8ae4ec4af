import type { Connection, Db } from '#db/client.ts';
import { and, asc, count, desc, eq, isNotNull, isNull, type SQL, sql } from '#db/drizzle.ts';
import { staff, staffLink } from './schema.ts';

const orders = { email: staff.email, role: staff.role, lastLogin: staff.lastLoginAt, created: staff.createdAt };
export type StaffOrder = keyof typeof orders;
export const staffOrders = Object.keys(orders) as [StaffOrder, ...StaffOrder[]];

export interface StaffQuestion {
  /** Part of the email address; empty for all. */
  readonly text: string;
  readonly state: 'enabled' | 'disabled' | 'all';
  readonly order: StaffOrder;
  readonly isDescending: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** All accounts, to be narrowed down. */
const people = (db: Db) =>
  db
    .select({
      id: staff.id,
      email: staff.email,
      role: staff.role,
      disabledAt: staff.disabledAt,
      createdAt: staff.createdAt,
      lastLoginAt: staff.lastLoginAt,
      hasPassword: sql<number>`${staff.passwordHash} IS NOT NULL`,
      hasTotp: sql<number>`${staff.totpSince} IS NOT NULL`,
      passkeys: sql<number>`(SELECT count(*) FROM staff_passkey WHERE staff_passkey.staff_id = staff.id)`,
      linkEndsAt: staffLink.expiresAt,
    })
    .from(staff)
    .leftJoin(staffLink, eq(staffLink.staffId, staff.id));

/** A page of the accounts, and how many match in all. `linkEndsAt`: when their one-time link expires. */
export function listStaff({ db }: Connection, asked: StaffQuestion) {
  const conditions: (SQL | undefined)[] = [];
  if (asked.text !== '') conditions.push(sql`instr(lower(${staff.email}), lower(${asked.text})) > 0`);
  if (asked.state !== 'all')
    conditions.push(asked.state === 'enabled' ? isNull(staff.disabledAt) : isNotNull(staff.disabledAt));
  const where = and(...conditions);
  const order = asked.isDescending ? desc(orders[asked.order]) : asc(orders[asked.order]);
  const rows = people(db).where(where).orderBy(order, asc(staff.id)).limit(asked.limit).offset(asked.offset).all();
  const total = db.select({ total: count() }).from(staff).where(where).get()?.total ?? 0;
  return { rows, total };
}

/** One person, as in the list. */
export function getPerson({ db }: Connection, id: number) {
  return people(db).where(eq(staff.id, id)).get();
}
