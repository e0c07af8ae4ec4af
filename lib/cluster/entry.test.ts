import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOf, decodeEntry, encodeMigration, type RowsEntry, RowWriter, type TableShape } from './entry.ts';
import type { StoredValue } from './values.ts';

const tables: TableShape[] = [
  { name: 'unused', columns: ['a'], keys: [0] },
  { name: 'word "list"', columns: ['id', 'wörd'], keys: [0] },
  { name: 'pairs', columns: ['a', 'b', 'c'], keys: [1, 0] },
];

const value: fc.Arbitrary<StoredValue> = fc.oneof(
  fc.constant(null),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -300n, max: 300n }),
  fc.double(),
  fc.string({ unit: 'grapheme' }),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
);

/** Rows of the second and the third table. */
const rows = fc.array(
  fc.oneof(
    fc.record({ table: fc.constant(1), action: fc.constant('put' as const), values: fc.tuple(value, value) }),
    fc.record({ table: fc.constant(1), action: fc.constant('change' as const), values: fc.tuple(value, value, value) }),
    fc.record({ table: fc.constant(2), action: fc.constant('remove' as const), values: fc.tuple(value, value) }),
  ),
);

function rowsOf(body: Buffer): RowsEntry {
  const entry = decodeEntry(body);
  if (entry.kind !== 'rows') throw new Error('An entry of rows was expected.');
  return entry;
}

describe('an entry', () => {
  test('says what was written into it, value for value', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 200 }), (written, schema) => {
        const writer = new RowWriter();
        written.forEach(({ table, action, values }, at) => {
          writer.put(at, codeOf(table, action), values);
        });
        const entry = rowsOf(writer.encode(schema, tables, [['pairs', 2n ** 62n]]));
        const used = [...new Set(written.map(({ table }) => table))].sort();
        expect(entry).toMatchObject({ schema, tables: used.map((at) => tables[at]), counters: [['pairs', 2n ** 62n]] });
        const read = [...entry.rows].map((row) => ({ ...row, table: entry.tables[row.table]?.name }));
        expect(read).toEqual(written.map((row) => ({ ...row, table: tables[row.table]?.name })));
      }),
    );
  });

  test('leaves out rows that were written over or cut off', () => {
    const writer = new RowWriter();
    const put = (at: number, word: string) => writer.put(at, codeOf(1, 'put'), [BigInt(at), word]);
    put(0, 'kept');
    put(1, 'rolled back');
    put(2, 'rolled back');
    put(1, 'written over');
    put(2, 'cut off');
    writer.keep(2);
    expect([...rowsOf(writer.encode(1, tables, [])).rows].map(({ values }) => values[1])).toEqual([
      'kept',
      'written over',
    ]);
  });

  test('of a migration has its SQL', () => {
    const migration = { schema: 46, name: '0046_a.sql', sql: 'CREATE TABLE "ā" (id);' };
    expect(decodeEntry(encodeMigration(migration))).toEqual({ kind: 'migration', ...migration });
  });

  test('that is cut off anywhere, goes on, or has another form is refused', () => {
    const writer = new RowWriter();
    writer.put(0, codeOf(2, 'put'), [1n, 'two', 3.5]);
    const body = writer.encode(1, tables, []);
    const readAll = (bytes: Buffer) => [...rowsOf(bytes).rows];
    for (let length = 0; length < body.length; length++)
      expect(() => readAll(body.subarray(0, length)), `${length} bytes`).toThrow(RangeError);
    expect(() => readAll(Buffer.concat([body, Buffer.from([0])]))).toThrow('behind the last row');
    expect(() => readAll(Buffer.concat([Buffer.from([9]), body.subarray(1)]))).toThrow('form 9');
  });
});
