import { auditEntry } from '#db/audit/schema.ts';
import type { Db } from '#db/client.ts';
import { desc } from '#db/drizzle.ts';
import { chainStart, hashOfRow } from '#lib/audit/chain.ts';
import { canonicalJson } from '#lib/audit/difference.ts';
import { changedFields, type Fields } from '#lib/editing/merge-fields.ts';
import type { AuditAction } from '#lib/words/audit.ts';
import { noteChange, type RecordName } from './last-changes.ts';

/** Who changes something: an email address and the IP address, or `command line` without one. */
export interface Actor {
  readonly who: string;
  readonly address: string | null;
}

/** Who makes a change and when, for its row of the audit log. Instants are epoch milliseconds. */
export interface Authorship {
  readonly actor: Actor;
  readonly nowMs: number;
}

/** A change: `action` such as `network.add`, `subject` in words (`192.0.2.0/24 of Example`), the values before and after. */
export interface Change {
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly subject: string;
  /** Any JSON value; null or undefined if nothing existed before or exists after. Never a secret. */
  readonly before: unknown;
  readonly after: unknown;
  /** The record that is edited; the fields in which `before` and `after` differ count as changed. */
  readonly record?: RecordName;
}

/**
 * Adds a row to the audit log. Call it in the transaction that makes the change, which must be immediate so that nobody
 * else adds a row in between.
 *
 * @returns the number of the row
 */
export function recordChange(db: Db, { actor, action, subject, before, after, record }: Change, nowMs: number): number {
  const last = db
    .select({ id: auditEntry.id, hash: auditEntry.hash })
    .from(auditEntry)
    .orderBy(desc(auditEntry.id))
    .limit(1)
    .get();
  const row = {
    id: (last?.id ?? 0) + 1,
    at: nowMs,
    who: actor.who,
    address: actor.address,
    action,
    subject,
    before: before == null ? null : canonicalJson(before),
    after: after == null ? null : canonicalJson(after),
    previousHash: last?.hash ?? chainStart,
  };
  db.insert(auditEntry)
    .values({ ...row, hash: hashOfRow(row) })
    .run();
  if (record !== undefined) noteChange(db, record, changedFields(fieldsOf(before), fieldsOf(after)), row.id);
  return row.id;
}

const fieldsOf = (value: unknown): Fields => (value ?? {}) as Fields;
