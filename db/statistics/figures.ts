import { publishedByDay } from '#db/broadband/publications.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq } from '#db/drizzle.ts';
import type { AreaFigures } from '#lib/statistics/area-figures.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { areaFigure, areaMeasurement } from './schema.ts';

export type AreaMeasurement = typeof areaMeasurement.$inferSelect;

/** What was measured of a set for a version, if it was. */
export function getMeasurement(
  { db }: Pick<Connection, 'db'>,
  setId: number,
  versionId: number,
): AreaMeasurement | undefined {
  return db.select().from(areaMeasurement).where(isOf(setId, versionId)).get();
}

/** Stores the figures of a set for a version, in place of those before. Call it in a transaction. */
export function putFigures(db: Db, measurement: Omit<AreaMeasurement, 'id'>, figures: readonly AreaFigures[]): void {
  db.delete(areaMeasurement).where(isOf(measurement.setId, measurement.versionId)).run();
  const { id } = db.insert(areaMeasurement).values(measurement).returning({ id: areaMeasurement.id }).get();
  for (const figure of figures)
    db.insert(areaFigure)
      .values({ measurementId: id, ...figure })
      .run();
}

/** The versions that were measured for a set, from the one that was published first. */
export function measurementsOf({ db }: Pick<Connection, 'db'>, setId: number): AreaMeasurement[] {
  const { publishedAt, versionId } = areaMeasurement;
  return db
    .select()
    .from(areaMeasurement)
    .where(eq(areaMeasurement.setId, setId))
    .orderBy(asc(publishedAt), asc(versionId))
    .all();
}

/** What was measured of what was in force, from the first day on; each version from when it came into force. */
export function measuredByDay(
  connection: Pick<Connection, 'db'>,
  setId: number,
): { readonly at: EpochMs; readonly id: number }[] {
  const measurements = new Map(measurementsOf(connection, setId).map(({ versionId, id }) => [versionId, id]));
  const measured = publishedByDay(connection.db).flatMap(({ at, versionId }) => {
    const id = measurements.get(versionId);
    return id === undefined ? [] : [{ at, id }];
  });
  return measured.reverse().filter(({ id }, index, all) => id !== all[index - 1]?.id);
}

/** What was measured of the published version, or of the one before while that is not measured yet; undefined before the first. */
export function presentMeasurement(connection: Pick<Connection, 'db'>, setId: number): AreaMeasurement | undefined {
  const measurements = measurementsOf(connection, setId);
  const publishedId = getPublishedId(connection.db);
  // after a rollback, it is not the last
  return measurements.find(({ versionId }) => versionId === publishedId) ?? measurements.at(-1);
}

/** The figures of all areas of a measurement, by name. */
export function figuresOf({ db }: Pick<Connection, 'db'>, measurementId: number): AreaFigures[] {
  const isItsOwn = eq(areaFigure.measurementId, measurementId);
  return db.select().from(areaFigure).where(isItsOwn).orderBy(asc(areaFigure.slug)).all();
}

/** The figures of one area by measurement. */
export function figuresOfArea(
  { db }: Pick<Connection, 'db'>,
  setId: number,
  slug: string,
): ReadonlyMap<number, AreaFigures> {
  const rows = db
    .select({ figures: areaFigure })
    .from(areaFigure)
    .innerJoin(areaMeasurement, eq(areaMeasurement.id, areaFigure.measurementId))
    .where(and(eq(areaMeasurement.setId, setId), eq(areaFigure.slug, slug)))
    .all();
  return new Map(rows.map(({ figures }) => [figures.measurementId, figures]));
}

function isOf(setId: number, versionId: number) {
  return and(eq(areaMeasurement.setId, setId), eq(areaMeasurement.versionId, versionId));
}
