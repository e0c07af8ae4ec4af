import { statSync } from 'node:fs';
import { auditEntry } from '#db/audit/schema.ts';
import { type AuditRow, type CheckedChain, checkChain } from '#lib/audit/chain.ts';
import { DamageFound } from '#lib/readiness/damage.ts';
import type { Reason } from '#lib/refusal.ts';
import type { Connection } from './client.ts';
import { asc } from './drizzle.ts';

const guards = ['audit_entry_is_not_changed', 'audit_entry_is_not_removed', 'audit_entry_stands_last'];

/** Follows the audit log's chain of hashes, and checks that the triggers that protect it exist. */
export function checkAuditLog(connection: Connection): CheckedChain {
  const { sqlite } = connection;
  // one state of the log: rows may be added while it is read
  return sqlite.transaction(() => {
    const lastId = sqlite.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit_entry'").pluck().get();
    const checked = checkChain(auditRows(connection), typeof lastId === 'number' ? lastId : 0);
    if ('fault' in checked) return checked;
    const triggers = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all();
    const name = guards.find((known) => !triggers.includes(known));
    return name === undefined ? checked : { fault: { code: 'audit-trigger-missing', name } as const };
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

/** Runs SQLite's own checks of the whole file. @returns what they find wrong: at most 100 faults, and 20 stray rows */
export function checkFile({ sqlite }: Connection): Reason[] {
  const found = sqlite.prepare('PRAGMA integrity_check').pluck().all().map(String);
  const stray = sqlite.prepare('PRAGMA foreign_key_check').all() as { table: string; rowid: number | null }[];
  return [
    ...found.filter((text) => text !== 'ok').map((text) => ({ code: 'sqlite-reports', text }) as const),
    ...stray.slice(0, 20).map(({ table, rowid: row }) => ({ code: 'row-without-parent', table, row }) as const),
  ];
}

/** Tables with few rows that answers or access depend on; all of each is checked. */
const smallTables = [
  'generation',
  'registrar',
  'allowed_network',
  'api_user',
  'api_key',
  'technology',
  'provider',
  'witness_key',
  'coverage_version',
  'coverage_version_layer',
  'coverage_layer',
  'coverage_seal',
  'coverage_publication',
  'release_run',
  'release_witness',
  'register_run',
  'alarm',
  'lease',
  'staff',
];

/**
 * Checks what can be checked in a few milliseconds: that the file has all its pages, and the small tables.
 *
 * @throws DamageFound for the first fault
 */
export function quickFileCheck({ sqlite }: Connection): void {
  const numberOf = (pragma: string) => Number(sqlite.pragma(pragma, { simple: true }));
  const pages = numberOf('page_count');
  const bytes = statSync(sqlite.name).size;
  // pages that are still in the write-ahead log may be missing from the file
  const logBytes = statSync(`${sqlite.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes + logBytes < pages * numberOf('page_size')) throw new DamageFound({ code: 'pages-missing', pages, bytes });
  for (const table of smallTables) {
    const [found] = sqlite.prepare(`PRAGMA quick_check('${table}')`).pluck().all();
    if (found !== 'ok') throw new DamageFound({ code: 'table-damaged', table, text: String(found) });
  }
}
