import type { Connection, Db } from '#db/client.ts';
import { asc, eq, gt } from '#db/drizzle.ts';
import { bumpGeneration, readGeneration } from '#db/generation.ts';
import type { Page } from '#db/page.ts';
import { sharedNow } from '#lib/clock.ts';
import type { ListedRow } from '#lib/registry/import/listed-row.ts';
import { foldName } from '#lib/registry/names/label.ts';
import { parseName } from '#lib/registry/names/name.ts';
import type { ListedStatus } from '#lib/registry/status.ts';
import { EntryCollector, sealOfListed } from '#lib/registry/witness/entries.ts';
import { nameHasher } from '#lib/registry/witness/name-hash.ts';
import { pagesByName, rowsOf } from './pages-by-name.ts';
import { listedName } from './schema.ts';
import { appendWitness, getWitnessKey } from './witness-log.ts';

/** What the list says of a name in ASCII form; undefined when it is not on it. */
export function getListedName({ db }: Pick<Connection, 'db'>, name: string): ListedRow | undefined {
  return db.select().from(listedName).where(eq(listedName.name, name)).get();
}

/** Adds names to the list, or replaces what the list says of them. A name must not be given twice. */
export function putListedNames(db: Db, rows: readonly ListedRow[]): void {
  for (const row of rows) {
    const { status, reason } = row;
    db.insert(listedName).values(row).onConflictDoUpdate({ target: listedName.name, set: { status, reason } }).run();
  }
  recordListed(db, rows);
}

/** Removes names (ASCII form) from the list. */
export function deleteListedNames(db: Db, names: readonly string[]): void {
  for (const name of names) db.delete(listedName).where(eq(listedName.name, name)).run();
  recordListed(
    db,
    names.map((name) => ({ name, status: undefined })),
  );
}

/** Makes a revision of the list for its second witness; status undefined: the name is no longer on it. */
export function recordListed(
  db: Db,
  rows: readonly { readonly name: string; readonly status: ListedStatus | undefined }[],
): void {
  if (rows.length === 0) return;
  const hash = nameHasher(getWitnessKey({ db }).key);
  const collector = new EntryCollector();
  for (const { name, status } of rows) collector.add(hash(name), sealOfListed(status));
  const { value: previous } = readGeneration(db, 'listed names');
  bumpGeneration(db, 'listed names', sharedNow());
  const place = { log: 'listed names', revision: previous + 1, whole: false, previous } as const;
  appendWitness(db, place, collector.sorted());
}

/** The list by name, read a page at a time. */
export function listedNames({ db }: Connection, pageRows = 1000): Generator<ListedRow> {
  const list = db.select().from(listedName).$dynamic().orderBy(asc(listedName.name)).limit(pageRows);
  return rowsOf(pagesByName((after) => list.where(gt(listedName.name, after)).all()));
}

export interface ListedNameQuery {
  readonly status: ListedStatus | undefined;
  /** Part of a name in Unicode, or of a reason; empty for all. */
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
}

export type NameOnList = ListedRow & {
  /** The name in Unicode. */
  readonly shown: string;
};

/** All names that match, by name, read in batches. */
export function* matchingListedNames(
  connection: Connection,
  { status, search }: Pick<ListedNameQuery, 'status' | 'search'>,
): Generator<NameOnList> {
  const part = foldName(search);
  for (const row of listedNames(connection)) {
    if (status !== undefined && row.status !== status) continue;
    const shown = shownOf(row);
    if (part === '' || shown.includes(part) || foldName(row.reason).includes(part)) yield { ...row, shown };
  }
}

/** A page of the names that cannot be registered, by name. */
export function pageOfListedNames(connection: Connection, wanted: ListedNameQuery): Page<NameOnList> {
  const first = (wanted.page - 1) * wanted.pageSize;
  const rows: NameOnList[] = [];
  let total = 0;
  for (const row of matchingListedNames(connection, wanted)) {
    if (total >= first && rows.length < wanted.pageSize) rows.push(row);
    total++;
  }
  return { rows, total };
}

function shownOf({ name }: ListedRow): string {
  return name.startsWith('xn--') ? (parseName(name).original ?? name) : name;
}
