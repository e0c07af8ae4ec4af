import { auditEntry } from '#db/audit/schema.ts';
import { type AuditRow, type ChainFault, checkChain } from '#lib/audit/chain.ts';
import type { Connection } from './client.ts';
import { asc } from './drizzle.ts';

const guards = ['audit_entry_is_not_changed', 'audit_entry_is_not_removed', 'audit_entry_stands_last'];

/** Follows the audit log's chain of hashes, and looks whether the triggers that guard it stand. */
export function checkAuditLog(connection: Connection): ChainFault | { readonly rows: number } {
  const { sqlite } = connection;
  // one state of the log: rows may be added while it is read
  return sqlite.transaction(() => {
    const lastId = sqlite.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit_entry'").pluck().get();
    const checked = checkChain(auditRows(connection), typeof lastId === 'number' ? lastId : 0);
    if ('sentence' in checked) return checked;
    const standing = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all();
    const absent = guards.find((name) => !standing.includes(name));
    if (absent === undefined) return checked;
    return { id: checked.rows, sentence: `The trigger ${absent}, which keeps the audit log append-only, is missing.` };
  })();
}

function* auditRows({ db, sqlite }: Connection): Generator<AuditRow> {
  const { sql } = db.select().from(auditEntry).orderBy(asc(auditEntry.id)).toSQL();
  for (const row of sqlite.prepare(sql).raw().iterate()) {
    const [id, at, who, address, action, subject, before, after, previousHash, hash] = row as [
      ...[number, number, string, string | null, string, string],
      ...[string | null, string | null, string, string],
    ];
    yield { id, at, who, address, action, subject, before, after, previousHash, hash };
  }
}

/** SQLite's own check of the whole file: what it finds wrong, at most 100 sentences; none when all is well. */
export function checkFile({ sqlite }: Connection): string[] {
  const found = sqlite.prepare('PRAGMA integrity_check').pluck().all().map(String);
  const foreign = sqlite.prepare('PRAGMA foreign_key_check').all() as { table: string; rowid: number | null }[];
  const stray = foreign
    .slice(0, 20)
    .map(({ table, rowid }) => `row ${rowid} of ${table} belongs to a row that is gone`);
  return [...found.filter((sentence) => sentence !== 'ok'), ...stray];
}
