import type { Connection } from '#db/client.ts';
import { desc, eq } from '#db/drizzle.ts';
import { auditEntry } from './schema.ts';

/** The newest row of the audit log, which vouches for all before it. */
export function getLastAudit({ db }: Connection): { readonly id: number; readonly hash: string } | undefined {
  const { id, hash } = auditEntry;
  return db.select({ id, hash }).from(auditEntry).orderBy(desc(id)).limit(1).get();
}

/** The hash of a row of the audit log, if it exists. */
export function getAuditHash({ db }: Connection, id: number): string | undefined {
  return db.select({ hash: auditEntry.hash }).from(auditEntry).where(eq(auditEntry.id, id)).get()?.hash;
}
