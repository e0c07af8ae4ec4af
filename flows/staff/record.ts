import type { RecordName } from '#db/audit/last-changes.ts';
import { type Authorship, recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import type { AuditAction } from '#lib/words/audit.ts';

/** Adds a row about staff to the audit log; `subject` is an email address. @returns the number of the row */
export function recordStaffChange(
  db: Db,
  { actor, nowMs }: Authorship,
  action: Extract<AuditAction, `staff.${string}`>,
  subject: string,
  {
    before = null,
    after = null,
    ...edited
  }: { readonly before?: unknown; readonly after?: unknown; readonly record?: RecordName } = {},
): number {
  return recordChange(db, { actor, action, subject, before, after, ...edited }, nowMs);
}
