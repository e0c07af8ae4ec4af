import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import type { Authorship } from '#db/audit/record-change.ts';
import { type Actor, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { abandonedFile, PlaceFileWriter, placeFile, removeOtherFiles } from '#db/places/place-file.ts';
import { placeList } from '#db/places/schema.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { addressColumns, parseAddressRow } from '#lib/places/address-row.ts';
import { gazetteerColumns, parseGazetteerRow } from '#lib/places/gazetteer-row.ts';
import type { PlaceList, RankedPlace } from '#lib/places/place.ts';
import { recogniseList } from '#lib/places/recognise-list.ts';
import { FaultList, Refusal } from '#lib/refusal.ts';
import { csvRecords } from '#lib/row-files/csv-records.ts';
import { unpacked } from '#lib/row-files/unpacked.ts';
import { UnreadableFile } from '#lib/row-files/unreadable-file.ts';

export interface PlaceImport extends Authorship {
  /** What the file is called, for messages. */
  readonly source: string;
  readonly onProgress: ShowProgress;
}

export interface ImportedPlaces {
  readonly list: PlaceList;
  readonly entries: number;
  /** Rows without a name or without a place. */
  readonly skipped: number;
  readonly sha256: string;
}

/**
 * Replaces the gazetteer or the addresses by a CSV file, plain or gzip; its first line tells which it is. The old list
 * is searched until the new one is whole.
 *
 * @throws Refusal with the first 20 places when a row cannot be read; the old list then stands
 */
export async function importPlaces(
  writer: Connection,
  bytes: AsyncIterable<Uint8Array>,
  options: PlaceImport,
): Promise<ImportedPlaces> {
  const { source, onProgress } = options;
  const hash = createHash('sha256');
  const text = unpacked(digested(bytes, hash));
  const { list, whole } = await recognised(text, source).catch((fault) => {
    if (fault instanceof UnreadableFile)
      throw new Refusal(`${source} cannot be read: ${fault.where}: ${fault.message}.`);
    throw fault;
  });
  const faults = new FaultList();
  let skipped = 0;
  async function* places(): AsyncGenerator<RankedPlace> {
    for await (const { line, place } of rowsOf(list, whole, faults)) {
      if (line % 10_000 === 0) onProgress('read-rows', line, 0);
      if (place === undefined) skipped++;
      else yield place;
    }
    faults.refuseIfAny(`${source} was not imported and nothing was changed. What is wrong in it:`);
  }
  const entries = await replaceList(writer, list, places(), { ...options, sha256: () => hash.digest('hex') });
  return { list, skipped, ...entries };
}

interface ListReplacement {
  readonly source: string;
  readonly nowMs: number;
  readonly onProgress?: PlaceImport['onProgress'];
  /** Asked for when all places are read. */
  readonly sha256: () => string;
  /** Whom the audit log names; nobody for demonstration data, which are not recorded. */
  readonly actor?: Actor;
}

/** Replaces `list` by `places`. @throws Refusal when there are none, and whatever reading them throws */
export async function replaceList(
  writer: Connection,
  list: PlaceList,
  places: AsyncIterable<RankedPlace> | Iterable<RankedPlace>,
  options: ListReplacement,
): Promise<{ entries: number; sha256: string }> {
  const { name: databaseFile } = writer.sqlite;
  const unfinished = abandonedFile(databaseFile, list);
  const file = new PlaceFileWriter(unfinished);
  let entries: number;
  try {
    for await (const place of places) file.add(place);
    entries = await file.finish((done) => options.onProgress?.('index-places', done, 0));
    file.close();
    if (entries === 0) throw new Refusal(`${options.source} holds no place, so nothing was imported.`);
  } catch (fault) {
    file.close();
    rmSync(unfinished, { force: true });
    throw fault;
  }
  const sha256 = options.sha256();
  const number = writer.db.transaction(
    (db) => {
      const before = getList(db, list);
      const after = {
        number: (before?.number ?? 0) + 1,
        ...{ source: options.source, sha256, entries, importedAt: options.nowMs },
        isDemonstration: options.actor === undefined,
      };
      renameSync(unfinished, placeFile(databaseFile, list, after.number));
      db.insert(placeList)
        .values({ list, ...after })
        .onConflictDoUpdate({ target: placeList.list, set: after })
        .run();
      bumpGeneration(db, 'places', options.nowMs);
      if (options.actor !== undefined) {
        recordChange(
          db,
          { actor: options.actor, action: 'places.import', subject: list, before, after },
          options.nowMs,
        );
      }
      return after.number;
    },
    { behavior: 'immediate' },
  );
  removeOtherFiles(databaseFile, list, number);
  return { entries, sha256 };
}

/** Removes `list`: nothing of it is found any more. */
export function removeList(writer: Connection, list: PlaceList, nowMs: number): void {
  writer.db.transaction(
    (db) => {
      db.delete(placeList).where(eq(placeList.list, list)).run();
      bumpGeneration(db, 'places', nowMs);
    },
    { behavior: 'immediate' },
  );
  removeOtherFiles(writer.sqlite.name, list, undefined);
}

/** What stands of a list; nothing while none was imported. */
export function getList(db: Db, list: PlaceList): typeof placeList.$inferSelect | undefined {
  return db.select().from(placeList).where(eq(placeList.list, list)).get();
}

async function* rowsOf(list: PlaceList, text: AsyncIterable<Uint8Array>, faults: FaultList) {
  const others = 'ignored';
  if (list === 'gazetteer') {
    for await (const { line, values } of csvRecords(text, { ...gazetteerColumns, others }, faults)) {
      yield { line, place: parseGazetteerRow(values, (reason) => faults.add({ line }, reason)) };
    }
  } else {
    for await (const { line, values } of csvRecords(text, { ...addressColumns, others }, faults)) {
      yield { line, place: parseAddressRow(values, (reason) => faults.add({ line }, reason)) };
    }
  }
}

async function* digested(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** No first line of either list is longer. */
const longestFirstLine = 64 * 1024;

async function recognised(text: AsyncIterable<Uint8Array>, source: string) {
  const chunks = text[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (!head.includes('\n') && head.length < longestFirstLine) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const list = recogniseList(head.toString('utf8').split(/\r?\n/, 1)[0] ?? '');
  if (list === undefined) {
    throw new Refusal(
      `${source} is neither of the two lists: the first line must name the columns ${gazetteerColumns.required.join(', ')} (New Zealand Gazetteer), or full_address with shape_X and shape_Y (LINZ NZ Addresses).`,
    );
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { list, whole: whole() };
}
