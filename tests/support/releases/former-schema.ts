import Database from 'better-sqlite3';
import { isCompatible, migrationSteps } from '#db/migrate.ts';

interface SchemaRow {
  readonly type: 'table' | 'index' | 'trigger' | 'view';
  readonly name: string;
  readonly sql: string;
}

/** What was written to make a database; not what SQLite makes for it, such as the tables of a search index. */
function schemaOf(sqlite: Database.Database): SchemaRow[] {
  const made = sqlite
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all() as SchemaRow[];
  const virtual = made.filter(({ sql }) => /^CREATE VIRTUAL TABLE/i.test(sql)).map(({ name }) => `${name}_`);
  return made.filter(({ name }) => !virtual.some((start) => name.startsWith(start)));
}

/**
 * Gives a database the tables that it had at a former version, so that the migrations since run again. Rows of tables that
 * are newer are lost; those of the others keep what the former ones have of them.
 */
export function undoMigrations(sqlite: Database.Database, version: number): void {
  const former = new Database(':memory:');
  for (const { sql } of migrationSteps().slice(0, version)) former.exec(sql);
  const wanted = new Map(schemaOf(former).map((row) => [row.name, row]));
  const columnsOf = (database: Database.Database, table: string) =>
    database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];

  sqlite.pragma('foreign_keys = OFF');
  sqlite.pragma('legacy_alter_table = ON');
  const undo = sqlite.transaction(() => {
    const changed = schemaOf(sqlite).filter(({ name, sql }) => wanted.get(name)?.sql !== sql);
    for (const type of ['trigger', 'view', 'index'] as const)
      for (const { name } of changed.filter((row) => row.type === type)) sqlite.exec(`DROP ${type} "${name}"`);
    for (const { name } of changed.filter(({ type }) => type === 'table')) {
      const row = wanted.get(name);
      if (row !== undefined) {
        const shared = columnsOf(former, name).filter((column) => columnsOf(sqlite, name).includes(column));
        sqlite.exec(`ALTER TABLE "${name}" RENAME TO "newer_${name}"; ${row.sql};`);
        sqlite.exec(
          `INSERT INTO "${name}" (${shared}) SELECT ${shared} FROM "newer_${name}"; DROP TABLE "newer_${name}"`,
        );
      } else sqlite.exec(`DROP TABLE "${name}"`);
    }
    const present = new Set(schemaOf(sqlite).map(({ name }) => name));
    for (const { name, sql } of wanted.values()) if (!present.has(name)) sqlite.exec(sql);
    sqlite.pragma(`user_version = ${version}`);
  });
  undo();
  former.close();
}

/** The version of a database that lacks the newest migration that a running server cannot live with, and all after it. */
export function versionBeforeIncompatible(): number {
  return migrationSteps().findLastIndex(({ sql }) => !isCompatible(sql));
}
