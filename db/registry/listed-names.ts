import type { Connection, Db } from '#db/client.ts';
import { asc, eq, gt } from '#db/drizzle.ts';
import type { ListedRow } from '#lib/registry/import/listed-row.ts';
import { pagesByName, rowsOf } from './pages-by-name.ts';
import { listedName } from './schema.ts';

/** What the list says of a name in ASCII form; undefined when it is not on it. */
export function getListedName({ db }: Pick<Connection, 'db'>, name: string): ListedRow | undefined {
  return db.select().from(listedName).where(eq(listedName.name, name)).get();
}

/** Adds a name to the list, or replaces what the list says of it. */
export function putListedName(db: Db, row: ListedRow): void {
  const { status, reason } = row;
  db.insert(listedName).values(row).onConflictDoUpdate({ target: listedName.name, set: { status, reason } }).run();
}

/** Removes a name (ASCII form) from the list. */
export function deleteListedName(db: Db, name: string): void {
  db.delete(listedName).where(eq(listedName.name, name)).run();
}

/** The list by name, read a page at a time. */
export function listedNames({ db }: Connection, pageRows = 1000): Generator<ListedRow> {
  const list = db.select().from(listedName).$dynamic().orderBy(asc(listedName.name)).limit(pageRows);
  return rowsOf(pagesByName((after) => list.where(gt(listedName.name, after)).all()));
}
