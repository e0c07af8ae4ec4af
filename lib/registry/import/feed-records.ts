import type { FaultList } from '#lib/refusal.ts';
import { csvRecords } from '#lib/row-files/csv-records.ts';
import { headOf } from '#lib/row-files/head-of.ts';
import { jsonRecords } from '#lib/row-files/json-records.ts';
import { unpacked } from '#lib/row-files/unpacked.ts';
import { UnreadableFile } from '#lib/row-files/unreadable-file.ts';
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
