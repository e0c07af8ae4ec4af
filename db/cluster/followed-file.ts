import { zstdDecompressSync } from 'node:zlib';
import type { Statement } from 'better-sqlite3';
import { type Connection, openFileWriter, usualLockPatienceMs } from '#db/client.ts';
import { isCompatible, migrationSteps, runStep } from '#db/migrate.ts';
import { requireFiles } from '#db/open-files.ts';
import { retryWhileBusy } from '#db/storage-fault.ts';
import {
  decodeEntry,
  hashOf,
  type MigrationEntry,
  type RowAction,
  type RowChange,
  type RowsEntry,
  type TableShape,
} from '#lib/cluster/entry.ts';
import { Refusal } from '#lib/refusal.ts';
import { entriesAtOnce, type LoggedEntry, readEntries, readHeadAndHash } from './log.ts';
import { getPosition, type Position, putPosition } from './position.ts';
import type { Session } from './session.ts';
import { putCounter, quoted } from './shared-tables.ts';

interface CatchUp {
  readonly onApplied?: ((sequence: number) => void) | undefined;
  readonly until?: number;
}

/** A node's file as its log changes it: by a connection of its own, which checks no foreign keys and fires no captures. */
export class FollowedFile {
  readonly #file: string;
  readonly #patienceMs: number;
  #opened: { readonly connection: Connection; readonly applier: Applier } | undefined;

  constructor(file: string, patienceMs = usualLockPatienceMs) {
    this.#file = file;
    this.#patienceMs = patienceMs;
  }

  get name(): string {
    return this.#file;
  }

  get #open() {
    this.#opened ??= this.#openFile();
    return this.#opened;
  }

  get connection(): Connection {
    return this.#open.connection;
  }

  #openFile() {
    const connection = openFileWriter(this.#file, { wait: 'yielding' });
    const { sqlite } = connection;
    sqlite.pragma('foreign_keys = OFF');
    // the log has every entry: after a power cut the node follows again from where its file is then
    sqlite.pragma('synchronous = NORMAL');
    return { connection, applier: new Applier(sqlite) };
  }

  /** @throws NeedsBase for a file that belongs to no cluster */
  position(): Position {
    const position = getPosition(this.connection);
    if (position === undefined) throw new NeedsBase(this.#file, 'it belongs to no cluster');
    return position;
  }

  /**
   * @param at where the file was before the head was read: other processes of the node move both on
   * @throws NeedsBase for a file that is not a part of the log which ends at `head`, as far as the head shows it
   */
  requireNotBeyond(head: Position | undefined, { cluster, sequence, hash } = this.position()): asserts head {
    if (head === undefined || head.cluster !== cluster)
      throw new NeedsBase(this.#file, 'it belongs to another cluster');
    if (sequence > head.sequence) throw new NeedsBase(this.#file, `its entry ${sequence} is not in the log`);
    if (sequence === head.sequence && !hash.equals(head.hash)) throw this.#hasAnother(sequence);
  }

  /** Call it for each new session, which may be one of another server. @throws NeedsBase unless the log has the file's last entry */
  async requireInLog(session: Session): Promise<void> {
    const at = this.position();
    const { head, hash } = await readHeadAndHash(session, at.sequence);
    this.requireNotBeyond(head, at);
    // an entry that was trimmed is checked by the hash of the one behind it
    if (hash?.equals(at.hash) === false) throw this.#hasAnother(at.sequence);
  }

  #hasAnother(sequence: number): NeedsBase {
    return new NeedsBase(this.#file, `the log has another entry ${sequence}`);
  }

  /**
   * Applies the entries that the log has beyond the file.
   *
   * @param until an entry after which it may end, although there may be more
   * @returns whether the file was at the log's end
   */
  async catchUp(session: Session, { onApplied, until = Number.POSITIVE_INFINITY }: CatchUp = {}): Promise<boolean> {
    let entries: readonly LoggedEntry[];
    do {
      entries = await readEntries(session, this.position().sequence);
      for (const entry of entries) {
        await this.#apply(entry);
        onApplied?.(entry.sequence);
      }
    } while (entries.length === entriesAtOnce && this.position().sequence < until);
    return entries.length < entriesAtOnce;
  }

  /** Applies an entry while nobody else writes, without stopping the event loop for others. */
  async #apply(entry: LoggedEntry): Promise<void> {
    const decoded = decodeEntry(zstdDecompressSync(entry.body));
    const patience = { file: this.#file, patienceMs: this.#patienceMs, since: performance.now() };
    try {
      await retryWhileBusy(() => this.#applyNow(entry, decoded), patience);
    } catch (fault) {
      if (!(fault instanceof Drifted)) throw fault;
      throw new NeedsBase(this.#file, fault.message, { cause: fault });
    }
  }

  #applyNow(entry: LoggedEntry, decoded: RowsEntry | MigrationEntry): void {
    const { connection, applier } = this.#open;
    const { sqlite } = connection;
    requireFiles(sqlite);
    sqlite.exec('BEGIN IMMEDIATE');
    try {
      const { cluster, sequence, hash } = this.position();
      // another process of the node may have been quicker
      if (sequence < entry.sequence) {
        this.#requireNext(sequence, hash, entry);
        if (decoded.kind === 'rows') applier.apply(decoded);
        else applyMigration(connection, decoded);
        putPosition(connection, { cluster, sequence: entry.sequence, hash: entry.hash });
      }
      sqlite.exec('COMMIT');
    } finally {
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    }
    requireFiles(sqlite);
  }

  #requireNext(sequence: number, hash: Buffer, entry: LoggedEntry): void {
    if (entry.sequence !== sequence + 1) throw new NeedsBase(this.#file, `the log has lost entry ${sequence + 1}`);
    if (!hashOf(hash, entry).equals(entry.hash))
      throw new NeedsBase(this.#file, `entry ${entry.sequence} does not follow from what the file has`);
  }

  close(): void {
    this.#opened?.connection.sqlite.close();
    this.#opened = undefined;
  }
}

/**
 * Does what a migration of the log does, in the transaction of its entry. A program that does not know it can run its SQL
 * if it is marked as compatible; otherwise the node stops here until it is updated.
 *
 * @throws Refusal `cluster-newer-schema`
 */
function applyMigration(connection: Connection, { schema, name, sql }: MigrationEntry): void {
  const isKnown = migrationSteps().some((step) => step.name === name);
  if (!isKnown && !isCompatible(sql)) throw new Refusal({ code: 'cluster-newer-schema', migration: name });
  runStep(connection, { version: schema, name, sql });
}

/** The node's file has no place in the log: it is set aside, and the node takes a base. */
export class NeedsBase extends Refusal {
  override name = 'NeedsBase';

  constructor(file: string, why: string, options?: { cause?: unknown }) {
    super({ code: 'cluster-needs-base', file, reason: why });
    this.cause = options?.cause;
  }
}

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
