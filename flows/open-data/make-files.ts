import { createWriteStream, existsSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportedParts, requireExported } from '#db/broadband/exported-parts.ts';
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
import { transact } from '#db/transaction.ts';
import { finishInTurns } from '#flows/broadband/measure/measure-versions.ts';
import { digestOf, fileBytes } from '#flows/files/file-bytes.ts';
import { decodeParts } from '#lib/broadband/coverage/part-codec.ts';
import {
  type ExportedPart,
  type ExportedVersion,
  type ExportFormat,
  exportFormats,
} from '#lib/broadband/export/exported-version.ts';
import { csvExport, geoJsonExport } from '#lib/broadband/export/text-exports.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { AreaCutter } from '#lib/open-data/area-cutter.ts';
import { type DataPart, dataFileName, dataParts, layersOfParts } from '#lib/open-data/data-part.ts';
import { forgetOpenDataJobs, unmadeVersions } from './open-data-job.ts';

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
 */
export async function makeOpenData(
  database: Connections,
  { nowMs, baseUrl, onProgress, onMade }: OpenDataWriting,
): Promise<number[]> {
  const { writer } = database;
  const made: number[] = [];
  for (const versionId of unmadeVersions(writer)) {
    const madeFor = dataMadeFor(writer);
    const files = await filesOfVersion(database, versionId, { baseUrl, onProgress });
    await transact(writer, (db) => {
      // otherwise the job that its change has added makes them
      if (dataMadeFor({ db }) !== madeFor || getVersion(db, versionId) === undefined) return;
      putDataVersion(db, { versionId, madeFor, madeAt: nowMs }, files);
      made.push(versionId);
    });
  }
  await transact(writer, (db) => {
    deleteOtherDataVersions(db, getDataTerms({ db }) === undefined ? [] : offeredVersions({ db }));
    forgetOpenDataJobs(db);
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
  const parts = await collect(exportedParts(reader, versionId));
  const cutters = areaCutters(reader);
  const wanted = dataParts(parts, cutters);
  const files: NewDataFile[] = [];
  for (const part of wanted) {
    onProgress?.('write-files', files.length, wanted.length * formats.length);
    const own = await collect(partsOf(part, parts, cutters));
    const isWhole = part.kind === 'whole';
    const described = isWhole ? version : { ...version, part: part.name, layers: layersOfParts(version.layers, own) };
    for (const format of formats) {
      const stored = await storeFile(reader.sqlite.name, (path) => writeFile(path, format, described, own, isoTime));
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
async function collect<Item>(items: Iterator<Item, void>): Promise<Item[]> {
  const collected: Item[] = [];
  const steps: Iterator<undefined, void> = {
    next() {
      const { value, done } = items.next();
      if (done === true) return { value: undefined, done: true };
      collected.push(value);
      return { value: undefined, done: false };
    },
  };
  await finishInTurns(steps, () => undefined);
  return collected;
}

async function writeFile(
  path: string,
  format: ExportFormat,
  version: ExportedVersion,
  parts: readonly ExportedPart[],
  isoTime: string,
): Promise<void> {
  if (format === 'gpkg') {
    await finishInTurns(writeGeoPackage(path, version, parts, isoTime), () => undefined);
    return;
  }
  const text = format === 'csv' ? csvExport(version, parts) : geoJsonExport(version, parts);
  await pipeline(Readable.from(text), createWriteStream(path, { mode: privateModes.file }));
}

/** Writes a file and gives it its name once it is complete. */
async function storeFile(
  databaseFile: string,
  write: (path: string) => Promise<void>,
): Promise<{ bytes: number; sha256: string }> {
  makePrivateFolder(dataFolder(databaseFile));
  const unfinished = `${dataFolder(databaseFile)}/${process.pid}.unfinished`;
  rmSync(unfinished, { force: true });
  await write(unfinished);
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
