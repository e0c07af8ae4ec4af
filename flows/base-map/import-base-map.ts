import { createWriteStream, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { type Authorship, recordChange } from '#db/audit/record-change.ts';
import { baseMapFile, deleteBaseMap, getBaseMap, putBaseMap, removeOtherBaseMaps } from '#db/base-map/base-map.ts';
import type { Connection, Db } from '#db/client.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { privateModes, renameDurably, syncFile } from '#db/private-file.ts';
import { transact } from '#db/transaction.ts';
import { change } from '#flows/change.ts';
import { hashed } from '#flows/files/file-bytes.ts';
import { requireCompleteUpload } from '#flows/jobs/uploads.ts';
import { attributionIn, mostMetadataBytes, parseMetadata } from '#lib/base-map/metadata.ts';
import { headerBytes, type PmtilesHeader, parsePmtilesHeader, schemaFault } from '#lib/base-map/pmtiles.ts';
import { rowId } from '#lib/fields.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal } from '#lib/refusal.ts';

interface BaseMapImport extends Authorship {
  /** The name of the file. */
  readonly source: string;
  /** Whose map it is, in place of what the file says. */
  readonly attribution?: string | undefined;
  readonly onProgress?: ShowProgress | undefined;
  /** Called in the transaction that makes the map visible. */
  readonly inTransaction?: ((db: Db, imported: ImportedBaseMap) => void) | undefined;
}

export interface ImportedBaseMap {
  readonly bytes: number;
  readonly mostZoom: number;
  readonly attribution: string;
}

/** What is shown for a file that does not say whose map it is: Protomaps' builds are all made of it. */
const usualAttribution = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>';

/**
 * Stores a file of vector tiles, as Protomaps makes them of OpenStreetMap, as the street map in place of the one before.
 *
 * @throws Refusal for any other file; the map before stays then
 */
export async function importBaseMap(
  writer: Connection,
  bytes: AsyncIterable<Uint8Array>,
  { source, attribution: given, actor, nowMs, onProgress, inTransaction }: BaseMapImport,
): Promise<ImportedBaseMap> {
  const databaseFile = writer.sqlite.name;
  const unfinished = baseMapFile(databaseFile, `${process.pid}.unfinished`);
  const file = hashed(counting(bytes, onProgress));
  try {
    await pipeline(file.bytes, createWriteStream(unfinished, { mode: privateModes.file }));
    syncFile(unfinished);
    const { header, size, attribution: own } = await inspect(unfinished, source);
    const attribution = given ?? own ?? usualAttribution;
    const row = { source, bytes: size, attribution, mostZoom: header.mostZoom, sha256: file.sha256() ?? '' };
    const number = await transact(writer, (db) => {
      const before = getBaseMap({ db }) ?? null;
      const after = { ...row, importedAt: nowMs };
      const number = putBaseMap(db, after);
      renameDurably(unfinished, baseMapFile(databaseFile, number));
      const subject = 'street map';
      recordChange(db, { actor, action: 'base-map.import', subject, before, after: { number, ...after } }, nowMs);
      inTransaction?.(db, { bytes: size, mostZoom: header.mostZoom, attribution });
      return number;
    });
    removeOtherBaseMaps(databaseFile, number);
    return { bytes: size, mostZoom: header.mostZoom, attribution };
  } catch (fault) {
    rmSync(unfinished, { force: true });
    throw fault;
  }
}

/** Removes the street map, so that the built-in map is shown. @throws Refusal without one */
export async function removeBaseMap(writer: Connection, { actor, nowMs }: Authorship): Promise<void> {
  await transact(writer, (db) => {
    const before = getBaseMap({ db });
    if (before === undefined) throw new Refusal({ code: 'no-base-map' });
    deleteBaseMap(db);
    recordChange(db, { actor, action: 'base-map.remove', subject: 'street map', before, after: null }, nowMs);
  });
  removeOtherBaseMaps(writer.sqlite.name, undefined);
}

async function* counting(bytes: AsyncIterable<Uint8Array>, onProgress?: ShowProgress): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.byteLength;
    onProgress?.('read-file', read, 0);
    yield chunk;
  }
}

interface Inspected {
  readonly header: PmtilesHeader;
  readonly size: number;
  readonly attribution: string | undefined;
}

async function inspect(path: string, source: string): Promise<Inspected> {
  const file = await open(path);
  try {
    const read = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    const header = parsePmtilesHeader(await read(0, headerBytes));
    if ('code' in header) throw new Refusal({ ...header, file: source });
    const { size } = await file.stat();
    const { offset, length } = header.tiles;
    if (offset + length > size) throw new Refusal({ code: 'base-map-cut', file: source });
    const { metadata } = header;
    const text = await read(metadata.offset, Math.min(metadata.length, mostMetadataBytes));
    const parsed = parseMetadata(text, header.compression);
    const fault = schemaFault(parsed);
    if (fault !== undefined) throw new Refusal({ ...fault, file: source });
    return { header, size, attribution: attributionIn(parsed) };
  } finally {
    await file.close();
  }
}

const request = z.object({ uploadId: z.string(), staffId: rowId });

/** Starts a job that imports a street map or a list of places that this member of staff has uploaded. @returns its number */
export const importMapUpload = change(request, (db, { uploadId, staffId }, by): number => {
  const { name } = requireCompleteUpload(db, { id: uploadId, staffId, queue: 'map' });
  return addJob(db, { kind: 'map import', title: `Import ${name}`, parameters: {}, uploadId }, by);
});

/** Starts a job that fetches a street map from the web. @returns its number */
export const startBaseMapFetch = change(z.object({}), (db, _given, by): number =>
  addJob(db, { kind: 'map fetch', title: 'Fetch a street map', parameters: {} }, by),
);
