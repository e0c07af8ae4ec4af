import { provider } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, count, eq, gt, inArray, isNotNull, isNull, sql } from '#db/drizzle.ts';
import { job } from '#db/jobs/schema.ts';
import { isUploadNeeded, listUploadsOf } from '#db/jobs/uploads.ts';
import { anyContains, type PageRequest, pageOf } from '#db/page.ts';
import { isSessionAlive } from '#lib/staff/session.ts';
import { identitiesOf } from './identities.ts';
import { staff, staffLink } from './schema.ts';
import { getTotp, listPasskeys } from './second-factors.ts';
import { listSessions } from './sessions.ts';

export const staffSorts = ['email', 'role', 'lastLogin', 'created'] as const;

export interface StaffQuery extends PageRequest<(typeof staffSorts)[number]> {
  /** Part of an email address, or of the name of a provider; empty for all. */
  readonly search: string;
  /** `invited`: has not accepted yet. */
  readonly state: 'enabled' | 'invited' | 'disabled' | undefined;
}

/** Whether a person has signed in or can: has a password, a passkey, or is connected to somebody at a provider. 1 or 0. */
const hasAccepted = sql<number>`(staff.password_hash IS NOT NULL
  OR EXISTS (SELECT 1 FROM staff_passkey WHERE staff_passkey.staff_id = staff.id)
  OR EXISTS (SELECT 1 FROM staff_identity WHERE staff_identity.staff_id = staff.id))`;

/** All accounts, to be narrowed down. */
const people = (db: Db) =>
  db
    .select({
      id: staff.id,
      email: staff.email,
      role: staff.role,
      providerId: staff.providerId,
      provider: provider.name,
      disabledAt: staff.disabledAt,
      createdAt: staff.createdAt,
      lastLoginAt: staff.lastLoginAt,
      hasPassword: sql<number>`${staff.passwordHash} IS NOT NULL`,
      hasAccepted,
      hasTotp: sql<number>`${staff.totpSince} IS NOT NULL`,
      passkeys: sql<number>`(SELECT count(*) FROM staff_passkey WHERE staff_passkey.staff_id = staff.id)`,
      linkEndsAt: staffLink.expiresAt,
    })
    .from(staff)
    .leftJoin(staffLink, eq(staffLink.staffId, staff.id))
    .leftJoin(provider, eq(provider.id, staff.providerId));

/** One account as the list and its own page show it. */
export type ListedPerson = NonNullable<ReturnType<typeof getPerson>>;

/** A page of the accounts. `linkEndsAt`: when their one-time link expires. */
export function pageOfStaff({ db }: Connection, wanted: StaffQuery) {
  const { email, role, lastLoginAt, createdAt, disabledAt } = staff;
  const isEnabled = isNull(disabledAt);
  const ofState = {
    enabled: isEnabled,
    invited: and(isEnabled, sql`NOT ${hasAccepted}`),
    disabled: isNotNull(disabledAt),
  };
  // the rows are counted without the join
  const providerName = sql`(SELECT name FROM provider WHERE provider.id = staff.provider_id)`;
  const found = anyContains(wanted.search, email, providerName);
  return pageOf(db, wanted, {
    table: staff,
    matches: and(isNull(staff.removedAt), found, wanted.state && ofState[wanted.state]),
    sorts: { email, role, lastLogin: lastLoginAt, created: createdAt },
    select: (isOnPage) => people(db).where(isOnPage),
  });
}

/** One person, as in the list. */
export function getPerson({ db }: Pick<Connection, 'db'>, id: number) {
  return people(db)
    .where(and(eq(staff.id, id), isNull(staff.removedAt)))
    .get();
}

/** What ends when an account is disabled or removed, as numbers, and the jobs of the person that go on. */
export function whatEnds(reader: Connection, { id, email }: { id: number; email: string }, nowMs: number) {
  const { db } = reader;
  const uploads = listUploadsOf(reader, id).filter((each) => !isUploadNeeded(reader, each.id));
  const unfinished = and(eq(job.who, email), inArray(job.state, ['waiting', 'running']));
  const ownLinks = and(eq(staffLink.staffId, id), gt(staffLink.expiresAt, nowMs));
  return {
    sessions: listSessions(reader, id).filter((each) => isSessionAlive(each, nowMs)).length,
    passkeys: listPasskeys(reader, id).length,
    authenticator: getTotp(reader, id)?.since == null ? 0 : 1,
    links: db.select({ total: count() }).from(staffLink).where(ownLinks).get()?.total ?? 0,
    identities: identitiesOf(reader, id).length,
    uploads: uploads.length,
    jobsThatGoOn: db.select({ total: count() }).from(job).where(unfinished).get()?.total ?? 0,
  };
}
