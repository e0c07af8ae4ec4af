import { auditEntry } from '#db/audit/schema.ts';
import type { Db } from '#db/client.ts';
import { desc } from '#db/drizzle.ts';
import { canonicalJson } from '#lib/audit/canonical-json.ts';
import { chainStart, hashOfRow } from '#lib/audit/chain.ts';

/** Who changed something: an e-mail address and the address it came from, or `command line` without one. */
export interface Actor {
  readonly who: string;
  readonly address: string | null;
}

/** Who makes a change, and when: what every recorded change carries. Instants are epoch milliseconds. */
export interface Authorship {
  readonly actor: Actor;
  readonly nowMs: number;
}

/** One change: `action` as `network.add`, `subject` in words (`192.0.2.0/24 of Example`), what was before and is after. */
export interface Change {
  readonly actor: Actor;
  readonly action: string;
  readonly subject: string;
  /** Any value that JSON can say; null or undefined where there was, or is, nothing. Never a secret. */
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Adds a row to the audit log. Call it in the transaction that makes the change; that must be an immediate one, so that
 * nobody else adds a row in between.
 */
export function recordChange(db: Db, { actor, action, subject, before, after }: Change, nowMs: number): void {
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
}
