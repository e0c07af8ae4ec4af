import type { Connection } from '#db/client.ts';

type Sqlite = Connection['sqlite'];

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
