import type { Db } from '#db/client.ts';
import { eq, isNull } from '#db/drizzle.ts';
import { linkLifetimeMs } from '#lib/staff/one-time-link.ts';
import { staff, staffLink } from './schema.ts';

/** Stores a one-time link by its token's hash; any older one of the same person dies. `staffId` null: the first administrator's. */
export function addLink(db: Db, staffId: number | null, tokenHash: string, nowMs: number): void {
  removeLinks(db, staffId);
  db.insert(staffLink)
    .values({ tokenHash, staffId, expiresAt: nowMs + linkLifetimeMs })
    .run();
}

/** The link that stands under this hash, with its person's e-mail address; none of a disabled person, none that lapsed. */
export function getLink(db: Db, tokenHash: string, nowMs: number) {
  const found = db
    .select({
      staffId: staffLink.staffId,
      expiresAt: staffLink.expiresAt,
      email: staff.email,
      role: staff.role,
      disabledAt: staff.disabledAt,
    })
    .from(staffLink)
    .leftJoin(staff, eq(staff.id, staffLink.staffId))
    .where(eq(staffLink.tokenHash, tokenHash))
    .get();
  if (found === undefined || nowMs >= found.expiresAt || found.disabledAt !== null) return undefined;
  if (found.staffId === null && hasStaff(db)) return undefined;
  return found;
}

/** Ends the link of a person. */
export function removeLinks(db: Db, staffId: number | null): void {
  db.delete(staffLink)
    .where(staffId === null ? isNull(staffLink.staffId) : eq(staffLink.staffId, staffId))
    .run();
}

/** Whether there is any account. */
export function hasStaff(db: Db): boolean {
  return db.select({ id: staff.id }).from(staff).limit(1).get() !== undefined;
}
