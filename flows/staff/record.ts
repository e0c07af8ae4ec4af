import { type Authorship, recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';

/** Adds a row about staff to the audit log; `subject` is an email address. */
export function recordStaffChange(
  db: Db,
  { actor, nowMs }: Authorship,
  action: `staff.${string}`,
  subject: string,
  { before = null, after = null }: { readonly before?: unknown; readonly after?: unknown } = {},
): void {
  recordChange(db, { actor, action, subject, before, after }, nowMs);
}
