import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Connection } from '#db/client.ts';
import { openPlaceLayer } from '#db/places/place-layer.ts';
import { makeScratchFile } from '#flows/files/scratch-file.ts';
import { gazetteerColumns } from '#lib/places/lists/gazetteer-row.ts';
import { listKinds } from '#lib/places/lists/list-kinds.ts';
import { recogniseList } from '#lib/places/lists/recognise-list.ts';
import type { PlaceList } from '#lib/places/place.ts';
import { type FaultList, Refusal } from '#lib/refusal.ts';
import { csvHeadOf } from '#lib/row-files/csv-head.ts';
import { csvRecords } from '#lib/row-files/csv-records.ts';
import { headOf } from '#lib/row-files/head-of.ts';
import { unpacked } from '#lib/row-files/unpacked.ts';
import { isUtf16 } from '#lib/row-files/utf-16.ts';

/** A row of a list of places: where it is in the file, and its text by column. */
export interface PlaceRow {
  readonly where: { readonly line: number } | { readonly feature: number };
  readonly values: Readonly<Record<string, string>>;
}

/** The rows of a file, and which list they are. */
export interface PlaceRows {
  readonly list: PlaceList;
  readonly rows: AsyncIterable<PlaceRow> | Iterable<PlaceRow>;
  close(): void;
}

/** In bytes. No first line of any list is longer. */
const longestFirstLine = 64 * 1024;
/** In characters. The area of a large locality has some ten thousand corners. */
const longestRow = 16 * 2 ** 20;
const sqliteStart = 'SQLite format 3\0';

/**
 * Opens a list of places: CSV or a GeoPackage, plain or gzip, recognised by its content.
 *
 * @param faults receives what cannot be read in CSV
 * @throws Refusal when its columns are not those of a known list, UnreadableFile for damaged gzip
 */
export async function openPlaceRows(
  writer: Connection,
  bytes: AsyncIterable<Uint8Array>,
  source: string,
  faults: FaultList,
): Promise<PlaceRows> {
  const { head, whole } = await headOf(
    unpacked(bytes),
    (read) => csvHeadOf(read.toString('utf8')).isWhole || read.length >= longestFirstLine,
  );
  if (head.toString('latin1', 0, sqliteStart.length) === sqliteStart) return openLayer(writer, whole, source);
  if (isUtf16(head)) throw new Refusal({ code: 'utf-16' });
  const list = recogniseList(head.toString('utf8'));
  if (list === undefined) throw unknownList(source);
  const { required, optional } = listKinds[list];
  async function* rows(): AsyncGenerator<PlaceRow> {
    const columns = { required, optional, others: 'ignored', longestRow } as const;
    for await (const { line, values } of csvRecords(whole, columns, faults)) yield { where: { line }, values };
  }
  return { list: list, rows: rows(), close: () => {} };
}

/** SQLite needs a file, so that a GeoPackage is first copied beside the database. */
async function openLayer(writer: Connection, bytes: AsyncIterable<Uint8Array>, source: string): Promise<PlaceRows> {
  const copy = makeScratchFile(writer.sqlite.name);
  const copyInNormalMode = makeScratchFile(writer.sqlite.name);
  const remove = () => {
    copy.remove();
    copyInNormalMode.remove();
  };
  try {
    await pipeline(bytes, createWriteStream(copy.path));
    const layer = openPlaceLayer(copy.path, copyInNormalMode.path);
    if (layer === undefined) throw unknownList(source);
    const close = () => {
      layer.close();
      remove();
    };
    return { ...layer, close };
  } catch (fault) {
    remove();
    throw fault;
  }
}

function unknownList(source: string): Refusal {
  return new Refusal({ code: 'unknown-place-list', file: source, gazetteer: gazetteerColumns.required });
}
