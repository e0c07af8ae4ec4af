import { PbfWriter } from 'pbf';
import { type Actor, type Authorship, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import {
  type AreaSet,
  deleteAreaSet,
  getAreaSet,
  type NewArea,
  type NewAreaSet,
  putAreaSet,
} from '#db/statistics/area-sets.ts';
import { transact } from '#db/transaction.ts';
import { featureProgress, reportReading } from '#flows/broadband/import/coverage-file.ts';
import { hashedFile, openCoverage } from '#flows/broadband/import/open-coverage.ts';
import { addOpenDataJob } from '#flows/open-data/open-data-job.ts';
import { writePart } from '#lib/broadband/coverage/part-codec.ts';
import { takeBytes } from '#lib/broadband/coverage/varints.ts';
import { readThrough } from '#lib/broadband/import/read-source.ts';
import type { ReadingChoices } from '#lib/broadband/import/source.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { SERVICE_BOX } from '#lib/broadband/point.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { type NamedArea, NamedAreaSurvey } from '#lib/statistics/area-survey.ts';
import { outlineOf } from '#lib/statistics/outline.ts';
import { addStatisticsJob } from './statistics-job.ts';

export interface AreasImport extends Pick<Authorship, 'nowMs'> {
  /** The author in the audit log; without one nothing is recorded. */
  readonly actor?: Actor;
  /** The column that has the name of each area. */
  readonly column: string;
  /** What the areas are called together: `Territorial authorities`. */
  readonly name: string;
  /** Whose the areas are, and under which licence; empty where nobody has said so. */
  readonly attribution: string;
  readonly choices?: ReadingChoices;
  readonly onProgress?: ShowProgress;
  /** Called in the transaction that replaces the areas: a job ends there. */
  readonly inTransaction?: (db: Db, loaded: LoadedAreas) => void;
}

/** The areas that are loaded now. */
export interface LoadedAreas {
  readonly set: string;
  readonly areas: number;
  /** The names of areas that are left out, because nothing of them lies in the service area. */
  readonly outside: readonly string[];
}

export interface ImportedAreas extends LoadedAreas {
  readonly vertices: number;
  readonly sha256: string;
}

/**
 * Imports areas of which figures are made, in place of those of the same name, from a file of any format that coverage is
 * read from. Figures that were made before stay.
 *
 * @throws Refusal with all that is wrong with the file; nothing has changed then
 */
export async function importAreas(
  writer: Connection,
  given: SourceFile,
  { name, attribution, inTransaction, actor, nowMs, ...reading }: AreasImport,
): Promise<ImportedAreas> {
  const file = hashedFile(given);
  const areas = await readAreas(writer, file, reading);
  const inside = areas.filter(isInside);
  if (inside.length === 0) throw new Refusal({ code: 'areas-outside' });
  const sha256 = await file.digest();
  const outside = areas.filter((area) => !isInside(area)).map((area) => area.name);
  const loaded = { set: name, areas: inside.length, outside };
  const stored = inside.map(storedArea);
  await transact(writer, (db) => {
    const before = getAreaSet({ db }, name);
    const set = { name, source: given.name, sha256, attribution, importedAt: nowMs };
    storeAreas(db, set, stored);
    const change = {
      action: 'areas.import',
      subject: subjectOf(name),
      before: before === undefined ? null : factsOf(before),
      after: { ...factsOf(set), areas: stored.length },
    } as const;
    if (actor !== undefined) recordChange(db, { actor, ...change }, nowMs);
    inTransaction?.(db, loaded);
  });
  return { ...loaded, vertices: inside.reduce((sum, { parts }) => sum + verticesOf(parts), 0), sha256 };
}

/** The form in which an area is stored. */
export function storedArea({ parts, ...area }: NamedArea): NewArea {
  return { ...area, parts: bytesOf(parts), outline: outlineOf(parts) };
}

/** Stores a set in place of the one of its name, and adds the jobs that make figures and files for it. Call it in a transaction. */
export function storeAreas(db: Db, set: NewAreaSet, areas: readonly NewArea[]): AreaSet {
  const stored = putAreaSet(db, set, areas);
  addStatisticsJob(db, set.importedAt);
  addOpenDataJob(db, set.importedAt);
  return stored;
}

/** Reads the areas of a file. @throws Refusal with all that is wrong with it */
async function readAreas(
  connection: Connection,
  file: SourceFile,
  { column, choices = {}, onProgress }: Pick<AreasImport, 'column' | 'choices' | 'onProgress'>,
): Promise<NamedArea[]> {
  const source = await openCoverage(connection, reportReading(file, 'check-file', onProgress), choices);
  try {
    const progress = featureProgress(source, onProgress);
    const { survey, placement } = await readThrough(source, choices, () => new NamedAreaSurvey(column), progress);
    return survey.finish(placement);
  } catch (fault) {
    const { reason } = fault instanceof Refusal ? fault : {};
    if (reason?.code === 'no-polygons') throw new Refusal({ ...reason, code: 'areas-without-polygons' });
    // a table of points has no areas, whatever a column says about how far they reach
    if (reason?.code === 'radius-unit-unknown') throw new Refusal({ code: 'areas-without-borders', columns: [] });
    if (reason?.code !== 'no-place-columns' && reason?.code !== 'no-radius-column') throw fault;
    throw new Refusal({ code: 'areas-without-borders', columns: reason.columns });
  } finally {
    source.close();
  }
}

/** Removes a set of areas with all its figures. @throws Refusal when there is no such set */
export async function removeAreas(writer: Connection, name: string, { actor, nowMs }: Authorship): Promise<void> {
  await transact(writer, (db) => {
    const set = required(getAreaSet({ db }, name), { code: 'no-such-area-set', name });
    deleteAreaSet(db, set.id);
    addOpenDataJob(db, nowMs);
    const change = { action: 'areas.remove', subject: subjectOf(name), before: factsOf(set), after: null } as const;
    recordChange(db, { actor, ...change }, nowMs);
  });
}

function subjectOf(name: string): string {
  return `areas "${name}"`;
}

function factsOf({ source, sha256, attribution }: NewAreaSet) {
  return { source, sha256, attribution };
}

const writer = new PbfWriter();

function bytesOf(parts: NamedArea['parts']): Uint8Array {
  for (const part of parts) writePart(writer, part);
  return takeBytes(writer);
}

function verticesOf(parts: NamedArea['parts']): number {
  return parts.reduce((sum, part) => sum + part.reduce((inPart, ring) => inPart + ring.length / 2, 0), 0);
}

/** Whether something of an area may lie in the service area. */
function isInside({ parts }: NamedArea): boolean {
  return parts.some(([outer = new Int32Array()]) => {
    let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let at = 0; at < outer.length; at += 2) {
      const [x, y] = [outer[at] as number, outer[at + 1] as number];
      [minX, maxX, minY, maxY] = [Math.min(minX, x), Math.max(maxX, x), Math.min(minY, y), Math.max(maxY, y)];
    }
    const box = SERVICE_BOX;
    return maxX > box.minX && minX < box.maxX && maxY > box.minY && minY < box.maxY;
  });
}
