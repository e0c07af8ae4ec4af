import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import { type Connection, openWriter } from './client.ts';
import { getTableColumns, getTableConfig, getTableName, is, SQLiteTable } from './drizzle.ts';
import { isCompatible, migrate, requireCurrent, requireReloadable } from './migrate.ts';
import { UnusableDatabase } from './unusable-database.ts';

const version = readdirSync(`${import.meta.dirname}/migrations`).length;

function folder(): string {
  const made = makeFolder();
  onTestFinished(() => made.remove());
  return made.path;
}

function openedWriter(file: string): Connection {
  const writer = openWriter(file);
  onTestFinished(() => {
    writer.sqlite.close();
  });
  return writer;
}

/** The sentence with which a database file is refused. */
function sentenceFrom(work: () => unknown): string {
  try {
    work();
  } catch (fault) {
    if (fault instanceof UnusableDatabase) return wordsOf(fault.reason);
    throw fault;
  }
  throw new Error('It was not refused.');
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
  readonly dflt_value: string | null;
}

const tables: SQLiteTable[] = [];
for (const file of globSync('**/*schema.ts', { cwd: import.meta.dirname })) {
  const schema: Record<string, unknown> = await import(`${import.meta.dirname}/${file}`);
  tables.push(...Object.values(schema).filter((value): value is SQLiteTable => is(value, SQLiteTable)));
}

test('the schemas describe every table of the database, and no other; indexes of text need none', () => {
  const { reader } = freshDatabase();
  const stored = reader.sqlite
    .prepare(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all();
  expect(tables.map(getTableName).toSorted()).toEqual(stored);
});

test.each(tables.map((table) => [getTableName(table), table] as const))(
  'schema.ts and the migrations agree on every column of %s',
  (name, table) => {
    const { reader } = freshDatabase();
    const columns = reader.sqlite.prepare(`SELECT * FROM pragma_table_info('${name}')`).all() as Column[];
    const combined = getTableConfig(table).primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
    const ofSchema = Object.values(getTableColumns(table)).map((column) => ({
      name: column.name,
      type: column.getSQLType().toUpperCase(),
      // SQLite allows null in a text key of a table with row ids; Drizzle counts every key as not null
      notNull: column.notNull && !column.primary,
      key: column.primary || combined.includes(column.name),
    }));
    const ofDatabase = columns.map((column) => ({
      name: column.name,
      type: column.type,
      notNull: column.notnull === 1 && !(column.pk > 0 && combined.length === 0),
      key: column.pk > 0,
    }));
    expect(ofSchema).toEqual(ofDatabase);

    const withDefault = Object.values(getTableColumns(table)).filter((column) => column.hasDefault && !column.primary);
    const stored = columns.filter(({ dflt_value }) => dflt_value !== null);
    expect(withDefault.map((column) => column.name)).toEqual(stored.map((column) => column.name));
  },
);

test.each(tables.map((table) => [getTableName(table), table] as const))(
  'schema.ts and the migrations agree on the foreign keys and unique columns of %s',
  (name, table) => {
    const { reader } = freshDatabase();
    const { foreignKeys } = getTableConfig(table);
    const ofSchema = foreignKeys.map((key) => {
      const { columns, foreignTable, foreignColumns } = key.reference();
      return [columns[0]?.name, getTableName(foreignTable), foreignColumns[0]?.name, key.onDelete ?? 'no action'];
    });
    const ofDatabase = reader.sqlite
      .prepare(`SELECT "from", "table", "to", lower(on_delete) FROM pragma_foreign_key_list('${name}')`)
      .raw()
      .all();
    expect(ofSchema.toSorted()).toEqual(ofDatabase.toSorted());

    const unique = Object.values(getTableColumns(table)).filter((column) => column.isUnique);
    const stored = reader.sqlite
      .prepare(
        `SELECT (SELECT name FROM pragma_index_info(list.name)) FROM pragma_index_list('${name}') AS list
         WHERE "unique" = 1 AND origin = 'u'`,
      )
      .pluck()
      .all();
    expect(unique.map((column) => column.name).toSorted()).toEqual(stored.toSorted());
  },
);

test('a new database has the five technologies, with their layers and nominal maxima', () => {
  const { reader } = freshDatabase();
  expect(reader.sqlite.prepare('SELECT * FROM technology ORDER BY id').raw().all()).toEqual([
    [1, 'Fibre', 1, 1000, 1, null, null],
    [2, 'Cable', 2, 800, 2, null, null],
    [3, 'VDSL', 3, 100, 3, null, null],
    [4, 'Wireless', 4, 50, 4, null, null],
    [5, 'ADSL', 5, 20, 5, null, null],
  ]);
});

test('a new database is migrated to this version; a second run changes nothing', () => {
  const writer = openedWriter(join(folder(), 'deep', 'er', 'watea.db'));
  expect(sentenceFrom(() => requireCurrent(writer))).toBe(
    `The database ${writer.sqlite.name} is at version 0 and this Wātea needs ${version}: run "npm run watea -- migrate".`,
  );
  expect(migrate(writer)).toEqual({ from: 0, to: version });
  requireCurrent(writer);
  const dump = () => writer.sqlite.serialize().toString('base64');
  const before = dump();
  expect(migrate(writer)).toEqual({ from: version, to: version });
  expect(dump()).toBe(before);
  expect(writer.sqlite.pragma('user_version', { simple: true })).toBe(version);
});

test('two processes may migrate the same new database at the same time', () => {
  const file = join(folder(), 'watea.db');
  const [one, other] = [openedWriter(file), openedWriter(file)];
  expect(migrate(one)).toEqual({ from: 0, to: version });
  expect(migrate(other)).toEqual({ from: version, to: version });
  requireCurrent(other);
});

test('a database of a newer version is refused, and left unchanged', () => {
  const file = join(folder(), 'watea.db');
  const writer = openedWriter(file);
  migrate(writer);
  writer.sqlite.pragma(`user_version = ${version + 6}`);
  const sentence = `The database ${file} is at version ${version + 6}, newer than this Wātea knows (${version}): run the newer Wātea, or restore a backup.`;
  expect(sentenceFrom(() => migrate(writer))).toBe(sentence);
  expect(sentenceFrom(() => requireCurrent(writer))).toBe(sentence);
  expect(writer.sqlite.pragma('user_version', { simple: true })).toBe(version + 6);
});

const foreign: [title: string, make: (file: string) => void, sentence: string][] = [
  [
    'an SQLite file of another program',
    (file) => new Database(file).exec('CREATE TABLE shopping (list)').close(),
    'is an SQLite file, but not a database of Wātea.',
  ],
  [
    'an empty SQLite file that another program has marked as its own',
    (file) => new Database(file).exec('PRAGMA application_id = 7; PRAGMA user_version = 1').close(),
    'is an SQLite file, but not a database of Wātea.',
  ],
  [
    'a text',
    (file) => writeFileSync(file, 'domain,registered,cancel_date\n'.repeat(200)),
    'is not an SQLite database.',
  ],
];

test.each(foreign)('%s is refused in one sentence, and stays unchanged to the byte', (_title, make, sentence) => {
  const file = join(folder(), 'other.db');
  make(file);
  const before = readFileSync(file);
  expect(sentenceFrom(() => openWriter(file))).toBe(`${file} ${sentence}`);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a folder, and a path through a file, cannot be opened', () => {
  const path = folder();
  expect(sentenceFrom(() => openWriter(path))).toBe(`${path} cannot be opened as a database (SQLITE_CANTOPEN).`);
  const file = join(path, 'text');
  writeFileSync(file, '');
  expect(sentenceFrom(() => openWriter(join(file, 'watea.db')))).toMatch(
    /cannot be opened as a database \(E[A-Z]+\)\.$/,
  );
});

test('an empty file is a new database', () => {
  const file = join(folder(), 'watea.db');
  writeFileSync(file, '');
  expect(migrate(openedWriter(file))).toEqual({ from: 0, to: version });
});

test.each([
  ['-- compatible\nALTER TABLE a ADD COLUMN b TEXT;\n', true],
  ['ALTER TABLE a ADD COLUMN b TEXT;\n', false],
  ['-- Jobs need no digest.\n-- compatible\n', false],
  ['-- compatible with nothing\n', false],
])('a running server goes on with the migration %j: %s', (sql, expected) => {
  expect(isCompatible(sql)).toBe(expected);
});

test('a running server may be reloaded while no migration is to come, and not before one without the mark', () => {
  const writer = openedWriter(join(folder(), 'watea.db'));
  migrate(writer);
  expect(() => requireReloadable(writer)).not.toThrow();
  writer.sqlite.pragma('user_version = 16');
  expect(sentenceFrom(() => requireReloadable(writer))).toBe(
    'The running server cannot go on with the migration 0021_uploads_without_digest: stop it and start it again instead of reloading it.',
  );
});
