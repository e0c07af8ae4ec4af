import { leavesOfVersion, offersOfVersionAt } from '#db/broadband/cells.ts';
import { readOffers } from '#db/broadband/offers.ts';
import { coverageComparison, provider, technology } from '#db/broadband/schema.ts';
import { technologiesInUse } from '#db/broadband/technologies.ts';
import type { Connection, Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { answerWriter } from '#lib/broadband/answer.ts';
import type { Offer } from '#lib/broadband/availability.ts';
import { areaFigures } from '#lib/broadband/measure/area-figures.ts';
import type { ChangedAnswer, Comparison } from '#lib/broadband/measure/comparison.ts';
import { type Measurement, measure } from '#lib/broadband/measure/measure.ts';
import { MeasuredOffers } from '#lib/broadband/measure/measured-offers.ts';
import { degreesText, longitudeOf, type Point, SERVICE_BOX } from '#lib/broadband/point.ts';
import type { CoverageWriting } from './writing.ts';

const answersShown = 20;

/**
 * Measures what a version changes against its base; both must have their cell index.
 * Takes about as long as making the index, and lets nothing else run meanwhile.
 */
export function compareVersions(
  connection: Connection,
  versionId: number,
  baseId: number | undefined,
  { onProgress }: Pick<CoverageWriting, 'onProgress'>,
): Comparison {
  const { db } = connection;
  const before = baseId === undefined ? [] : readOffers(db, baseId);
  const after = readOffers(db, versionId);
  const offers = new MeasuredOffers([...before, ...after]);
  const measurement = measure({
    offers,
    before: baseId === undefined ? undefined : () => leavesOfVersion(connection, baseId),
    after: () => leavesOfVersion(connection, versionId),
    box: SERVICE_BOX,
    onProgress: (cells) => onProgress?.('measure-areas', cells, 0),
  });
  const names = readNames(db);
  const areas = areaFigures(offers, measurement.tally).map(({ technologyId, providerId, ...figure }) => ({
    ...{
      technology: names.technology(technologyId),
      provider: providerId === undefined ? null : names.provider(providerId),
    },
    ...figure,
  }));
  const changedCells = measurement.changedCells.list().map(({ technologyId, gained, lost, altered, ...square }) => ({
    ...{ technology: names.technology(technologyId), ...square },
    ...{ gained: Math.round(gained), lost: Math.round(lost), altered: Math.round(altered) },
  }));
  const [then, now] = [answersOf(connection, baseId, before), answersOf(connection, versionId, after)];
  const changedAnswers = findChangedAnswers(measurement, then, now).map(({ technologyId, ...answer }) => ({
    technology: names.technology(technologyId),
    ...answer,
  }));
  return { baseId: baseId ?? null, areas, changedCells, changedAnswers };
}

/** Keeps a comparison. Call it in the transaction that makes the version ready. */
export function storeComparison(db: Db, versionId: number, comparison: Comparison): void {
  db.insert(coverageComparison)
    .values({ versionId, ...comparison })
    .run();
}

/** What a version changes against its base; undefined for one that was made before this was measured. */
export function getComparison(db: Db, versionId: number): Comparison | undefined {
  return db.select().from(coverageComparison).where(eq(coverageComparison.versionId, versionId)).get();
}

type Answered = Omit<ChangedAnswer, 'technology'> & { readonly technologyId: number };

/** Asks both versions at the points that were drawn, until enough of them are answered differently. */
function findChangedAnswers({ changedPoints }: Measurement, before: Ask, after: Ask): Answered[] {
  const found: Answered[] = [];
  for (const point of changedPoints.list()) {
    if (found.length === answersShown) break;
    const [then, now] = [before(point), after(point)];
    // an offer may have changed that a better one of its provider hides
    if (then !== now) found.push({ ...point, before: JSON.parse(then), after: JSON.parse(now) });
  }
  return found;
}

/** The API's answer at a point. */
type Ask = (point: Point) => string;

function answersOf(connection: Connection, versionId: number | undefined, offers: readonly Offer[]): Ask {
  const write = answerWriter(technologiesInUse(connection), offers);
  return (point) => {
    const ids = versionId === undefined ? [] : offersOfVersionAt(connection, versionId, point);
    return write(degreesText(longitudeOf(point)), degreesText(point.y), ids);
  };
}

/** Names by id, of whatever stands in the database. */
function readNames(db: Db) {
  const technologies = new Map(
    db
      .select()
      .from(technology)
      .all()
      .map(({ id, name }) => [id, name]),
  );
  const providers = new Map(
    db
      .select()
      .from(provider)
      .all()
      .map(({ id, name }) => [id, name]),
  );
  return {
    technology: (id: number) => technologies.get(id) ?? String(id),
    provider: (id: number) => providers.get(id) ?? String(id),
  };
}
