import type { Connection, Db } from '#db/client.ts';
import { and, eq, isNotNull, isNull, sql } from '#db/drizzle.ts';
import { anyContains, type PageRequest, pageOf } from '#db/page.ts';
import { staff, staffLink } from './schema.ts';

export const staffSorts = ['email', 'role', 'lastLogin', 'created'] as const;

export interface StaffQuery extends PageRequest<(typeof staffSorts)[number]> {
  /** Part of an email address; empty for all. */
  readonly search: string;
  readonly state: 'enabled' | 'disabled' | undefined;
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

/** A page of the accounts. `linkEndsAt`: when their one-time link expires. */
export function pageOfStaff({ db }: Connection, wanted: StaffQuery) {
  const { email, role, lastLoginAt, createdAt, disabledAt } = staff;
  const ofState = { enabled: isNull(disabledAt), disabled: isNotNull(disabledAt) };
  return pageOf(db, wanted, {
    table: staff,
    matches: and(anyContains(wanted.search, email), wanted.state && ofState[wanted.state]),
    sorts: { email, role, lastLogin: lastLoginAt, created: createdAt },
    select: (isOnPage) => people(db).where(isOnPage),
  });
}

/** One person, as in the list. */
export function getPerson({ db }: Connection, id: number) {
  return people(db).where(eq(staff.id, id)).get();
}
