import { createHash } from 'node:crypto';
import type { Connection } from '#db/client.ts';
import type { TableShape } from '#lib/cluster/entry.ts';
import { ByteWriter, type StoredValue, writeValue } from '#lib/cluster/values.ts';
import { quoted, readCounters, sharedTables } from './shared-tables.ts';

/**
 * A digest of each shared table, of the counters of AUTOINCREMENT tables and of the schema, bit for bit: nodes that are at
 * the same entry have the same ones. All of one state, if it is called in a transaction.
 */
export function digestTables({ sqlite }: Pick<Connection, 'sqlite'>): Record<string, string> {
  const counters = [...readCounters(sqlite)].sort().map(([name, value]) => `${name} ${value}`);
  const schema = sqlite
    .prepare<[], string>('SELECT sql FROM main.sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name')
    .pluck()
    .all();
  return {
    ...Object.fromEntries(sharedTables(sqlite).map((table) => [table.name, digestRows(sqlite, table)])),
    sqlite_sequence: digestText(counters.join('\n')),
    sqlite_schema: digestText(schema.join('\n')),
  };
}

function digestRows(sqlite: Connection['sqlite'], { name, columns, keys }: TableShape): string {
  const names = columns.map(quoted);
  const order = keys.map((at) => names[at]).join(', ');
  const rows = sqlite
    .prepare<[], StoredValue[]>(`SELECT ${names.join(', ')} FROM ${quoted(name)} ORDER BY ${order}`)
    .raw()
    .safeIntegers();
  const hash = createHash('sha256');
  const bytes = new ByteWriter();
  let count = 0;
  for (const row of rows.iterate()) {
    for (const value of row) writeValue(bytes, value);
    count++;
    if (bytes.length < flushBytes) continue;
    hash.update(bytes.view());
    bytes.truncate(0);
  }
  hash.update(bytes.view());
  return `${count} ${hash.digest('hex')}`;
}

const flushBytes = 256 * 1024;

const digestText = (text: string) => createHash('sha256').update(text).digest('hex');
