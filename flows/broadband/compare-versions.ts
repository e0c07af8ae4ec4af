import { leavesOfVersion, offersOfVersionAt } from '#db/broadband/cells.ts';
import { readNames } from '#db/broadband/comparisons.ts';
import { readOffers } from '#db/broadband/offers.ts';
import { technologiesInUse } from '#db/broadband/technologies.ts';
import type { Connection } from '#db/client.ts';
import { answerWriter } from '#lib/broadband/answer.ts';
import type { Offer } from '#lib/broadband/availability.ts';
import { areaFigures } from '#lib/broadband/measure/area-figures.ts';
import type { ChangedAnswer, Comparison } from '#lib/broadband/measure/comparison.ts';
import { type Measurement, measure } from '#lib/broadband/measure/measure.ts';
import { MeasuredOffers } from '#lib/broadband/measure/measured-offers.ts';
import { degreesText, longitudeOf, type Point, SERVICE_BOX } from '#lib/broadband/point.ts';
import type { CoverageWriting } from './writing.ts';

/** How many points whose answer changes are kept. */
const mostAnswers = 20;

/**
 * Measures what a version changes against its base; both must have their cell index. It takes about as long as making
 * the index, and blocks the event loop.
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

type Answered = Omit<ChangedAnswer, 'technology'> & { readonly technologyId: number };

/** Asks both versions at the drawn points until enough answers differ. */
function findChangedAnswers({ changedPoints }: Measurement, before: Ask, after: Ask): Answered[] {
  const found: Answered[] = [];
  for (const point of changedPoints.list()) {
    if (found.length === mostAnswers) break;
    const [then, now] = [before(point), after(point)];
    // the changed offer may be hidden by a better one of its provider
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
