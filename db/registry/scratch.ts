import Database from 'better-sqlite3';
import { type Change, type ChangeKind, changeKinds, type NameState } from '#lib/registry/import/comparison.ts';
import type { FeedRow } from '#lib/registry/import/feed-row.ts';
import { pagesByName } from './pages-by-name.ts';

/** A name and the state that an import gives it. */
export type NameChange = NameState & { readonly name: string };

const pageRows = 2000;

/**
 * Where an import sorts a feed and collects what it would change, before anything is written to the database: a private
 * database in a temporary file that is deleted with this object. It uses the same memory for feeds of any size.
 */
export class RegisterScratch {
  readonly #sqlite = openScratch();
  readonly #addRow = this.#sqlite.prepare<[string, number, number | null, number]>(
    'INSERT INTO unsorted VALUES (?, ?, ?, ?)',
  );
  readonly #lineOf = this.#sqlite.prepare<[string], number>('SELECT line FROM feed WHERE name = ?').pluck();
  readonly #rowOf = this.#sqlite.prepare<[string], FeedRow>(
    'SELECT name, registered, cancelled FROM feed WHERE name = ?',
  );
  readonly #putChange = this.#sqlite.prepare<[string, string, number, number | null, number | null, number | null]>(
    'INSERT OR REPLACE INTO change VALUES (?, ?, ?, ?, ?, ?)',
  );
  readonly #dropChange = this.#sqlite.prepare<[string]>('DELETE FROM change WHERE name = ?');
  #counts: Record<ChangeKind, number> | undefined;

  /** Adds a row of the feed, for `sortRows` to put in order. */
  addRow({ name, registered, cancelled }: FeedRow, line: number): void {
    this.#addRow.run(name, registered, cancelled, line);
  }

  /**
   * Sorts the added rows by name; only then can they be found.
   *
   * @returns the rows whose name is on an earlier line too, by line; they are left out
   */
  sortRows(): { readonly name: string; readonly line: number; readonly firstLine: number }[] {
    // one sort of all rows costs half as much as inserting each in order
    this.#sqlite.exec('INSERT INTO feed SELECT * FROM unsorted ORDER BY name, line ON CONFLICT DO NOTHING');
    const isEachNew = this.countRows() === this.#count('SELECT count(*) FROM unsorted');
    const repeated = `SELECT name, unsorted.line, feed.line AS firstLine FROM unsorted JOIN feed USING (name)
      WHERE unsorted.line <> feed.line ORDER BY unsorted.line`;
    const rows = isEachNew ? [] : this.#sqlite.prepare<[], ReturnType<RegisterScratch['sortRows']>[0]>(repeated).all();
    this.#sqlite.exec('DELETE FROM unsorted');
    return rows;
  }

  getRow(name: string): FeedRow | undefined {
    return this.#rowOf.get(name);
  }

  /** The line of a name in the feed; undefined for a name that it lacks. */
  lineOf(name: string): number | undefined {
    return this.#lineOf.get(name);
  }

  countRows(): number {
    return this.#count('SELECT count(*) FROM feed');
  }

  /** The rows of the feed by name. */
  rowPages(): Generator<FeedRow[]> {
    return this.#pages<FeedRow>('SELECT name, registered, cancelled FROM feed WHERE name > ? ORDER BY name LIMIT ?');
  }

  /** Sets what the import changes about a name; undefined means nothing. */
  setChange(name: string, change: Change | undefined): void {
    this.#counts = undefined;
    if (change === undefined) {
      this.#dropChange.run(name);
      return;
    }
    const { kind, state } = change;
    const { registered, cancelled, freeAt } = state ?? { registered: null, cancelled: null, freeAt: null };
    this.#putChange.run(name, kind, state === undefined ? 0 : 1, registered, cancelled, freeAt);
  }

  countChanges(): Record<ChangeKind, number> {
    this.#counts ??= this.#countedChanges();
    return { ...this.#counts };
  }

  #countedChanges(): Record<ChangeKind, number> {
    const counts = Object.fromEntries(changeKinds.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
    const rows = this.#sqlite.prepare('SELECT kind, count(*) AS count FROM change GROUP BY kind').all();
    for (const { kind, count } of rows as { kind: ChangeKind; count: number }[]) counts[kind] = count;
    return counts;
  }

  /** How many names get a new state. */
  countStates(): number {
    return this.#count('SELECT count(*) FROM change WHERE has_state = 1');
  }

  /** The names that get a new state, by name. */
  statePages(): Generator<NameChange[]> {
    return this.#pages<NameChange>(
      'SELECT name, registered, cancelled, free_at AS freeAt FROM change WHERE has_state = 1 AND name > ? ORDER BY name LIMIT ?',
    );
  }

  /** The first names of one kind of change, by name; `state` is undefined when it does not change. */
  firstOfKind(kind: ChangeKind, limit: number): { readonly name: string; readonly state: NameState | undefined }[] {
    const rows = this.#sqlite
      .prepare<[string, number], NameChange & { readonly hasState: number }>(
        `SELECT name, has_state AS hasState, registered, cancelled, free_at AS freeAt FROM change
         WHERE kind = ? ORDER BY name LIMIT ?`,
      )
      .all(kind, limit);
    return rows.map(({ name, hasState, ...state }) => ({ name, state: hasState === 1 ? state : undefined }));
  }

  /** The names of one kind of change, by name. */
  kindPages(kind: ChangeKind): Generator<{ readonly name: string }[]> {
    return this.#pages<{ readonly name: string }>(
      `SELECT name FROM change WHERE kind = '${kind}' AND name > ? ORDER BY name LIMIT ?`,
    );
  }

  close(): void {
    this.#sqlite.close();
  }

  #pages<Row extends { readonly name: string }>(sql: string): Generator<Row[]> {
    const statement = this.#sqlite.prepare<[string, number], Row>(sql);
    return pagesByName((after) => statement.all(after, pageRows));
  }

  #count(sql: string): number {
    return this.#sqlite.prepare<[], number>(sql).pluck().get() ?? 0;
  }
}

function openScratch(): Database.Database {
  // to SQLite, an empty file name means a temporary database on disk
  const sqlite = new Database('');
  sqlite.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -8192;
    CREATE TABLE unsorted (name TEXT, registered INTEGER, cancelled INTEGER, line INTEGER);
    CREATE TABLE feed (name TEXT PRIMARY KEY, registered INTEGER, cancelled INTEGER, line INTEGER) WITHOUT ROWID;
    CREATE TABLE change (
      name TEXT PRIMARY KEY, kind TEXT, has_state INTEGER, registered INTEGER, cancelled INTEGER, free_at INTEGER
    ) WITHOUT ROWID;
    BEGIN`);
  return sqlite;
}
