import { offersOfVersionAt } from '#db/broadband/cells.ts';
import { getLosses, insertLosses, readNames } from '#db/broadband/comparisons.ts';
import { readOffers } from '#db/broadband/layer-content.ts';
import { technologiesInUse } from '#db/broadband/technologies.ts';
import { getVersion, layersOf } from '#db/broadband/versions.ts';
import { type Connection, type Db, openReader } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { answerWriter } from '#lib/broadband/answer.ts';
import type { Offer } from '#lib/broadband/availability.ts';
import { type AreaBlock, BlockSums } from '#lib/broadband/measure/area-blocks.ts';
import { areaFigures, totalFor } from '#lib/broadband/measure/area-figures.ts';
import type { ChangedAnswer, Comparison } from '#lib/broadband/measure/comparison.ts';
import { type LargeLoss, largeLosses } from '#lib/broadband/measure/large-loss.ts';
import type { Measurement } from '#lib/broadband/measure/measure.ts';
import { MeasuredOffers } from '#lib/broadband/measure/measured-offers.ts';
import { degreesText, longitudeOf, type Point } from '#lib/broadband/point.ts';
import { type MeasureProgress, measureAgainst, totalsOf } from './measure-versions.ts';

/** How many points whose answer changes are kept. */
const mostAnswers = 20;

/** What two versions differ in. */
export interface ComparedVersions {
  readonly comparison: Comparison;
  /** The sums of the leaves, as `sumAreas` has them; of a version with a base they are not known by this. */
  readonly sums: AreaBlock[] | undefined;
}

/**
 * Measures what a version changes against its base; both must have their cell index. Only cells that differ are visited,
 * and the rest is known from the base's figures; without a base, or if those were never measured, all of one version is.
 * It only reads, and gives the event loop a turn every few milliseconds.
 */
export async function compareVersions(
  connection: Connection,
  versionId: number,
  baseId: number | undefined,
  { onProgress }: MeasureProgress,
): Promise<ComparedVersions> {
  const { db } = connection;
  const before = baseId === undefined ? [] : readOffers(db, baseId);
  const after = readOffers(db, versionId);
  const offers = new MeasuredOffers([...before, ...after]);
  const blocks = baseId === undefined ? new BlockSums(offers) : undefined;
  const progress = onProgress === undefined ? {} : { onProgress };
  const measurement = await measureAgainst(connection, versionId, baseId, { offers, blocks, ...progress });
  const totals = baseId === undefined ? [] : await totalsOf(connection, baseId, progress);
  const figures = areaFigures(offers, measurement.tally, totals);
  const names = readNames(db);
  const areas = figures.map(({ technologyId, providerId, ...figure }) => ({
    technology: names.technology(technologyId),
    provider: providerId === undefined ? null : names.provider(providerId),
    ...figure,
  }));
  const changedCells = measurement.changedCells.list().map(({ technologyId, gained, lost, altered, ...square }) => ({
    technology: names.technology(technologyId),
    ...square,
    gained: Math.round(gained),
    lost: Math.round(lost),
    altered: Math.round(altered),
  }));
  const [then, now] = [answersOf(connection, baseId, before), answersOf(connection, versionId, after)];
  const changedAnswers = findChangedAnswers(measurement, then, now).map(({ technologyId, ...answer }) => ({
    technology: names.technology(technologyId),
    ...answer,
  }));
  const own = figures.map((figure) => totalFor(figure, figure.after));
  const comparison = { baseId: baseId ?? null, areas, changedCells, changedAnswers, totals: own };
  return { comparison, sums: blocks?.take(true) };
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

/**
 * The technologies of which a version takes away more than a fifth of its base's area: what must be known before it is
 * published. It visits only cells that differ, measures no providers, and needs the area of the base only if something is lost; both
 * must have their cell index. It only reads, and gives the event loop a turn every few milliseconds.
 */
export async function findLosses(
  connection: Connection,
  versionId: number,
  baseId: number | undefined,
  progress: MeasureProgress,
): Promise<LargeLoss[]> {
  if (baseId === undefined) return [];
  const { db } = connection;
  const offers = new MeasuredOffers([...readOffers(db, baseId), ...readOffers(db, versionId)]);
  const { tally } = await measureAgainst(connection, versionId, baseId, { offers, withProviders: false, ...progress });
  const technologies = (totals: Parameters<typeof areaFigures>[2]) =>
    areaFigures(offers, tally, totals).filter(({ providerId }) => providerId === undefined);
  if (technologies([]).every(({ lost }) => lost === 0)) return [];
  const names = readNames(db);
  const figures = technologies(await totalsOf(connection, baseId, progress));
  return largeLosses(
    figures.map(({ technologyId, ...figure }) => ({
      ...figure,
      technology: names.technology(technologyId),
      provider: null,
    })),
  );
}

/** Whether a version could take anything away: its base has a layer that it does not have. */
export function mayLose(db: Db, versionId: number): boolean {
  const baseId = getVersion(db, versionId)?.baseId ?? undefined;
  const own = new Set(layersOf(db, versionId).map(({ id }) => id));
  return layersOf(db, baseId).some(({ id }) => !own.has(id));
}

/**
 * The technologies of which a version takes away more than a fifth. Measures and stores them unless they are known; both
 * versions must have their cell index.
 */
export async function measureLosses(
  writer: Connection,
  versionId: number,
  writing: CoverageWriting,
): Promise<readonly LargeLoss[]> {
  const known = getLosses(writer.db, versionId);
  if (known !== undefined) return known;
  writing.onProgress?.('measure-areas', 0, 0);
  const losses = await inSnapshot(writer, async (connection) => {
    if (!mayLose(connection.db, versionId)) return [];
    const baseId = getVersion(connection.db, versionId)?.baseId ?? undefined;
    return await findLosses(connection, versionId, baseId, writing);
  });
  // the version may have been deleted by now
  await transact(writer, (db) => {
    if (getVersion(db, versionId) !== undefined) insertLosses(db, versionId, losses);
  });
  return losses;
}

/**
 * Runs `read` on a connection of its own, which sees the database as it is now until `read` ends: what others publish,
 * index or remove meanwhile makes no difference.
 */
export async function inSnapshot<T>(
  { sqlite }: { readonly sqlite: Pick<Connection['sqlite'], 'name'> },
  read: (connection: Connection) => T | Promise<T>,
): Promise<T> {
  const connection = openReader(sqlite.name);
  try {
    // the snapshot begins with the first query
    connection.sqlite.exec('BEGIN');
    return await read(connection);
  } finally {
    connection.sqlite.close();
  }
}
