import type { FaultList, Reason } from '#lib/refusal.ts';
import { csvRecords } from '#lib/row-files/csv-records.ts';
import { excerpt } from '#lib/row-files/excerpt.ts';
import { headOf, UnreadableFile, unpacked, wholeLines } from '#lib/row-files/file-text.ts';
import { type FeedText, feedColumns } from './feed-row.ts';

const jsonFields = { required: ['domain', 'registered'], optional: ['cancel_date'] } as const;

/** In bytes. A file with more blanks than this at its beginning counts as CSV. */
const longestBlankHead = 64 * 1024;

/** One row of a register file, with the number of the line it ends on. */
export interface FeedRecord {
  readonly line: number;
  readonly values: FeedText;
}

/**
 * Reads a register file as a stream: CSV or newline-delimited JSON, plain or gzip, recognised by content, not by the
 * file's name.
 *
 * @param faults gets every row that cannot be read and whatever ends the reading early, by line
 */
export async function* feedRecords(bytes: AsyncIterable<Uint8Array>, faults: FaultList): AsyncGenerator<FeedRecord> {
  try {
    const { head, whole } = await headOf(
      unpacked(bytes),
      (read) => firstMark(read) !== '' || read.length > longestBlankHead,
    );
    const mark = firstMark(head);
    if (mark === '[') faults.add({ line: 1 }, { code: 'json-array' });
    else if (mark === '{') yield* jsonRecords(whole, jsonFields, faults);
    else yield* csvRecords(whole, { required: feedColumns }, faults);
  } catch (fault) {
    if (!(fault instanceof UnreadableFile)) throw fault;
    faults.add({ line: fault.line }, fault.reason);
  }
}

/** The first byte that is neither blank nor part of a byte order mark, as a character; '' if there is no such byte. */
function firstMark(bytes: Uint8Array): string {
  const mark = bytes.find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  return mark === undefined ? '' : String.fromCharCode(mark);
}

/** One line of an NDJSON file: its number, and the fields asked for. */
interface JsonRecord<Field extends string> {
  readonly line: number;
  readonly values: Readonly<Record<Field, string>>;
}

/** The fields each object must have, and those it may lack or have as null (then ''). All values are strings. */
interface JsonFields<Field extends string> {
  readonly required: readonly Field[];
  readonly optional: readonly Field[];
}

/**
 * Reads newline-delimited JSON as a stream: one object a line, UTF-8, with or without a byte order mark. Empty lines are
 * skipped, blanks around values dropped. Unknown fields are refused: a misspelt one would be read as empty.
 *
 * @param text already unpacked
 * @param faults gets every line that is not such an object, and what ends the reading early, by line
 */
async function* jsonRecords<Field extends string>(
  text: AsyncIterable<Uint8Array>,
  fields: JsonFields<Field>,
  faults: FaultList,
): AsyncGenerator<JsonRecord<Field>> {
  const known = [...fields.required, ...fields.optional];
  let line = 0;
  try {
    for await (const piece of wholeLines(text)) {
      const lines = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('utf8').split('\n');
      if (lines.at(-1) === '') lines.pop();
      for (const given of lines) {
        line++;
        const written = given.charCodeAt(0) === 0xfeff ? given.slice(1).trim() : given.trim();
        if (written === '') continue;
        const read = readObject(written, fields, known);
        if ('code' in read) faults.add({ line }, read);
        else yield { line, values: read.values };
      }
    }
  } catch (fault) {
    if (!(fault instanceof UnreadableFile)) throw fault;
    faults.add({ line: fault.line }, fault.reason);
  }
}

/** Reads one line: its fields, or what is wrong with it. */
function readObject<Field extends string>(
  line: string,
  { optional }: JsonFields<Field>,
  known: readonly Field[],
): { readonly values: Record<Field, string> } | Reason {
  const object = parseObject(line);
  if (object === undefined) return { code: 'not-a-json-object' };
  const unknown = Object.keys(object).find((name) => !known.includes(name as Field));
  if (unknown !== undefined) return { code: 'field-unknown', field: excerpt(unknown), known };
  const values = {} as Record<Field, string>;
  for (const field of known) {
    const mayBeNull = optional.includes(field);
    const value = mayBeNull ? (object[field] ?? '') : object[field];
    if (value === undefined) return { code: 'field-missing', field };
    if (typeof value !== 'string') return { code: 'field-not-a-string', field, mayBeNull };
    values[field] = value.trim();
  }
  // JSON.parse keeps the last of two fields of one name; names and dates have no quotation marks in them
  const expected = Object.values(object).reduce<number>((marks, value) => marks + (value === null ? 2 : 4), 0);
  return countMarks(line) > expected ? { code: 'field-twice' } : { values };
}

function parseObject(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function countMarks(line: string): number {
  let marks = 0;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) marks++;
  return marks;
}
