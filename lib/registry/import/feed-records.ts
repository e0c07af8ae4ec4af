import type { FaultList } from '#lib/refusal.ts';
import { csvRecords } from '#lib/row-files/csv-records.ts';
import { jsonRecords } from '#lib/row-files/json-records.ts';
import { unpacked } from '#lib/row-files/unpacked.ts';
import { UnreadableFile } from '#lib/row-files/unreadable-file.ts';
import { type FeedText, feedColumns } from './feed-row.ts';

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
  let begin: Beginning;
  try {
    begin = await readBeginning(unpacked(bytes));
  } catch (fault) {
    if (!(fault instanceof UnreadableFile)) throw fault;
    return faults.add({ line: fault.line }, fault.reason);
  }
  const { mark, text } = begin;
  if (mark === '[') return faults.add({ line: 1 }, { code: 'json-array' });
  if (mark === '{') yield* jsonRecords(text, { required: ['domain', 'registered'], optional: ['cancel_date'] }, faults);
  else yield* csvRecords(text, { required: feedColumns }, faults);
}

/** The first character that is not blank, and the whole text again. */
interface Beginning {
  readonly mark: string;
  readonly text: AsyncIterable<Uint8Array>;
}

/** Reads up to the first character that is not blank; '' when the file has only blanks. */
async function readBeginning(text: AsyncIterable<Uint8Array>): Promise<Beginning> {
  const rest = text[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let mark = '';
  while (mark === '') {
    const next = await rest.next();
    if (next.done === true) break;
    seen.push(next.value);
    mark = firstMark(next.value);
  }
  return {
    mark,
    text: (async function* () {
      yield* seen;
      yield* { [Symbol.asyncIterator]: () => rest };
    })(),
  };
}

/** The first byte that is neither blank nor part of a byte order mark, as a character; '' if there is no such byte. */
function firstMark(piece: Uint8Array): string {
  const mark = piece.find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  return mark === undefined ? '' : String.fromCharCode(mark);
}
