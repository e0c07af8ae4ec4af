import { coverageVersion } from '#db/broadband/schema.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, desc, eq, inArray, isNotNull, notInArray, or } from '#db/drizzle.ts';
import { listAreaSets } from '#db/statistics/area-sets.ts';
import { type DataTerms, licences } from '#lib/open-data/licences.ts';
import { dataFile, dataVersion, openData } from './schema.ts';

/** What staff have said about open data. */
export type OpenDataChoice = Omit<typeof openData.$inferSelect, 'id'>;

export function getOpenDataChoice({ db }: Pick<Connection, 'db'>): OpenDataChoice {
  const { isOffered, licence, attribution } = openData;
  const row = db.select({ isOffered, licence, attribution }).from(openData).get();
  return row ?? { isOffered: false, licence: '', attribution: '' };
}

export function updateOpenDataChoice(db: Db, choice: OpenDataChoice): void {
  db.update(openData).set(choice).run();
}

/** Under what coverage is offered; undefined while it is not. */
export function getDataTerms(connection: Pick<Connection, 'db'>): DataTerms | undefined {
  const { isOffered, licence, attribution } = getOpenDataChoice(connection);
  return isOffered && licence !== '' ? { licence: licences[licence], attribution } : undefined;
}

/** Of what the files of a version depend besides it: other files are made when it changes. */
export function dataMadeFor(connection: Pick<Connection, 'db'>): string {
  const { licence, attribution } = getOpenDataChoice(connection);
  const sets = listAreaSets(connection).map(({ id, name, revision }) => [id, name, revision]);
  return JSON.stringify([licence, attribution, sets]);
}

/** The versions whose files are offered: what is published, and what is kept of earlier ones, the newest first. */
export function offeredVersions({ db }: Pick<Connection, 'db'>): number[] {
  const { id, kept, publishedAt } = coverageVersion;
  const isKept = and(inArray(kept, ['staff', 'year']), isNotNull(publishedAt));
  return db
    .select({ id })
    .from(coverageVersion)
    .where(or(eq(id, getPublishedId(db) ?? 0), isKept))
    .orderBy(desc(publishedAt), desc(id))
    .all()
    .map((version) => version.id);
}

export type DataVersion = typeof dataVersion.$inferSelect & { readonly publishedAt: number };
export type DataFile = typeof dataFile.$inferSelect;

/** The versions that have files, the one published last first. */
export function listDataVersions({ db }: Pick<Connection, 'db'>): DataVersion[] {
  const { versionId, madeFor, madeAt } = dataVersion;
  const rows = db
    .select({ versionId, madeFor, madeAt, publishedAt: coverageVersion.publishedAt })
    .from(dataVersion)
    .innerJoin(coverageVersion, eq(coverageVersion.id, versionId))
    .orderBy(desc(coverageVersion.publishedAt), desc(versionId))
    .all();
  return rows.flatMap(({ publishedAt, ...row }) => (publishedAt === null ? [] : [{ ...row, publishedAt }]));
}

/** The files of a version, in their order. */
export function dataFilesOf({ db }: Pick<Connection, 'db'>, versionId: number): DataFile[] {
  return db.select().from(dataFile).where(eq(dataFile.versionId, versionId)).orderBy(asc(dataFile.position)).all();
}

export function getDataFile({ db }: Pick<Connection, 'db'>, versionId: number, name: string): DataFile | undefined {
  return db
    .select()
    .from(dataFile)
    .where(and(eq(dataFile.versionId, versionId), eq(dataFile.name, name)))
    .get();
}

/** The SHA-256 of every file that is offered. */
export function dataDigests({ db }: Pick<Connection, 'db'>): Set<string> {
  return new Set(
    db
      .selectDistinct({ sha256: dataFile.sha256 })
      .from(dataFile)
      .all()
      .map(({ sha256 }) => sha256),
  );
}

export type NewDataFile = Omit<DataFile, 'versionId' | 'position'>;

/** Stores the files of a version in place of those it had. Call it in a transaction. */
export function putDataVersion(db: Db, version: typeof dataVersion.$inferSelect, files: readonly NewDataFile[]): void {
  db.delete(dataVersion).where(eq(dataVersion.versionId, version.versionId)).run();
  db.insert(dataVersion).values(version).run();
  for (const [position, file] of files.entries()) {
    db.insert(dataFile)
      .values({ ...file, position, versionId: version.versionId })
      .run();
  }
}

/** Forgets the files of all versions but these. */
export function deleteOtherDataVersions(db: Db, versionIds: readonly number[]): void {
  db.delete(dataVersion)
    .where(notInArray(dataVersion.versionId, [...versionIds]))
    .run();
}
