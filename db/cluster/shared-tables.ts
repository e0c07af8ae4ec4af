import type { Connection } from '#db/client.ts';
import type { TableShape } from '#lib/cluster/entry.ts';

type Sqlite = Connection['sqlite'];

interface Column {
  readonly name: string;
  /** The place in the primary key, from 1; 0 for the others. */
  readonly pk: number;
  /** 2 and 3: computed from other columns. */
  readonly hidden: number;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * The tables whose rows are alike on all nodes. Virtual tables (FTS5, R-tree) and what they keep their contents in are
 * not among them: triggers fill them on each node from the rows they index.
 *
 * @throws Error for a schema whose rows cannot be captured
 */
export function sharedTables(sqlite: Sqlite): TableShape[] {
  const listed = sqlite
    .prepare<[], { name: string; wr: number }>(
      "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name",
    )
    .all();
  const shared = listed.filter(({ name }) => !name.startsWith('sqlite_') && !localTables.has(name));
  requireNoWritingTrigger(sqlite, new Set(shared.map(({ name }) => name)));
  return shared.map(({ name, wr }) => shapeOf(sqlite, name, wr === 1));
}

function shapeOf(sqlite: Sqlite, name: string, isWithoutRowid: boolean): TableShape {
  const all = sqlite
    .prepare<[string], Column>('SELECT name, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid')
    .all(name);
  const stored = all.filter(({ hidden }) => hidden === 0);
  const columns = stored.map((column) => column.name);
  const key = stored.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  if (isWithoutRowid || isRowid(sqlite, name, key))
    return { name, columns, keys: key.map((column) => columns.indexOf(column.name)) };
  // its own key may be missing or null in several rows
  const taken = new Set(all.map((column) => column.name.toLowerCase()));
  const rowid = ['rowid', '_rowid_', 'oid'].find((free) => !taken.has(free));
  if (rowid === undefined) throw new Error(`Rows of ${name} cannot be captured: its columns hide the rowid.`);
  return { name, columns: [rowid, ...columns], keys: [0] };
}

/** Whether the key is the rowid by another name: such a key has no index of its own. */
function isRowid(sqlite: Sqlite, table: string, key: readonly Column[]): boolean {
  if (key.length !== 1) return false;
  const index = sqlite.prepare("SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk'").get(table);
  return index === undefined;
}

/**
 * A trigger of the schema fires on each node. If it changed a shared table, its rows would come twice: from the log, and
 * from the trigger.
 */
function requireNoWritingTrigger(sqlite: Sqlite, shared: ReadonlySet<string>): void {
  const triggers = sqlite
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'")
    .all();
  for (const { name, sql } of triggers) {
    const written = [...writtenTables(sql)].find((table) => shared.has(table));
    if (written !== undefined)
      throw new Error(`The trigger ${name} changes ${written}, which is shared: do it where the rows are changed.`);
  }
}

const writing =
  /\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE\s+(?:OR\s+\w+\s+)?|DELETE\s+FROM)\s*(?:"((?:[^"]|"")+)"|`([^`]+)`|\[([^\]]+)\]|(\w+))/gi;

function* writtenTables(trigger: string): Generator<string, void> {
  const body = trigger.slice(trigger.search(/\bBEGIN\b/i)).replace(/'(?:[^']|'')*'/g, "''");
  for (const [, ...names] of body.matchAll(writing)) {
    const name = names.find((one) => one !== undefined);
    if (name !== undefined) yield name;
  }
}

/**
 * The tables that each node has for itself: they are neither captured nor compared. Those of usage are made of other rows:
 * triggers keep them on each node from the rows of the log.
 */
const localTables: ReadonlySet<string> = new Set([
  'cluster_position',
  'usage_total',
  'usage_month',
  'refused_address',
  'usage_address',
]);

/**
 * The counter of each AUTOINCREMENT table. They are shared too: a number that one node has used is not given again by
 * another, though its row is gone. SQLite allows no triggers on them.
 */
export function readCounters(sqlite: Sqlite): Map<string, bigint> {
  if (!hasCounters(sqlite)) return new Map();
  const read = sqlite.prepare<[], [string, bigint]>('SELECT name, seq FROM sqlite_sequence').raw().safeIntegers();
  return new Map(read.all());
}

/** Those of `now` that are not as in `before`. */
export function movedCounters(before: ReadonlyMap<string, bigint>, now: ReadonlyMap<string, bigint>) {
  return [...now].filter(([table, value]) => before.get(table) !== value);
}

export function putCounter(sqlite: Sqlite, table: string, value: bigint): void {
  const { changes } = sqlite.prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?').run(value, table);
  if (changes === 0) sqlite.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, value);
}

function hasCounters(sqlite: Sqlite): boolean {
  return sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").get() !== undefined;
}
