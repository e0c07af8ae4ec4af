import { countLeaves, leavesOfVersion } from '#db/broadband/cells.ts';
import { readOffers } from '#db/broadband/layer-content.ts';
import { firstPublished } from '#db/broadband/publications.ts';
import { getVersion } from '#db/broadband/versions.ts';
import type { Connection, Db } from '#db/client.ts';
import { getList } from '#db/places/lists.ts';
import { openListsOf } from '#db/places/open-lists.ts';
import { type AreaSet, areasOf, getAreaSet, type StoredArea } from '#db/statistics/area-sets.ts';
import { type AreaMeasurement, putFigures } from '#db/statistics/figures.ts';
import { transact } from '#db/transaction.ts';
import { inSnapshot } from '#flows/broadband/measure/compare-versions.ts';
import { finishInTurns } from '#flows/broadband/measure/measure-versions.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import { EdgeCollection } from '#lib/broadband/coverage/edge-collection.ts';
import { type Leaf, leavesOf } from '#lib/broadband/coverage/leaves.ts';
import { decodeParts } from '#lib/broadband/coverage/part-codec.ts';
import type { Differences } from '#lib/broadband/measure/differing-cells.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { type AreaFigures, areaFigures } from '#lib/statistics/area-figures.ts';
import { countAddresses } from '#lib/statistics/count-addresses.ts';
import { measureReach } from '#lib/statistics/measure-reach.ts';
import { OfferGroups } from '#lib/statistics/offer-groups.ts';
import { addStatisticsJob, forgetStatisticsJobs, unmeasuredSets } from './statistics-job.ts';

interface StatisticsWriting {
  readonly nowMs: number;
  readonly onProgress?: ShowProgress;
  /** Called in a transaction once all sets have been measured: a job ends there. */
  readonly onMeasured?: (db: Db, sets: readonly string[]) => void;
}

/**
 * Measures a version that is or was published for each set of areas that has no figures of it. The figures of a set become
 * visible when they are complete; what is killed goes on with the next set. Publishing and removing versions need not wait
 * for it.
 *
 * @returns the names of the sets that were measured
 */
export async function measureStatistics(
  writer: Connection,
  versionId: number,
  { nowMs, onProgress, onMeasured }: StatisticsWriting,
): Promise<string[]> {
  const measured: string[] = [];
  let isReplaced = false;
  for (const set of unmeasuredSets(writer, versionId)) {
    const found = await inSnapshot(writer, (connection) => measureSet(connection, versionId, set, onProgress));
    // the version was removed, or lost its index
    if (found === undefined) break;
    await transact(writer, (db) => {
      // areas that were replaced meanwhile are measured by the next job
      if (getAreaSet({ db }, set.name)?.revision !== set.revision) {
        isReplaced = true;
        return;
      }
      putFigures(db, { ...found.measurement, measuredAt: nowMs }, found.figures);
      measured.push(set.name);
    });
  }
  await transact(writer, (db) => {
    forgetStatisticsJobs(db, versionId);
    if (isReplaced) addStatisticsJob(db, nowMs);
    onMeasured?.(db, measured);
  });
  return measured;
}

interface MeasuredSet {
  readonly measurement: Omit<AreaMeasurement, 'id' | 'measuredAt'>;
  readonly figures: readonly AreaFigures[];
}

async function measureSet(
  connection: Connection,
  versionId: number,
  { id: setId, revision }: AreaSet,
  onProgress: ShowProgress | undefined,
): Promise<MeasuredSet | undefined> {
  const publishedAt = firstPublished(connection.db, versionId);
  if (getVersion(connection.db, versionId)?.indexBytes == null || publishedAt === undefined) return undefined;
  const areas = areasOf(connection, setId);
  const areaLeaves = indexOf(areas);
  const groups = new OfferGroups(readOffers(connection.db, versionId));
  const cells = countLeaves(connection, versionId);
  const show = (share: number) => onProgress?.('measure-statistics', Math.round(share * cells), cells);
  const parts = pairedParts(areaLeaves, leavesOfVersion(connection, versionId));
  const land = await finishInTurns(measureReach({ areas: areas.length, groups, parts }), show);
  const list = getList(connection, 'addresses');
  const points = openListsOf(connection).readers.get('addresses')?.points();
  const addresses =
    points === undefined
      ? undefined
      : await finishInTurns(
          countAddresses({ points, areas: areaLeaves, version: leavesOfVersion(connection, versionId), groups }),
          (share) => onProgress?.('count-addresses', Math.round((share * points.length) / 2), points.length / 2),
        );
  const addressList = list?.number ?? null;
  return {
    measurement: { setId, versionId, publishedAt, revision, addressList },
    figures: areaFigures(areas, groups, land, addresses),
  };
}

/** The cell index of areas, whose numbers are those of its offers. */
function indexOf(areas: readonly StoredArea[]): Leaf[] {
  const collection = new EdgeCollection();
  for (const { number, parts } of areas) {
    for (const rings of decodeParts(parts)) collection.add({ offer: number, rings });
  }
  return [...leavesOf(collection)];
}

/** Leaves of the version that are paired at once: a few milliseconds. */
const batch = 2000;

/** The leaves of both indexes, part by part. */
function* pairedParts(areas: readonly Leaf[], version: Iterable<Leaf>): Generator<Differences, void> {
  let from = 0;
  let after: Leaf[] = [];
  const upTo = (end: number): Differences => {
    let to = from;
    while ((areas[to]?.key ?? KEY_SPAN) < end) to++;
    const before = areas.slice(from, to);
    from = to;
    return { before, after, end };
  };
  for (const leaf of version) {
    if (after.length === batch) {
      yield upTo(leaf.key);
      after = [];
    }
    after.push(leaf);
  }
  yield upTo(KEY_SPAN);
}
