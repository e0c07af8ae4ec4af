import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { FaultList } from '#lib/refusal.ts';
import { faultWords } from '#tests/support/refusals.ts';
import { csvRecords } from './csv-records.ts';

const columns = { required: ['domain', 'registered'], optional: ['note'] } as const;

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(bytes: Uint8Array, pieceSize = 65_536) {
  const faults = new FaultList();
  const rows: string[] = [];
  for await (const { line, values } of csvRecords(pieces(bytes, pieceSize), columns, faults)) {
    rows.push(`${line} ${values.domain}|${values.registered}|${values.note}`);
  }
  return { rows, faults: faultWords(faults.first).map(({ where, message }) => `${where}: ${message}`) };
}

const readable: [string, string | Uint8Array, string[]][] = [
  ['a plain file', 'domain,registered\na.nz,1\nb.nz,2\n', ['2 a.nz|1|', '3 b.nz|2|']],
  ['no newline at the end', 'domain,registered\na.nz,1', ['2 a.nz|1|']],
  ['columns in another order, an optional one', 'note,registered,domain\nx,1,a.nz\n', ['2 a.nz|1|x']],
  ['a byte order mark', '\ufeffdomain,registered\na.nz,1\n', ['2 a.nz|1|']],
  ['CRLF', 'domain,registered\r\na.nz,1\r\nb.nz,2\r\n', ['2 a.nz|1|', '3 b.nz|2|']],
  [
    'empty lines, also before the header',
    '\n\ndomain,registered\n\na.nz,1\n  \n\nb.nz,2\n\n',
    ['5 a.nz|1|', '8 b.nz|2|'],
  ],
  ['quotation marks', 'domain,registered\n"a.nz","1,""2"""\n', ['2 a.nz|1,"2"|']],
  ['semicolons', 'domain;registered;note\na.nz;1;x, y\n', ['2 a.nz|1|x, y']],
  ['tabs', 'domain\tregistered\na.nz\t1\n', ['2 a.nz|1|']],
  ['semicolons as Excel declares them', '\ufeffsep=;\r\ndomain;registered\r\na.nz;1\r\n', ['3 a.nz|1|']],
  ['a declared tab', 'sep=\t\ndomain\tregistered\na.nz\t1\n', ['3 a.nz|1|']],
  ['rows of blanks', 'domain,registered\n,\na.nz,1\n , \n', ['3 a.nz|1|']],
  ['lines of blanks before the names', '\n\ndomain,registered\na.nz,1\n', ['4 a.nz|1|']],
  ['names in quotation marks, in another order', '"Registered","Domain"\n1,a.nz\n', ['2 a.nz|1|']],
  ['usual names', 'Registration Date;Domain Name;Comment\n1;a.nz;x\n', ['2 a.nz|1|x']],
  ['blanks inside quotation marks', 'domain,registered\n" a.nz\t","1 "\n', ['2 a.nz|1|']],
  ['blanks around values, capitals in the header', 'Domain, REGISTERED\n a.nz , 1 \n', ['2 a.nz|1|']],
  ['macrons', 'domain,registered\nkōwhai.nz,1\n', ['2 kōwhai.nz|1|']],
  ['gzip', gzipSync('domain,registered\na.nz,1\n'), ['2 a.nz|1|']],
  [
    'gzip in two members',
    Buffer.concat([gzipSync('domain,registered\na.nz,1\n'), gzipSync('b.nz,2\n')]),
    ['2 a.nz|1|', '3 b.nz|2|'],
  ],
  ['only a header', 'domain,registered\n', []],
];

test.each(readable)('reads %s, in chunks of any size', async (_what, text, rows) => {
  for (const size of [1, 2, 3, 7, 65_536]) {
    expect(await read(Buffer.from(text as string), size)).toEqual({ rows, faults: [] });
  }
});

const refused: [string, string | Uint8Array, string[]][] = [
  ['an empty file', '', ['line 1: The file is empty; its first line must name the columns domain, registered.']],
  [
    'a file of empty lines',
    '\n\n',
    ['line 1: The file is empty; its first line must name the columns domain, registered.'],
  ],
  [
    'a header without a column',
    'domain,since\na.nz,1\n',
    ['line 1: The first line must name the columns domain, registered, note; missing: registered.'],
  ],
  [
    'a file without a header',
    'a.nz,2026-01-01\n',
    ['line 1: The first line must name the columns domain, registered, note; missing: domain, registered.'],
  ],
  [
    'an unknown column',
    'domain,registered,cancelled\na.nz,1,2\n',
    ['line 1: The column "cancelled" is not one of domain, registered, note.'],
  ],
  ['a column named twice', 'domain,registered,domain\n', ['line 1: The column domain is named twice.']],
  [
    'a row with a different number of columns',
    'domain,registered\na.nz\nb.nz,2\nc.nz,3,\n',
    ['line 2: 1 column, but the first line has 2.', 'line 4: 3 columns, but the first line has 2.'],
  ],
  [
    'bytes that are not UTF-8',
    Buffer.from('domain,registered\na.nz,1\nb\xff.nz,2\nc.nz,3\n', 'latin1'),
    ['line 3: This line is not UTF-8 text.'],
  ],
  [
    'a UTF-8 sequence cut off at the end',
    Buffer.from('domain,registered\na.nz,\xc4', 'latin1'),
    ['line 2: This line is not UTF-8 text.'],
  ],
  [
    'UTF-16',
    Buffer.from('\ufeffdomain,registered\n', 'utf16le'),
    ['line 1: The file is UTF-16: save it as UTF-8, in Excel as “CSV UTF-8”.'],
  ],
  [
    'a quotation mark that is never closed',
    'domain,registered\n"a.nz,1\nb.nz,2\n',
    ['line 3: A quotation mark (") opened here or earlier is never closed.'],
  ],
  [
    'text after a closing quotation mark',
    'domain,registered\n"a".nz,1\n',
    ['line 2: A value continues after its closing quotation mark (").'],
  ],
  [
    'a quotation mark inside a value',
    'domain,registered\na"b.nz,1\n',
    ['line 2: A quotation mark (") is inside a value that does not begin with one.'],
  ],
  [
    'a row that never ends',
    `domain,registered\n"${'a\n'.repeat(60_000)}`,
    ['The row has more than 100,000 characters: perhaps a quotation mark (") is never closed.'],
  ],
  ['a line that never ends', Buffer.alloc(1_100_000, 'a'), ['line 1: This line is longer than 1 MiB.']],
  [
    'gzip data that stop too early',
    gzipSync('domain,registered\na.nz,1\n').subarray(0, 30),
    ['line 2: The gzip data end too early: the file is incomplete.'],
  ],
  [
    'damaged gzip data',
    Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    ['line 1: The gzip data are damaged.'],
  ],
];

test.each(refused)('refuses %s, with the line', async (_what, text, faults) => {
  const read1 = await read(Buffer.from(text as string));
  expect(read1.faults).toHaveLength(faults.length);
  for (const [place, fault] of faults.entries()) expect(read1.faults[place]).toContain(fault);
});

test('truncated gzip data name the line where they end', async () => {
  const rows = Array.from({ length: 20_000 }, (_, place) => `name-${place}.nz,${Math.sin(place)}\n`).join('');
  const { faults } = await read(gzipSync(`domain,registered\n${rows}`).subarray(0, 100_000));
  expect(faults).toHaveLength(1);
  const line = Number(/^line (\d+): The gzip data end too early/.exec(faults[0] ?? '')?.[1]);
  expect(line).toBeGreaterThan(100);
  expect(line).toBeLessThan(20_000);
});

test('an unknown column name is cut to the length that a fault shows', async () => {
  const faults = new FaultList();
  const text = Buffer.from(`domain,registered,${'x'.repeat(5000)}\n`);
  for await (const row of csvRecords(pieces(text, 65_536), columns, faults)) expect.fail(JSON.stringify(row));
  expect(faults.first).toEqual([
    {
      where: { line: 1 },
      reason: { code: 'column-unknown', column: `${'x'.repeat(80)}…`, known: ['domain', 'registered', 'note'] },
    },
  ]);
});
