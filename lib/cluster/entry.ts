import { createHash } from 'node:crypto';
import { ByteReader, ByteWriter, readValue, type StoredValue, writeValue } from './values.ts';

/**
 * A table as an entry names it: its columns in the order of the values, and which of them identify a row. A table that
 * is identified by its rowid alone has that as its first column.
 */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Places in `columns`. */
  readonly keys: readonly number[];
}

/** What happened to a row. `put` has all values, `change` the former key and then all values, `remove` the key. */
export type RowAction = 'put' | 'change' | 'remove';
const actions = ['put', 'change', 'remove'] as const;

/** What a transaction changed: rows, and counters of AUTOINCREMENT tables that have moved. */
export interface RowsEntry {
  readonly kind: 'rows';
  /** The version of the schema (`user_version`) that it was written with. */
  readonly schema: number;
  readonly tables: readonly TableShape[];
  readonly counters: readonly (readonly [table: string, value: bigint])[];
  readonly rows: Iterable<RowChange>;
}

export interface RowChange {
  readonly table: number;
  readonly action: RowAction;
  readonly values: StoredValue[];
}

/** A change of the schema. A node whose program does not know it runs `sql` if it says that such programs can live with it. */
export interface MigrationEntry {
  readonly kind: 'migration';
  /** The version of the schema afterwards. */
  readonly schema: number;
  readonly name: string;
  readonly sql: string;
}

/*
 * An entry: its form (1), its kind and the version of the schema. Rows: how many tables and, for each, its number, name,
 * columns and the places of its key; how many counters, each a table and 64 bits; how many rows, each a code (three for each
 * table's number: put, change, remove) and values. A value is a tag and what follows it (values.ts). Whole numbers have
 * seven bits a byte; texts (UTF-8) and blobs have their length before them. A migration: its name and its SQL.
 */
const form = 1;
const kinds = { rows: 0, migration: 1 } as const;

/** The number that stands for a table and an action, below 384 for the first 128 tables. */
export const codeOf = (table: number, action: RowAction) => table * actions.length + actions.indexOf(action);

/** Writes the rows of a transaction while it runs; what was rolled back within it is overwritten. */
export class RowWriter {
  readonly #bytes = new ByteWriter();
  /** Where each row begins, and the code that it has. */
  readonly #begins: number[] = [];
  readonly #codes: number[] = [];

  /** Puts the row at `place`; rows that were at it or behind it were rolled back. */
  put(place: number, code: number, values: readonly StoredValue[]): void {
    this.keep(place);
    const bytes = this.#bytes;
    this.#begins.push(bytes.length);
    this.#codes.push(code);
    bytes.whole(code);
    for (const value of values) writeValue(bytes, value);
  }

  /** Keeps the first `count` rows. */
  keep(count: number): void {
    const end = this.#begins[count];
    if (end === undefined) return;
    this.#bytes.truncate(end);
    this.#begins.length = count;
    this.#codes.length = count;
  }

  get bytes(): number {
    return this.#bytes.length;
  }

  get count(): number {
    return this.#begins.length;
  }

  /** The entry's bytes, before they are compressed. */
  encode(schema: number, tables: readonly TableShape[], counters: RowsEntry['counters']): Buffer {
    const used = [...new Set(this.#codes.map((code) => Math.floor(code / actions.length)))].sort((a, b) => a - b);
    const bytes = head(kinds.rows, schema);
    bytes.whole(used.length);
    for (const place of used) writeShape(bytes, place, tables[place] as TableShape);
    bytes.whole(counters.length);
    for (const [table, value] of counters) {
      bytes.text(table);
      bytes.int64(value);
    }
    bytes.whole(this.count);
    bytes.bytes(this.#bytes.view());
    return Buffer.from(bytes.view());
  }
}

export function encodeMigration({ schema, name, sql }: Omit<MigrationEntry, 'kind'>): Buffer {
  const bytes = head(kinds.migration, schema);
  bytes.text(name);
  bytes.text(sql);
  return Buffer.from(bytes.view());
}

function head(kind: number, schema: number): ByteWriter {
  const bytes = new ByteWriter();
  bytes.byte(form);
  bytes.byte(kind);
  bytes.whole(schema);
  return bytes;
}

function writeShape(bytes: ByteWriter, place: number, { name, columns, keys }: TableShape): void {
  bytes.whole(place);
  bytes.text(name);
  bytes.whole(columns.length);
  for (const column of columns) bytes.text(column);
  bytes.whole(keys.length);
  for (const key of keys) bytes.whole(key);
}

/** Reads an entry. Its rows are read as they are asked for, once. @throws RangeError for other bytes */
export function decodeEntry(body: Buffer): RowsEntry | MigrationEntry {
  const bytes = new ByteReader(body);
  const found = bytes.byte();
  if (found !== form) throw new RangeError(`The entry has form ${found}, this program reads form ${form}.`);
  const kind = bytes.byte();
  const schema = bytes.whole();
  if (kind === kinds.migration) return { kind: 'migration', schema, name: bytes.text(), sql: bytes.text() };
  if (kind !== kinds.rows) throw new RangeError(`No entry is of kind ${kind}.`);
  const tables: TableShape[] = [];
  const places = new Map<number, number>();
  for (let count = bytes.whole(); count > 0; count--) {
    places.set(bytes.whole(), tables.length);
    tables.push(readShape(bytes));
  }
  const counters = Array.from({ length: bytes.whole() }, () => [bytes.text(), bytes.int64()] as const);
  return { kind: 'rows', schema, tables, counters, rows: readRows(bytes, tables, places) };
}

function readShape(bytes: ByteReader): TableShape {
  const name = bytes.text();
  const columns = Array.from({ length: bytes.whole() }, () => bytes.text());
  const keys = Array.from({ length: bytes.whole() }, () => bytes.whole());
  return { name, columns, keys };
}

function* readRows(
  bytes: ByteReader,
  tables: readonly TableShape[],
  places: ReadonlyMap<number, number>,
): Generator<RowChange, void> {
  for (let count = bytes.whole(); count > 0; count--) {
    const code = bytes.whole();
    const action = actions[code % actions.length] as RowAction;
    const table = places.get(Math.floor(code / actions.length));
    const shape = tables[table ?? -1];
    if (table === undefined || shape === undefined)
      throw new RangeError('A row has a table that its entry does not name.');
    const width = {
      put: shape.columns.length,
      change: shape.keys.length + shape.columns.length,
      remove: shape.keys.length,
    };
    const values = Array.from({ length: width[action] }, () => readValue(bytes));
    yield { table, action, values };
  }
  if (!bytes.isAtEnd) throw new RangeError('There are bytes behind the last row of the entry.');
}

/** What identifies an entry, and what is in it, compressed. */
export interface ChainedEntry {
  readonly id: string;
  readonly body: Uint8Array;
}

/** The hash before the first entry: two clusters never have an entry in common. */
export function firstHash(cluster: string): Buffer {
  return createHash('sha256').update(cluster).digest();
}

/** The hash of an entry, which depends on all entries before it: SHA-256 over the former hash, the id and the body. */
export function hashOf(previous: Uint8Array, { id, body }: ChainedEntry): Buffer {
  return createHash('sha256').update(previous).update(id).update(body).digest();
}
