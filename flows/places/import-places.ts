import { createWriteStream, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Actor, type Authorship, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { deleteList, getList, putList } from '#db/places/lists.ts';
import { placeFile, removeOtherFiles, unfinishedFile } from '#db/places/place-file.ts';
import { PlaceFileWriter } from '#db/places/place-file-writer.ts';
import { openPlaceLayer } from '#db/places/place-layer.ts';
import { renameDurably, syncFile } from '#db/private-file.ts';
import { transact } from '#db/transaction.ts';
import { hashed } from '#flows/files/file-bytes.ts';
import { makeScratchFile } from '#flows/files/scratch-file.ts';
import { addStatisticsJob } from '#flows/statistics/statistics-job.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { gazetteerColumns } from '#lib/places/lists/gazetteer-row.ts';
import { listKinds, recogniseList } from '#lib/places/lists/list-kinds.ts';
import type { PlaceList, RankedPlace } from '#lib/places/place.ts';
import { FaultList, type Reason, Refusal } from '#lib/refusal.ts';
import { csvHeadOf } from '#lib/row-files/csv-head.ts';
import { csvRecords } from '#lib/row-files/csv-records.ts';
import { headOf, UnreadableFile, unpacked } from '#lib/row-files/file-text.ts';
import { noTableReason } from '#lib/row-files/not-a-table.ts';

export interface PlaceImport extends Authorship {
  /** The name of the file, for messages and for the record of the list. */
  readonly source: string;
  readonly onProgress: ShowProgress;
  /** The only list that the file may be; any, if it is left out. */
  readonly list?: 'aliases' | undefined;
  /** Called in the transaction that makes the list visible. */
  readonly inTransaction?: ((db: Db, imported: Omit<ImportedPlaces, 'sha256'>) => void) | undefined;
}

export interface ImportedPlaces {
  readonly list: PlaceList;
  readonly entries: number;
  /** Rows without a name or a position; of other names also codes of airports and spellings that find the place anyway. */
  readonly skipped: number;
  /** Of the file's bytes, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Replaces a list with a file: CSV, plain or gzip, or a GeoPackage. The names of its columns say which list it is. The old
 * list is searched until the new one is complete.
 *
 * @throws Refusal with the first 20 faults when rows cannot be read; the old list stays then
 */
export async function importPlaces(
  writer: Connection,
  bytes: AsyncIterable<Uint8Array>,
  options: PlaceImport,
): Promise<ImportedPlaces> {
  const { source, onProgress } = options;
  const refusal: Reason = { code: 'places-not-imported', file: source };
  const file = hashed(bytes);
  const faults = new FaultList();
  const opened = await openPlaceRows(writer, file.bytes, source, faults).catch((fault) => {
    if (!(fault instanceof UnreadableFile)) throw fault;
    throw new Refusal(refusal, [{ where: { line: fault.line }, reason: fault.reason }]);
  });
  const { list, rows } = opened;
  if (options.list !== undefined && options.list !== list) {
    opened.close();
    throw new Refusal({ code: 'not-an-alias-list', file: source });
  }
  let skipped = 0;
  async function* places(): AsyncGenerator<RankedPlace> {
    for await (const { where, values } of rows) {
      const number = 'line' in where ? where.line : where.feature;
      if (number % 10_000 === 0) onProgress('read-rows', number, 0);
      const place = listKinds[list].parse(values, (reason) => faults.add(where, reason));
      if (place === undefined) skipped++;
      else yield place;
    }
    faults.refuseIfAny(refusal);
  }
  try {
    const replaced = await replaceList(writer, list, places(), {
      ...options,
      sha256: () => file.sha256() ?? '',
      inTransaction: (db, entries) => options.inTransaction?.(db, { list, entries, skipped }),
    });
    return { list, skipped, ...replaced };
  } finally {
    opened.close();
  }
}

interface ListReplacement {
  readonly source: string;
  readonly nowMs: number;
  readonly onProgress?: PlaceImport['onProgress'];
  /** Called when all places have been read. */
  readonly sha256: () => string;
  /** The author in the audit log; demonstration data have none and are not recorded. */
  readonly actor?: Actor;
  /** Called in the transaction that makes the list visible, with how many places it has. */
  readonly inTransaction?: (db: Db, entries: number) => void;
}

/** Replaces `list` with `places`. @throws Refusal for an empty list, and whatever reading it throws */
export async function replaceList(
  writer: Connection,
  list: PlaceList,
  places: AsyncIterable<RankedPlace> | Iterable<RankedPlace>,
  options: ListReplacement,
): Promise<{ entries: number; sha256: string }> {
  const { name: databaseFile } = writer.sqlite;
  const { source, actor, nowMs } = options;
  const unfinished = unfinishedFile(databaseFile, list);
  const entries = await writePlaces(unfinished, list, places, options);
  const sha256 = options.sha256();
  const number = await transact(writer, (db) => {
    const before = getList({ db }, list);
    const after = {
      number: (before?.number ?? 0) + 1,
      source,
      sha256,
      entries,
      importedAt: nowMs,
      isDemonstration: actor === undefined,
    };
    renameDurably(unfinished, placeFile(databaseFile, list, after.number));
    putList(db, { list, ...after });
    if (actor !== undefined) recordChange(db, { actor, action: 'places.import', subject: list, before, after }, nowMs);
    if (list === 'addresses') addStatisticsJob(db, nowMs);
    options.inTransaction?.(db, entries);
    return after.number;
  });
  removeOtherFiles(databaseFile, list, number);
  return { entries, sha256 };
}

/** Removes `list`, whose places are then no longer found. */
export async function removeList(writer: Connection, list: PlaceList, nowMs: number): Promise<void> {
  await transact(writer, (db) => {
    deleteList(db, list, nowMs);
    if (list === 'addresses') addStatisticsJob(db, nowMs);
  });
  removeOtherFiles(writer.sqlite.name, list, undefined);
}

/** Writes `places` into a file of their own, which is removed again when that fails. @returns how many there are */
async function writePlaces(
  path: string,
  list: PlaceList,
  places: AsyncIterable<RankedPlace> | Iterable<RankedPlace>,
  { source, onProgress }: ListReplacement,
): Promise<number> {
  let file: PlaceFileWriter | undefined;
  try {
    file = new PlaceFileWriter(path, list);
    for await (const place of places) file.add(place);
    const entries = await file.finish((done) => onProgress?.('index-places', done, 0));
    file.close();
    syncFile(path);
    if (entries === 0) throw new Refusal({ code: 'no-places', file: source });
    return entries;
  } catch (fault) {
    file?.close();
    rmSync(path, { force: true });
    throw fault;
  }
}

/** A row of a list of places: where it is in the file, and its text by column. */
interface PlaceRow {
  readonly where: { readonly line: number } | { readonly feature: number };
  readonly values: Readonly<Record<string, string>>;
}

/** The rows of a file, and which list they are. */
interface PlaceRows {
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
async function openPlaceRows(
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
  const noTable = noTableReason(head);
  if (noTable !== undefined) throw new Refusal(noTable);
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
