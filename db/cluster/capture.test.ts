import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { decodeEntry } from '#lib/cluster/entry.ts';
import { Capture } from './capture.ts';
import { Applier } from './followed-file.ts';
import { digestTables } from './nodes.fixture.ts';

const parents = `
  CREATE TABLE parent (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE COLLATE NOCASE, size);
  CREATE TABLE child (
    id INTEGER PRIMARY KEY, name TEXT REFERENCES parent (name) ON UPDATE CASCADE,
    parent_id INTEGER REFERENCES parent (id) ON DELETE CASCADE
  );`;

/** Two databases with the same schema: what is done in one is captured, and applied to the other. */
function pair(schema: string) {
  const [writing, other] = [new Database(':memory:'), new Database(':memory:')];
  for (const sqlite of [writing, other]) sqlite.exec(schema);
  writing.pragma('foreign_keys = ON');
  other.pragma('foreign_keys = OFF');
  const capture = new Capture(writing);
  const applier = new Applier(other);
  return {
    writing,
    other,
    capture,
    /** Runs `work` in a transaction. @returns how many row changes its entry has */
    write(work: (sqlite: Database.Database) => void): number {
      writing.exec('BEGIN IMMEDIATE');
      capture.begin();
      work(writing);
      const body = capture.take();
      capture.end();
      writing.exec('COMMIT');
      if (body === undefined) return 0;
      const entry = decodeEntry(body);
      if (entry.kind !== 'rows') throw new Error('An entry of rows was expected.');
      return other.transaction(() => applier.apply(entry))();
    },
    expectAlike() {
      expect(digestTables({ sqlite: other })).toEqual(digestTables({ sqlite: writing }));
    },
  };
}

const run = (sqlite: Database.Database, sql: string, ...values: unknown[]) => sqlite.prepare(sql).run(...values);
const attempt = (sqlite: Database.Database, sql: string) => expect(() => sqlite.exec(sql)).toThrow();

describe('the changes of a transaction, applied elsewhere', () => {
  test('are one for each row, of cascades and REPLACE too', () => {
    const { write, expectAlike } = pair(parents);
    expect(write((sqlite) => sqlite.exec("INSERT INTO parent (name) VALUES ('a'), ('b'), ('c')"))).toBe(3);
    expect(
      write((sqlite) => sqlite.exec("INSERT INTO child (name, parent_id) VALUES ('a', 1), ('a', 1), (NULL, 2)")),
    ).toBe(3);
    expect(write((sqlite) => sqlite.exec("UPDATE parent SET name = 'A2' WHERE id = 1"))).toBe(3);
    // the row it replaces takes its children with it
    expect(write((sqlite) => sqlite.exec("INSERT OR REPLACE INTO parent (id, name) VALUES (2, 'c')"))).toBe(4);
    expect(write((sqlite) => sqlite.exec('DELETE FROM parent'))).toBe(4);
    expectAlike();
  });

  test('leave out what was rolled back within it: a statement that failed, a savepoint', () => {
    const { write, expectAlike } = pair(parents);
    write((sqlite) => sqlite.exec("INSERT INTO parent (name) VALUES ('a')"));
    const count = write((sqlite) => {
      attempt(sqlite, "INSERT INTO parent (name) VALUES ('x'), ('y'), ('a')");
      run(sqlite, "INSERT INTO parent (name) VALUES ('b')");
      expect(() =>
        sqlite.transaction(() => {
          run(sqlite, "UPDATE parent SET name = 'z' WHERE name = 'a'");
          run(sqlite, "DELETE FROM parent WHERE name = 'b'");
          throw new Error('rolled back');
        })(),
      ).toThrow('rolled back');
      attempt(sqlite, "UPDATE parent SET name = 'same'");
    });
    expect(count).toBe(1);
    expectAlike();
    // the last thing that happens is rolled back, and nothing is left
    expect(write((sqlite) => attempt(sqlite, "INSERT INTO parent (name) VALUES ('v'), ('a')"))).toBe(0);
    expectAlike();
  });

  test('have the counters of AUTOINCREMENT tables, also where no row is left', () => {
    const { write, other, expectAlike } = pair(parents);
    write((sqlite) => sqlite.exec("INSERT INTO parent (id, name) VALUES (41, 'a')"));
    write((sqlite) => {
      run(sqlite, "INSERT INTO parent (name) VALUES ('b')");
      run(sqlite, "DELETE FROM parent WHERE name = 'b'");
      run(sqlite, "INSERT OR IGNORE INTO parent (name) VALUES ('a')");
      run(sqlite, "INSERT INTO parent (name) VALUES ('a') ON CONFLICT DO UPDATE SET size = 1");
    });
    expectAlike();
    expect(Number(run(other, "INSERT INTO parent (name) VALUES ('next')").lastInsertRowid)).toBeGreaterThan(42);
  });

  test('keep every value bit for bit', () => {
    const { write, writing, other, expectAlike } = pair(
      'CREATE TABLE v (id INTEGER PRIMARY KEY, whole INTEGER, real REAL, word TEXT, bytes BLOB, any_kind)',
    );
    const values = [
      null,
      0n,
      1n,
      -1n,
      2n ** 48n,
      -(2n ** 48n),
      2n ** 53n + 1n,
      2n ** 63n - 1n,
      -(2n ** 63n),
      1,
      -0,
      0.1,
      5e-324,
      1.7976931348623157e308,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      '',
      'a\0b',
      'Ōtautahi 𝄞',
      '1',
      '1.0',
      'x'.repeat(100_000),
      Buffer.alloc(0),
      Buffer.from([0, 255, 128]),
      Buffer.alloc(300_000, 7),
    ];
    write((sqlite) => {
      for (const value of values)
        run(
          sqlite,
          'INSERT INTO v (whole, real, word, bytes, any_kind) VALUES (?, ?, ?, ?, ?)',
          ...Array(5).fill(value),
        );
    });
    expectAlike();
    const kinds = 'SELECT group_concat(typeof(whole) || typeof(real) || typeof(word) || typeof(any_kind)) FROM v';
    expect(other.prepare(kinds).pluck().get()).toBe(writing.prepare(kinds).pluck().get());
    const read = 'SELECT any_kind FROM v ORDER BY id';
    const [from, to] = [writing, other].map((one) => one.prepare(read).pluck().safeIntegers().all());
    expect(to).toEqual(from);
    expect(Object.is(to?.[10], -0)).toBe(Object.is(from?.[10], -0));
  });

  test('meet the right rows in tables of every kind', () => {
    const { write, expectAlike } = pair(`
      CREATE TABLE pairs (a TEXT COLLATE NOCASE, b INTEGER, c, PRIMARY KEY (b, a)) WITHOUT ROWID;
      CREATE TABLE texts (key TEXT PRIMARY KEY, c);
      CREATE TABLE keyless (a, b);
      CREATE TABLE descending (id INTEGER PRIMARY KEY DESC, c);
      CREATE TABLE "odd "" name" ("a column" TEXT, "rowid" TEXT, "order" INTEGER PRIMARY KEY);
      CREATE TABLE hides (rowid TEXT, b);
      CREATE TABLE computed (id INTEGER PRIMARY KEY, a, twice AS (a * 2), stored AS (a * 3) STORED);`);
    write((sqlite) =>
      sqlite.exec(`
        INSERT INTO pairs VALUES ('x', 1, 1), ('X', 2, 2), ('y', 1, 3);
        INSERT INTO texts VALUES (NULL, 1), (NULL, 2), ('k', 3);
        INSERT INTO keyless VALUES (1, 1), (1, 1), (NULL, NULL);
        INSERT INTO descending VALUES (NULL, 'a'), (5, 'b');
        INSERT INTO "odd "" name" VALUES ('a', 'b', 1), ('c', 'd', 2);
        INSERT INTO hides VALUES ('a', 1), ('a', 1);
        INSERT INTO computed (a) VALUES (1), (2.5);`),
    );
    expectAlike();
    const changed = write((sqlite) =>
      sqlite.exec(`
        UPDATE pairs SET a = upper(a) WHERE b = 1;
        UPDATE pairs SET b = b + 10;
        DELETE FROM texts WHERE c = 1;
        UPDATE texts SET key = NULL WHERE c = 3;
        DELETE FROM keyless WHERE rowid = 2;
        UPDATE keyless SET a = 7, rowid = 90 WHERE a IS NULL;
        UPDATE descending SET c = 'changed' WHERE id IS NULL;
        UPDATE "odd "" name" SET "order" = "order" + 10;
        DELETE FROM hides WHERE _rowid_ = 1;
        UPDATE computed SET a = a + 1, id = id + 100;`),
    );
    expect(changed).toBe(2 + 3 + 1 + 1 + 1 + 1 + 1 + 2 + 1 + 2);
    expectAlike();
  });

  test('fill FTS5 and R-tree tables from the rows they index', () => {
    const { write, writing, other, expectAlike } = pair(`
      CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT, x REAL);
      CREATE VIRTUAL TABLE words USING fts5 (name, content = 'place', content_rowid = 'id');
      CREATE VIRTUAL TABLE boxes USING rtree (id, low, high);
      CREATE TRIGGER place_added AFTER INSERT ON place BEGIN
        INSERT INTO words (rowid, name) VALUES (new.id, new.name);
        INSERT INTO boxes VALUES (new.id, new.x, new.x);
      END;
      CREATE TRIGGER place_removed AFTER DELETE ON place BEGIN
        INSERT INTO words (words, rowid, name) VALUES ('delete', old.id, old.name);
        DELETE FROM boxes WHERE id = old.id;
      END;`);
    expect(write((sqlite) => sqlite.exec("INSERT INTO place VALUES (1, 'Nelson', 1.5), (2, 'Napier', 2.5)"))).toBe(2);
    expect(write((sqlite) => sqlite.exec('DELETE FROM place WHERE id = 1'))).toBe(1);
    expectAlike();
    for (const sqlite of [writing, other]) {
      expect(sqlite.prepare("SELECT rowid FROM words WHERE words MATCH 'n*'").pluck().all()).toEqual([2]);
      expect(sqlite.prepare('SELECT id FROM boxes WHERE low > 1').pluck().all()).toEqual([2]);
    }
  });

  test('are refused elsewhere if a row is not as it was here', () => {
    const { write, other } = pair(parents);
    write((sqlite) => sqlite.exec("INSERT INTO parent (name) VALUES ('a'), ('b')"));
    other.exec("DELETE FROM parent WHERE name = 'a'");
    expect(() => write((sqlite) => sqlite.exec("UPDATE parent SET size = 1 WHERE name = 'a'"))).toThrow(/drifted/);
    other.exec("INSERT INTO parent (name) VALUES ('c')");
    expect(() => write((sqlite) => sqlite.exec("INSERT INTO parent (name) VALUES ('C')"))).toThrow(/drifted/);
  });
});

test('a shared table cannot be changed outside the log, nor the schema within it', () => {
  const { writing, write } = pair(parents);
  expect(() => writing.exec("INSERT INTO parent (name) VALUES ('a')")).toThrow(/In a cluster/);
  expect(() => write((sqlite) => sqlite.exec('ALTER TABLE parent ADD COLUMN more'))).toThrow(/schema/);
});

test('a schema whose triggers change shared tables is refused', () => {
  const sqlite = new Database(':memory:');
  sqlite.exec(`${parents}
    CREATE TRIGGER copies AFTER INSERT ON child BEGIN INSERT OR IGNORE INTO "parent" (name) VALUES (new.name); END;`);
  expect(() => new Capture(sqlite)).toThrow('The trigger copies changes parent');
});

test('a table that is added later is captured too', () => {
  const { writing, other, capture, write, expectAlike } = pair(parents);
  for (const sqlite of [writing, other]) sqlite.exec('CREATE TABLE added (id INTEGER PRIMARY KEY)');
  capture.refresh();
  expect(write((sqlite) => sqlite.exec('INSERT INTO added VALUES (1)'))).toBe(1);
  expectAlike();
});
