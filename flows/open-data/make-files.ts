import { createWriteStream, existsSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportedParts, requireExported } from '#db/broadband/exported-parts.ts';
import { withOpenDataLock } from '#db/broadband/lock.ts';
import { getVersion } from '#db/broadband/versions.ts';
import type { Connection, Connections, Db } from '#db/client.ts';
import { writeGeoPackage } from '#db/geopackage/writer.ts';
import { dataFilePath, dataFolder, removeOtherDataFiles } from '#db/open-data/data-folder.ts';
import {
  dataDigests,
  dataMadeFor,
  deleteOtherDataVersions,
  getDataTerms,
  type NewDataFile,
  offeredVersions,
  putDataVersion,
} from '#db/open-data/open-data.ts';
import { makePrivate, makePrivateFolder, privateModes, renameDurably, syncFile } from '#db/private-file.ts';
import { areasOf, listAreaSets } from '#db/statistics/area-sets.ts';
import { storageRefusal } from '#db/storage-fault.ts';
import { transact } from '#db/transaction.ts';
import { finishInTurns } from '#flows/broadband/measure/measure-versions.ts';
import { digestOf, fileBytes } from '#flows/files/file-bytes.ts';
import { decodeParts } from '#lib/broadband/coverage/part-codec.ts';
import { type ExportedPart, type ExportFormat, exportFormats } from '#lib/broadband/export/exported-version.ts';
import { csvExport, geoJsonExport } from '#lib/broadband/export/text-exports.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { AreaCutter } from '#lib/open-data/area-cutter.ts';
import { type DataPart, dataFileName, dataParts, layersOfParts } from '#lib/open-data/data-part.ts';
import { addOpenDataJob, forgetOpenDataJobs, unmadeVersions } from './open-data-job.ts';

interface OpenDataWriting {
  readonly nowMs: number;
  /** The address of the service, which files name. */
  readonly baseUrl: string;
  readonly onProgress?: ShowProgress;
  /** Called in a transaction once all files are made: a job ends there. */
  readonly onMade?: (db: Db, versionIds: readonly number[]) => void;
}

const formats = Object.keys(exportFormats) as readonly ExportFormat[];

/**
 * Makes the files of each version that is offered and has none, and removes those of versions that no longer are. The files of
 * a version become visible together, when they are complete; what is killed begins again with that version.
 *
 * @returns the versions whose files were made
 * @throws Refusal while another process makes files, or when the disk is full
 */
export async function makeOpenData(database: Connections, writing: OpenDataWriting): Promise<number[]> {
  return await withOpenDataLock(database.writer, () => makeMissing(database, writing));
}

async function makeMissing(
  database: Connections,
  { nowMs, baseUrl, onProgress, onMade }: OpenDataWriting,
): Promise<number[]> {
  const { writer } = database;
  const made: number[] = [];
  for (const versionId of unmadeVersions(writer)) {
    const madeFor = dataMadeFor(writer);
    const files = await filesOfVersion(database, versionId, { baseUrl, onProgress });
    await transact(writer, (db) => {
      // otherwise the next job makes them
      if (dataMadeFor({ db }) !== madeFor || getVersion(db, versionId) === undefined) return;
      putDataVersion(db, { versionId, madeFor, madeAt: nowMs }, files);
      made.push(versionId);
    });
  }
  await transact(writer, (db) => {
    deleteOtherDataVersions(db, getDataTerms({ db }) === undefined ? [] : offeredVersions({ db }));
    forgetOpenDataJobs(db);
    // what was published, kept or said meanwhile
    addOpenDataJob(db, nowMs);
    onMade?.(db, made);
  });
  removeOtherDataFiles(dataFolder(writer.sqlite.name), dataDigests(writer));
  return made;
}

async function filesOfVersion(
  { reader }: Connections,
  versionId: number,
  { baseUrl, onProgress }: Pick<OpenDataWriting, 'baseUrl' | 'onProgress'>,
): Promise<NewDataFile[]> {
  const terms = getDataTerms(reader);
  if (terms === undefined) return [];
  const version = { ...requireExported(reader, versionId, baseUrl), terms };
  const isoTime = new Date(getVersion(reader.db, versionId)?.publishedAt ?? 0).toISOString();
  const files: NewDataFile[] = [];
  let all = 0;
  // also between the steps of a file: what reports may end the work
  const show = () => onProgress?.('write-files', files.length, all);
  const parts = await collect(exportedParts(reader, versionId), show);
  const cutters = areaCutters(reader);
  const wanted = dataParts(parts, cutters);
  all = wanted.length * formats.length;
  for (const part of wanted) {
    const own = await collect(partsOf(part, parts, cutters), show);
    const isWhole = part.kind === 'whole';
    const described = isWhole ? version : { ...version, part: part.name, layers: layersOfParts(version.layers, own) };
    for (const format of formats) {
      show();
      const stored = await storeFile(reader.sqlite.name, async (path) => {
        if (format === 'gpkg') await finishInTurns(writeGeoPackage(path, described, own, isoTime), show);
        else await writeText(path, (format === 'csv' ? csvExport : geoJsonExport)(described, own));
      });
      const { kind, set, name } = part;
      files.push({ name: dataFileName(versionId, part, format), kind, set, part: name, format, ...stored });
    }
  }
  return files;
}

interface CutterOfArea {
  readonly set: string;
  readonly name: string;
  readonly cutter: AreaCutter;
}

function areaCutters(reader: Connection): CutterOfArea[] {
  return listAreaSets(reader).flatMap(({ id, name: set }) =>
    areasOf(reader, id).map(({ name, parts }) => ({ set, name, cutter: new AreaCutter(decodeParts(parts)) })),
  );
}

/** The polygons of a part of a version. */
function* partsOf(
  { kind, set, name }: DataPart,
  parts: readonly ExportedPart[],
  cutters: readonly CutterOfArea[],
): Generator<ExportedPart, void> {
  if (kind === 'area') {
    const area = cutters.find((known) => known.set === set && known.name === name);
    if (area !== undefined) yield* area.cutter.cut(parts);
    return;
  }
  for (const part of parts) if (kind === 'whole' || part.offer[kind] === name) yield part;
}

/** All of what takes long to make one by one; others have a turn meanwhile. */
async function collect<Item>(items: Iterable<Item>, show: () => void): Promise<Item[]> {
  const collected: Item[] = [];
  function* oneByOne(): Generator<void, void> {
    for (const item of items) {
      collected.push(item);
      yield;
    }
  }
  await finishInTurns(oneByOne(), show);
  return collected;
}

async function writeText(path: string, text: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(text), createWriteStream(path, { mode: privateModes.file }));
}

/** Writes a file and gives it its name once it is complete. @throws Refusal when the disk takes nothing */
async function storeFile(
  databaseFile: string,
  write: (path: string) => Promise<void>,
): Promise<{ bytes: number; sha256: string }> {
  makePrivateFolder(dataFolder(databaseFile));
  const unfinished = `${dataFolder(databaseFile)}/${process.pid}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    await write(unfinished);
  } catch (fault) {
    rmSync(unfinished, { force: true });
    throw storageRefusal(fault, unfinished) ?? fault;
  }
  makePrivate(unfinished);
  const sha256 = await digestOf(fileBytes(unfinished));
  const { size: bytes } = statSync(unfinished);
  const path = dataFilePath(databaseFile, sha256);
  if (existsSync(path)) rmSync(unfinished);
  else {
    syncFile(unfinished);
    renameDurably(unfinished, path);
  }
  return { bytes, sha256 };
}
