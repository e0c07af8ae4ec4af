import { statSync } from 'node:fs';
import * as requests from '#db/access/requests/schema.ts';
import * as access from '#db/access/schema.ts';
import { auditEntry } from '#db/audit/schema.ts';
import * as backup from '#db/backup/schema.ts';
import * as baseMap from '#db/base-map/schema.ts';
import * as broadband from '#db/broadband/schema.ts';
import * as jobs from '#db/jobs/schema.ts';
import { dataCheck } from '#db/jobs/schema.ts';
import * as openData from '#db/open-data/schema.ts';
import * as outbox from '#db/outbox/schema.ts';
import * as places from '#db/places/schema.ts';
import * as registry from '#db/registry/schema.ts';
import * as reports from '#db/reports/schema.ts';
import * as staff from '#db/staff/schema.ts';
import * as statistics from '#db/statistics/schema.ts';
import * as usage from '#db/usage/schema.ts';
import { type AuditRow, type CheckedChain, checkChain } from '#lib/audit/chain.ts';
import { DamageFound } from '#lib/readiness.ts';
import type { Reason } from '#lib/refusal.ts';
import type { Connection, Db } from './client.ts';
import { asc, desc, getTableConfig, is, lt, SQLiteTable } from './drizzle.ts';
import * as general from './schema.ts';
import { readerOf } from './stored-json.ts';

const guards = ['audit_entry_is_not_changed', 'audit_entry_is_not_removed', 'audit_entry_stands_last'];
/** Fills the table of the log's search, which a database of an earlier release does not have. */
const searchTrigger = { name: 'audit_entry_is_searched', fills: 'audit_text' };

/** Follows the audit log's chain of hashes, and checks that the triggers that protect it and fill its search exist. */
export function checkAuditLog(connection: Connection): CheckedChain {
  const { sqlite } = connection;
  // one state of the log: rows may be added while it is read
  return sqlite.transaction(() => {
    const lastId = sqlite.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit_entry'").pluck().get();
    const checked = checkChain(auditRows(connection), typeof lastId === 'number' ? lastId : 0);
    if ('fault' in checked) return checked;
    const fault = missingTrigger(connection);
    return fault === undefined ? checked : { fault };
  })();
}

function missingTrigger({ sqlite }: Connection) {
  const names = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'trigger')").pluck().all();
  const guard = guards.find((known) => !names.includes(known));
  if (guard !== undefined) return { code: 'audit-trigger-missing', name: guard } as const;
  const { name, fills } = searchTrigger;
  const isMissing = names.includes(fills) && !names.includes(name);
  return isMissing ? ({ code: 'audit-search-trigger-missing', name } as const) : undefined;
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

const schemas = [
  general,
  access,
  requests,
  backup,
  baseMap,
  broadband,
  jobs,
  openData,
  outbox,
  places,
  registry,
  reports,
  staff,
  statistics,
  usage,
];
const tables = schemas.flatMap((schema) => Object.values(schema)).filter((value) => is(value, SQLiteTable));

/** The most rows of a table that are named. */
const mostNamed = 20;

/**
 * Reads every row of every table through its schema: JSON, the words that a column may have, and numbers, which SQLite's own
 * checks accept as any text. Contents that SQLite or a checksum of ours checks, such as areas, are not read again.
 */
export function checkRows({ sqlite }: Connection): Reason[] {
  const found: Reason[] = [];
  for (const table of tables) {
    const { name, columns } = getTableConfig(table);
    const checked = columns.flatMap((column) => {
      const isSound = checkOf(name, column);
      return isSound === undefined ? [] : [{ column: column.name, isSound }];
    });
    if (checked.length === 0) continue;
    const statement = sqlite.prepare(`SELECT ${checked.map(({ column }) => `"${column}"`).join(', ')} FROM "${name}"`);
    let row = 0;
    let named = 0;
    for (const values of statement.raw().iterate() as IterableIterator<unknown[]>) {
      row++;
      const at = values.findIndex((value, place) => value !== null && checked[place]?.isSound(value) === false);
      if (at === -1 || named++ >= mostNamed) continue;
      found.push({ code: 'row-damaged', table: name, column: checked[at]?.column ?? '', row });
    }
  }
  return found;
}

type Column = ReturnType<typeof getTableConfig>['columns'][number];

/** How to tell whether a value is sound; undefined where SQLite's own checks are enough. */
function checkOf(table: string, { name, enumValues, dataType }: Column): ((value: unknown) => boolean) | undefined {
  const isReadable = readerOf(`${table}.${name}`);
  if (isReadable !== undefined) return (value) => typeof value === 'string' && isReadable(value);
  if (enumValues !== undefined && enumValues.length > 0) return (value) => enumValues.includes(String(value));
  if (dataType === 'number' || dataType === 'boolean') return (value) => typeof value === 'number';
  return undefined;
}

export type DataCheck = typeof dataCheck.$inferSelect;

/** How long results are kept, in milliseconds. */
const keptMs = 90 * 86_400_000;

/** The check that ended last. */
export function getLastDataCheck({ db }: Pick<Connection, 'db'>): DataCheck | undefined {
  return db.select().from(dataCheck).orderBy(desc(dataCheck.id)).limit(1).get();
}

/** Records a check that has ended, and forgets old ones. */
export function insertDataCheck(db: Db, check: Omit<DataCheck, 'id'>): void {
  db.insert(dataCheck).values(check).run();
  db.delete(dataCheck)
    .where(lt(dataCheck.endedAt, check.endedAt - keptMs))
    .run();
}
