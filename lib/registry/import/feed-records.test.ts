import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { FaultList } from '#lib/refusal.ts';
import { faultWords } from '#tests/support/refusals.ts';
import { feedRecords } from './feed-records.ts';

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(given: string | Uint8Array, pieceSize: number) {
  const faults = new FaultList();
  const rows: string[] = [];
  const bytes = typeof given === 'string' ? Buffer.from(given) : given;
  for await (const { line, values } of feedRecords(pieces(bytes, pieceSize), faults)) {
    rows.push(`${line} ${values.domain}|${values.registered}|${values.cancel_date}`);
  }
  return { rows, faults: faultWords(faults.first).map(({ where, message }) => `${where}: ${message}`) };
}

const csv = 'domain,registered,cancel_date\na.nz,2020-01-01,\n';
const one = '{"domain":"a.nz","registered":"2020-01-01"}';
const readable: [string, string | Uint8Array, string[]][] = [
  ['CSV', csv, ['2 a.nz|2020-01-01|']],
  ['CSV after blank lines', `\n \n${csv}`, ['4 a.nz|2020-01-01|']],
  ['gzip CSV', gzipSync(csv), ['2 a.nz|2020-01-01|']],
  ['NDJSON', `${one}\n`, ['1 a.nz|2020-01-01|']],
  ['NDJSON without a newline at the end', one, ['1 a.nz|2020-01-01|']],
  ['gzip NDJSON', gzipSync(`${one}\n`), ['1 a.nz|2020-01-01|']],
  [
    'NDJSON with a byte order mark, CRLF, empty lines and blanks',
    `\ufeff\r\n  ${one}\r\n\r\n{ "cancel_date" : " 2026-11-01 ", "registered":"2020-01-02","domain":"kōwhai.nz" } \r\n`,
    ['2 a.nz|2020-01-01|', '4 kōwhai.nz|2020-01-02|2026-11-01'],
  ],
  ['null for an empty date', `{"domain":"a.nz","registered":"2020-01-01","cancel_date":null}`, ['1 a.nz|2020-01-01|']],
  ['escapes', `{"domain":"k\\u014dwhai.nz","registered":"2020-01-01"}`, ['1 kōwhai.nz|2020-01-01|']],
];

test.each(readable.flatMap((row) => [1, 7, 65_536].map((size) => [...row, size] as const)))(
  'reads %s',
  async (_what, given, rows, size) => {
    expect(await read(given, size)).toEqual({ rows, faults: [] });
  },
);

const faulty: [string, string | Uint8Array, string[]][] = [
  ['an array', `[${one}]`, ['line 1: The file begins with a JSON array: write one object a line instead.']],
  ['a broken line', `${one}\n{"domain":\n${one}`, ['line 2: This is not a JSON object on one line.']],
  ['a value that is not an object', `${one}\n"a.nz"\n[]\nnull\n`, [2, 3, 4].map(notObject)],
  ['an object over two lines', `{"domain":"a.nz",\n"registered":"2020-01-01"}`, [1, 2].map(notObject)],
  [
    'an unknown field',
    `{"domain":"a.nz","registered":"2020-01-01","cancelled":null}`,
    ['line 1: The field "cancelled" is not one of domain, registered, cancel_date.'],
  ],
  [
    'an inherited name',
    `{"domain":"a.nz","registered":"2020-01-01","__proto__":{}}`,
    ['line 1: The field "__proto__" is not one of domain, registered, cancel_date.'],
  ],
  ['a missing field', `{"domain":"a.nz"}`, ['line 1: The field registered is missing.']],
  [
    'a number for a string',
    `{"domain":"a.nz","registered":20200101}`,
    ['line 1: registered must be a string in quotation marks.'],
  ],
  [
    'an object for a date',
    `{"domain":"a.nz","registered":"2020-01-01","cancel_date":{}}`,
    ['line 1: cancel_date must be a string in quotation marks, or null.'],
  ],
  [
    'a field twice: JSON would drop the first',
    `{"domain":"a.nz","registered":"2020-01-01","registered":"2021-01-01"}`,
    ['line 1: A field is given twice, or a value has a quotation mark in it.'],
  ],
  [
    'bytes that are not UTF-8',
    Buffer.from(`${one}\n{"domain":"\xff"}\n`, 'latin1'),
    ['line 2: This line is not UTF-8 text.'],
  ],
  [
    'gzip that stops too early',
    gzipSync(`${one}\n`.repeat(1000)).subarray(0, 60),
    ['line 1: The gzip data end too early: the file is incomplete.'],
  ],
  ['a damaged gzip head', Buffer.from([0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9]), ['line 1: The gzip data are damaged.']],
  ['nothing', '', ['line 1: The file is empty; its first line must name the columns domain, registered, cancel_date.']],
];

test.each(faulty)('refuses %s', async (_what, given, faults) => {
  expect((await read(given, 65_536)).faults).toEqual(faults);
});

test('lines after a bad one are read', async () => {
  const { rows } = await read(`${one}\n{}\n${one}\n`, 65_536);
  expect(rows).toEqual(['1 a.nz|2020-01-01|', '3 a.nz|2020-01-01|']);
});

function notObject(line: number): string {
  return `line ${line}: This is not a JSON object on one line.`;
}
