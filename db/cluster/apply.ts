import type { Statement } from 'better-sqlite3';
import type { Connection } from '#db/client.ts';
import type { RowAction, RowChange, RowsEntry, TableShape } from '#lib/cluster/entry.ts';
import { putCounter, quoted } from './shared-tables.ts';

type Sqlite = Connection['sqlite'];
type Statements = Readonly<Record<RowAction, Statement<unknown[]>>>;

/** The tables whose email addresses are deleted from the pages of the file too, as their writers do. */
const personalTables: ReadonlySet<string> = new Set(['point_report', 'outbox_message']);

/** A node whose rows are not those that an entry was written from. Its file cannot be used any longer. */
export class Drifted extends Error {
  override name = 'Drifted';
}

/**
 * Applies entries to a file by a connection of its own, without foreign keys: the writer has checked them, and their
 * cascades are rows of the entry.
 */
export class Applier {
  readonly #sqlite: Sqlite;
  readonly #statements = new Map<string, Statements>();

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  /** Call it in a transaction. @returns how many rows were changed. @throws Drifted unless each change meets exactly one row */
  apply({ tables, counters, rows }: RowsEntry): number {
    const statements = tables.map((table) => this.#statementsOf(table));
    const isPersonal = tables.some(({ name }) => personalTables.has(name));
    if (isPersonal) this.#sqlite.pragma('secure_delete = ON');
    let count = 0;
    for (const row of rows) {
      applyRow(row, tables[row.table] as TableShape, statements[row.table] as Statements);
      count++;
    }
    if (isPersonal) this.#sqlite.pragma('secure_delete = OFF');
    for (const [table, value] of counters) putCounter(this.#sqlite, table, value);
    return count;
  }

  #statementsOf(table: TableShape): Statements {
    const key = JSON.stringify(table);
    const found = this.#statements.get(key) ?? prepare(this.#sqlite, table);
    this.#statements.set(key, found);
    return found;
  }
}

function applyRow({ action, values }: RowChange, { name, keys }: TableShape, statements: Statements): void {
  // the key of a changed row comes first in the entry, last in the statement
  const bound = action === 'change' ? [...values.slice(keys.length), ...values.slice(0, keys.length)] : values;
  const { changes } = runOn(name, action, statements[action], bound);
  if (changes !== 1) throw new Drifted(`This file has drifted from the log: ${action} of ${name} met ${changes} rows.`);
}

function runOn(table: string, action: RowAction, statement: Statement<unknown[]>, values: readonly unknown[]) {
  try {
    return statement.run(values);
  } catch (fault) {
    if (!isConstraint(fault)) throw fault;
    throw new Drifted(`This file has drifted from the log: ${action} of ${table} is refused.`, { cause: fault });
  }
}

function isConstraint(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && String(fault.code).startsWith('SQLITE_CONSTRAINT');
}

function prepare(sqlite: Sqlite, { name, columns, keys }: TableShape): Statements {
  const table = quoted(name);
  const names = columns.map(quoted);
  const isRow = keys.map((at) => `${names[at]} = ?`).join(' AND ');
  return {
    put: sqlite.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`),
    change: sqlite.prepare(`UPDATE ${table} SET ${names.map((one) => `${one} = ?`).join(', ')} WHERE ${isRow}`),
    remove: sqlite.prepare(`DELETE FROM ${table} WHERE ${isRow}`),
  };
}
