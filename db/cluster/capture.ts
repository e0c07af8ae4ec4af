import type { Connection } from '#db/client.ts';
import { codeOf, RowWriter, type TableShape } from '#lib/cluster/entry.ts';
import type { StoredValue } from '#lib/cluster/values.ts';
import { movedCounters, quoted, readCounters, sharedTables } from './shared-tables.ts';

type Sqlite = Connection['sqlite'];

/**
 * Takes the row changes of one writing connection, by temporary triggers: they belong to the connection, so the schema
 * stays as it is and nothing fires where entries are applied. How many rows were taken is counted in a temporary table,
 * which SQLite rolls back together with a statement or a savepoint; rows behind that count were rolled back.
 */
export class Capture {
  readonly #sqlite: Sqlite;
  #tables: readonly TableShape[] = [];
  #schemaVersion: unknown;
  #rows: RowWriter | undefined;
  #countersBefore = new Map<string, bigint>();

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
    // without it REPLACE removes rows that no trigger sees
    sqlite.pragma('recursive_triggers = ON');
    sqlite.function('cluster_capture', { varargs: true, safeIntegers: true }, this.#take);
    sqlite.exec('CREATE TEMP TABLE cluster_captured (n INTEGER NOT NULL); INSERT INTO cluster_captured VALUES (0)');
    this.refresh();
  }

  /** Follows a change of the schema; not inside a transaction. */
  refresh(): void {
    const version = this.#readSchemaVersion();
    if (version === this.#schemaVersion) return;
    for (const { name } of this.#tables)
      for (const event of events) this.#sqlite.exec(`DROP TRIGGER IF EXISTS ${triggerName(event, name)}`);
    this.#tables = sharedTables(this.#sqlite);
    this.#tables.forEach((table, place) => {
      this.#sqlite.exec(triggersOf(table, place));
    });
    this.#schemaVersion = version;
  }

  /** Begins to take rows; call it at the beginning of the transaction. */
  begin(): void {
    this.#sqlite.exec('UPDATE cluster_captured SET n = 0');
    this.#countersBefore = readCounters(this.#sqlite);
    this.#rows = new RowWriter();
  }

  /**
   * The bytes of an entry with what the transaction has changed; undefined when that is nothing that is shared.
   *
   * @throws Error if the transaction has changed the schema
   */
  take(): Buffer | undefined {
    const rows = this.#rows;
    if (rows === undefined) throw new Error('The capture has not begun.');
    if (this.#readSchemaVersion() !== this.#schemaVersion)
      throw new Error('A transaction of a cluster cannot change the schema: that is a migration.');
    rows.keep(this.#sqlite.prepare<[], number>('SELECT n FROM cluster_captured').pluck().get() ?? 0);
    const counters = movedCounters(this.#countersBefore, readCounters(this.#sqlite));
    if (rows.count === 0 && counters.length === 0) return undefined;
    const schema = Number(this.#sqlite.pragma('user_version', { simple: true }));
    return rows.encode(schema, this.#tables, counters);
  }

  /** How many bytes the rows of the present transaction take so far. */
  get bytes(): number {
    return this.#rows?.bytes ?? 0;
  }

  /** Ends it: from here on a change of a shared table is a fault. */
  end(): void {
    this.#rows = undefined;
  }

  readonly #take = (at: unknown, code: unknown, ...values: unknown[]): number => {
    if (this.#rows === undefined)
      throw new Error('In a cluster, shared tables are changed by `transact` and `whenUnlocked` alone.');
    const place = Number(at);
    this.#rows.put(place, Number(code), values as StoredValue[]);
    return place + 1;
  };

  #readSchemaVersion(): unknown {
    return this.#sqlite.pragma('main.schema_version', { simple: true });
  }
}

const events = ['insert', 'update', 'delete'] as const;

const triggerName = (event: string, table: string) => `temp.${quoted(`capture ${event} ${table}`)}`;

/** A trigger for each event, which hands the row to `cluster_capture`. */
function triggersOf({ name, columns, keys }: TableShape, place: number): string {
  const all = columns.map((column) => `new.${quoted(column)}`);
  const key = keys.map((at) => `old.${quoted(columns[at] ?? '')}`);
  const given = {
    insert: [codeOf(place, 'put'), ...all],
    update: [codeOf(place, 'change'), ...key, ...all],
    delete: [codeOf(place, 'remove'), ...key],
  };
  return events
    .map(
      (event) => `CREATE TEMP TRIGGER ${quoted(`capture ${event} ${name}`)} AFTER ${event} ON main.${quoted(name)} BEGIN
        UPDATE cluster_captured SET n = cluster_capture(n, ${given[event].join(', ')}); END;`,
    )
    .join('\n');
}
