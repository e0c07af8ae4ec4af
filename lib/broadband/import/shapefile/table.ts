import type { PropertyValue } from '#lib/broadband/import/source-feature.ts';
import { Refusal } from '#lib/refusal.ts';
import { ByteReader } from './byte-reader.ts';
import type { TextFacts } from './text-encoding.ts';

/** A column of a `.dbf` file (dBASE III to 7, FoxPro). */
interface Column {
  readonly name: Buffer;
  readonly type: string;
  readonly start: number;
  readonly length: number;
}

interface TableHead {
  readonly rows: number;
  readonly rowBytes: number;
  /** The byte that names a code page; 0 where none does. */
  readonly driver: number;
  readonly columns: readonly Column[];
}

export type Row = ReadonlyMap<string, PropertyValue>;

const deletedMark = 0x2a;
const blank = 0x20;

/** Reads through a `.dbf` file to see what its texts are written in. */
export async function surveyTable(
  chunks: AsyncIterable<Buffer>,
  name: string,
): Promise<TextFacts & { readonly driver: number }> {
  const reader = new ByteReader(chunks);
  try {
    const head = await readHead(reader, name);
    const texts = head.columns.filter(({ type }) => type === 'C');
    const utf8 = new TextDecoder('utf-8', { fatal: true });
    let hasHighBytes = false;
    let areUtf8 = true;
    const look = (bytes: Buffer) => {
      if (!bytes.some((byte) => byte > 0x7f)) return;
      hasHighBytes = true;
      areUtf8 &&= isWellFormed(utf8, bytes);
    };
    for (let number = 1; number <= head.rows; number++) {
      const row = await requireRow(reader, head, number, name);
      for (const { start, length } of texts) look(trimmed(row.subarray(start, start + length)));
    }
    return { hasHighBytes, areUtf8, driver: head.driver };
  } finally {
    await reader.close();
  }
}

/**
 * The rows of a `.dbf` file in its order; undefined for a row that is marked as deleted.
 *
 * @throws Refusal where the file is damaged or cut short, or a text is not in the decoder's encoding
 */
export async function* readTable(
  chunks: AsyncIterable<Buffer>,
  decoder: TextDecoder,
  name: string,
): AsyncGenerator<Row | undefined> {
  const reader = new ByteReader(chunks);
  try {
    const head = await readHead(reader, name);
    // a name of ten bytes may be cut within a letter
    const namesOf = new TextDecoder(decoder.encoding);
    const names = head.columns.map((column) => namesOf.decode(column.name).replace(/\ufffd$/, ''));
    for (let number = 1; number <= head.rows; number++) {
      const row = await requireRow(reader, head, number, name);
      if (row[0] === deletedMark) {
        yield undefined;
        continue;
      }
      const values = new Map<string, PropertyValue>();
      for (const [place, column] of head.columns.entries()) {
        const columnName = names[place] ?? '';
        try {
          values.set(columnName, valueIn(column, row, decoder));
        } catch {
          throw new Refusal(
            `${name} is not ${decoder.encoding.toUpperCase()} in row ${number}, column ${JSON.stringify(columnName)}: say with --encoding what it is, such as windows-1252.`,
          );
        }
      }
      yield values;
    }
  } finally {
    await reader.close();
  }
}

async function readHead(reader: ByteReader, name: string): Promise<TableHead> {
  const damaged = () => new Refusal(`${name} is no .dbf table, or cut short.`);
  const head = await reader.take(32);
  if (head === undefined) throw damaged();
  const headLength = head.readUInt16LE(8);
  const rowBytes = head.readUInt16LE(10);
  const described = headLength < 33 ? undefined : await reader.take(headLength - 32);
  if (described === undefined || rowBytes < 1) throw damaged();
  const columns: Column[] = [];
  let start = 1;
  for (let at = 0; at + 32 <= described.length && described[at] !== 0x0d; at += 32) {
    const nameEnd = described.subarray(at, at + 11).indexOf(0);
    const length = described[at + 16] ?? 0;
    columns.push({
      name: Buffer.from(described.subarray(at, at + (nameEnd === -1 ? 11 : nameEnd))),
      type: String.fromCharCode(described[at + 11] ?? 0),
      start,
      length,
    });
    start += length;
  }
  if (start > rowBytes) throw damaged();
  return { rows: head.readUInt32LE(4), rowBytes, driver: head[29] ?? 0, columns };
}

async function requireRow(reader: ByteReader, head: TableHead, number: number, name: string): Promise<Buffer> {
  const row = await reader.take(head.rowBytes);
  if (row === undefined) throw new Refusal(`${name} ends in the middle, at row ${number}: it is not whole.`);
  return row;
}

function valueIn({ type, start, length }: Column, row: Buffer, decoder: TextDecoder): PropertyValue {
  const bytes = row.subarray(start, start + length);
  switch (type) {
    case 'C':
      return decoder.decode(trimmed(bytes));
    case 'N':
    case 'F':
      return numberOf(bytes.toString('latin1').replaceAll('\0', ' ').trim());
    case 'L':
      return logicalOf(bytes[0] ?? blank);
    case 'D': {
      const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(bytes.toString('latin1')) ?? [];
      return year === undefined || year === '0000' ? null : `${year}-${month}-${day}`;
    }
    case 'I':
      return length === 4 ? bytes.readInt32LE(0) : null;
    case 'O':
      return length === 8 ? bytes.readDoubleLE(0) : null;
  }
  // memos and pictures stand in files of their own
  return null;
}

/** Blank fields are blank, overflown ones are full of asterisks; what is no number is shown as it is. */
function numberOf(text: string): PropertyValue {
  if (text === '' || /^\*+$/.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

function logicalOf(byte: number): PropertyValue {
  const letter = String.fromCharCode(byte).toLowerCase();
  if (letter === 'y' || letter === 't') return true;
  return letter === 'n' || letter === 'f' ? false : null;
}

function trimmed(bytes: Buffer): Buffer {
  let end = bytes.indexOf(0);
  if (end === -1) end = bytes.length;
  while (end > 0 && bytes[end - 1] === blank) end--;
  return bytes.subarray(0, end);
}

function isWellFormed(decoder: TextDecoder, bytes: Buffer): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
