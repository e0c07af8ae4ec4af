import type { PropertyValue } from '#lib/broadband/import/source-feature.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { requireDistinctColumns } from '#lib/row-files/columns.ts';
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
  /** The byte that names a code page; 0 for none. */
  readonly driver: number;
  readonly columns: readonly Column[];
}

export type Row = ReadonlyMap<string, PropertyValue>;

const deletedMark = 0x2a;
const blank = 0x20;
const utf8 = 'utf-8';

/** What is known of a `.dbf` file before its rows are read. */
export interface TableFacts extends TextFacts {
  readonly driver: number;
  /** How many texts end within a letter of UTF-8, and in which columns. */
  readonly cut: { readonly texts: number; readonly columns: readonly string[] };
}

/**
 * Reads a `.dbf` file to find out about the encoding of its text.
 *
 * @param file how messages name it
 * @throws Refusal if it is damaged
 */
export async function surveyTable(chunks: AsyncIterable<Buffer>, file: string): Promise<TableFacts> {
  const reader = new ByteReader(chunks);
  try {
    const head = await readHead(reader, file);
    const names = namesOf(head, utf8);
    const texts = [...head.columns.entries()].filter(([, { type }]) => type === 'C');
    const decoder = new TextDecoder(utf8, { fatal: true });
    const columnsCut = new Set<string>();
    let hasHighBytes = false;
    let hasLetters = false;
    let areUtf8 = true;
    let cut = 0;
    const judge = (whole: Buffer) => {
      hasLetters ||= whole.some((byte) => byte > 0x7f);
      areUtf8 &&= isWellFormed(decoder, whole);
    };
    const check = (bytes: Buffer, place: number) => {
      if (!bytes.some((byte) => byte > 0x7f)) return;
      hasHighBytes = true;
      const whole = withoutHalfLetter(bytes);
      if (whole.length < bytes.length) {
        cut++;
        columnsCut.add(names[place] ?? '');
      }
      judge(whole);
    };
    for (const { name } of head.columns) {
      hasHighBytes ||= name.some((byte) => byte > 0x7f);
      judge(withoutHalfLetter(name));
    }
    for (let number = 1; number <= head.rows; number++) {
      const row = await requireRow(reader, head, number, file);
      for (const [place, { start, length }] of texts) check(trimmed(row.subarray(start, start + length)), place);
    }
    // half letters alone are letters of another encoding, such as é of Windows-1252
    const isUtf8 = areUtf8 && (hasLetters || !hasHighBytes);
    return { hasHighBytes, areUtf8: isUtf8, driver: head.driver, cut: { texts: cut, columns: [...columnsCut] } };
  } finally {
    await reader.close();
  }
}

/**
 * The rows of a `.dbf` file in its order; undefined for a row that is marked as deleted.
 *
 * @throws Refusal if the file is damaged or incomplete, two columns have one name, or a text is not in the decoder's encoding
 */
export async function* readTable(
  chunks: AsyncIterable<Buffer>,
  decoder: TextDecoder,
  file: string,
): AsyncGenerator<Row | undefined> {
  const reader = new ByteReader(chunks);
  try {
    const head = await readHead(reader, file);
    const names = namesOf(head, decoder.encoding);
    requireDistinctColumns(names, file);
    for (let number = 1; number <= head.rows; number++) {
      const row = await requireRow(reader, head, number, file);
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
          const { encoding } = decoder;
          throw new Refusal({ code: 'wrong-encoding', file, encoding, row: number, column: columnName });
        }
      }
      yield values;
    }
  } finally {
    await reader.close();
  }
}

/** A name of ten bytes may end within a letter. */
function namesOf({ columns }: TableHead, encoding: string): string[] {
  const decoder = new TextDecoder(encoding);
  return columns.map(({ name }) => decoder.decode(name).replace(/\ufffd$/, ''));
}

async function readHead(reader: ByteReader, file: string): Promise<TableHead> {
  const damaged = () => new Refusal({ code: 'not-a-dbf', file });
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

async function requireRow(reader: ByteReader, head: TableHead, row: number, file: string): Promise<Buffer> {
  return required(await reader.take(head.rowBytes), { code: 'dbf-cut-short', file, row });
}

function valueIn({ type, start, length }: Column, row: Buffer, decoder: TextDecoder): PropertyValue {
  const bytes = row.subarray(start, start + length);
  switch (type) {
    case 'C': {
      const text = trimmed(bytes);
      return decoder.decode(decoder.encoding === utf8 ? withoutHalfLetter(text) : text);
    }
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
  // memos and pictures are in files of their own
  return null;
}

/** A number; null for a blank field, or one of asterisks, which did not fit; any other text as it is. */
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

/** The bytes of a text in UTF-8 without a letter at its end of which some bytes are missing. */
function withoutHalfLetter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return back < length ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

function isWellFormed(decoder: TextDecoder, bytes: Buffer): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
