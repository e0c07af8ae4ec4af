import type { Connection, Db } from '#db/client.ts';
import { eq, isNull } from '#db/drizzle.ts';
import { linkLifetimeMs } from '#lib/staff/one-time-link.ts';
import { hasAccounts, isUsable } from './accounts.ts';
import { staff, staffLink } from './schema.ts';

/** Stores a one-time link by its token's hash, in place of the person's older one. `staffId` null: the first administrator's. */
export function putLink(db: Db, staffId: number | null, tokenHash: string, nowMs: number): void {
  removeLink(db, staffId);
  db.insert(staffLink)
    .values({ tokenHash, staffId, expiresAt: nowMs + linkLifetimeMs })
    .run();
}

/** The valid link with this hash and its person's email address; undefined when it has expired or its account lets nobody in. */
export function getLink({ db }: Pick<Connection, 'db'>, tokenHash: string, nowMs: number) {
  const { staffId, expiresAt } = staffLink;
  const found = db
    .select({ staffId, expiresAt, email: staff.email, isUsable })
    .from(staffLink)
    .leftJoin(staff, eq(staff.id, staffLink.staffId))
    .where(eq(staffLink.tokenHash, tokenHash))
    .get();
  if (found === undefined || nowMs >= found.expiresAt || (found.staffId !== null && found.isUsable === 0))
    return undefined;
  return found.staffId === null && hasAccounts({ db }) ? undefined : found;
}

/** Removes a person's link. */
export function removeLink(db: Db, staffId: number | null): void {
  db.delete(staffLink)
    .where(staffId === null ? isNull(staffLink.staffId) : eq(staffLink.staffId, staffId))
    .run();
}
