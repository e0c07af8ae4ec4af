import { getProviderByName } from '#db/broadband/providers.ts';
import {
  coverageLayer,
  coverageReport,
  coverageVersion,
  coverageVersionLayer,
  provider,
  technology,
} from '#db/broadband/schema.ts';
import { type NewLayer, type PlacedParts, storeOffers, storeParts } from '#db/broadband/store.ts';
import type { Connection, Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { releaseDisk, reserveDisk } from '#flows/files/disk-reserve.ts';
import type { SurveyProblem } from '#lib/broadband/import/areas/area-survey.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import type { ImportProvider } from '#lib/broadband/import/offers/parse-offer.ts';
import type { FileReading } from '#lib/broadband/import/report-words.ts';
import type { SurveyReport } from '#lib/broadband/import/survey.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import { Refusal } from '#lib/refusal.ts';
import { compareVersions } from './compare-versions.ts';
import { drawLayers } from './draw-layers.ts';
import { indexVersion } from './index-version.ts';
import { makeReady, type VersionNews } from './make-ready.ts';
import { removeAbandonedCoverage } from './remove-stray.ts';
import { type CoverageWriting, heartbeatOf } from './writing.ts';

export type { NewLayer, PlacedParts } from '#db/broadband/store.ts';

/** A version to be made: layers that stand already, and new ones. */
export interface VersionPlan {
  /** The version it is made on, and published after. */
  readonly baseId: number | undefined;
  readonly keptLayerIds: readonly number[];
  readonly newLayers: readonly NewLayer[];
  readonly note: string;
  readonly origin?: VersionOrigin;
}

/** What is remembered of how a version came to be. */
export interface VersionOrigin {
  readonly news?: VersionNews;
  /** Who made it, when that is not whoever writes it. */
  readonly madeBy?: string;
  /** Name, SHA-256 in hexadecimal and size of the file it was imported from. */
  readonly file?: { readonly source: string; readonly sha256: string; readonly bytes: number };
  /** What the import found, and how it read the file. */
  readonly survey?: {
    readonly report: SurveyReport;
    readonly problems: readonly SurveyProblem[];
    readonly reading: FileReading | null;
  };
}

export interface BuiltVersion {
  readonly id: number;
  /** The new layers' ids, in the plan's order. */
  readonly layerIds: readonly number[];
  readonly indexBytes: number;
  /** What it changes against its base. */
  readonly comparison: Comparison;
  /** How long storing the polygons, making the index and measuring the areas took. */
  readonly storeMs: number;
  readonly indexMs: number;
  readonly measureMs: number;
}

/**
 * Makes a version that is ready to be published, invisible until then. When anything goes wrong nothing of it stays.
 * The caller holds the coverage lock.
 */
export async function buildVersion(
  writer: Connection,
  plan: VersionPlan,
  content: Iterable<PlacedParts> | AsyncIterable<PlacedParts>,
  writing: CoverageWriting,
): Promise<BuiltVersion> {
  try {
    const startedAt = performance.now();
    reserveDisk(writer);
    const { id, layerIds } = beginVersion(writer.db, plan, writing);
    const beat = heartbeatOf(writer, id, writing.nowMs);
    const offerIds = await storeOffers(writer, plan.newLayers, layerIds, writing, beat);
    await storeParts(writer, content, offerIds, writing, beat);
    await drawLayers(writer, layerIds, writing, beat);
    const storedAt = performance.now();
    const indexBytes = await indexVersion(writer, id, writing);
    const indexedAt = performance.now();
    const comparison = compareVersions(writer, id, plan.baseId, writing);
    makeReady(writer, id, { indexBytes, comparison, news: plan.origin?.news ?? 'coverage.import' }, writing);
    return {
      ...{ id, layerIds, indexBytes, comparison },
      ...{ storeMs: storedAt - startedAt, indexMs: indexedAt - storedAt, measureMs: performance.now() - indexedAt },
    };
  } catch (fault) {
    if (writer.sqlite.inTransaction) writer.sqlite.exec('ROLLBACK');
    releaseDisk(writer);
    // what cannot be removed now is invisible, and the next import removes it
    await removeAbandonedCoverage(writer, writing).catch(() => {});
    throw isDiskFull(fault) ? new Refusal('The disk is full: nothing was imported.') : fault;
  } finally {
    releaseDisk(writer);
  }
}

function isDiskFull(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && (fault.code === 'SQLITE_FULL' || fault.code === 'ENOSPC');
}

function beginVersion(
  db: Db,
  plan: VersionPlan,
  { nowMs, actor }: CoverageWriting,
): { id: number; layerIds: number[] } {
  const { madeBy = actor?.who ?? '', file, survey } = plan.origin ?? {};
  return db.transaction(
    (tx) => {
      const { id } = tx
        .insert(coverageVersion)
        .values({
          baseId: plan.baseId ?? null,
          state: 'building',
          note: plan.note,
          createdAt: nowMs,
          heartbeatAt: nowMs,
          madeBy,
          ...file,
        })
        .returning({ id: coverageVersion.id })
        .get();
      if (survey !== undefined)
        tx.insert(coverageReport)
          .values({ versionId: id, ...survey })
          .run();
      const layerIds = plan.newLayers.map((layer) => insertLayer(tx, layer, id, nowMs));
      for (const layerId of [...plan.keptLayerIds, ...layerIds]) {
        tx.insert(coverageVersionLayer).values({ versionId: id, layerId }).run();
      }
      return { id, layerIds };
    },
    { behavior: 'immediate' },
  );
}

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];

function insertLayer(tx: Transaction, layer: NewLayer, versionId: number, nowMs: number): number {
  const { delivery, source, sha256, bytes, asOf, vertices, parts } = layer;
  const of = tx.select().from(technology).where(eq(technology.name, layer.technology)).get();
  if (of === undefined) throw new Error(`There is no technology ${layer.technology}.`);
  const providerId = requireProvider(tx, layer.provider, versionId, nowMs);
  return tx
    .insert(coverageLayer)
    .values({
      ...{ technologyId: of.id, providerId, delivery, source, sha256, bytes, asOf },
      ...{ vertices, parts, createdAt: nowMs },
    })
    .returning({ id: coverageLayer.id })
    .get().id;
}

function requireProvider(tx: Transaction, wanted: ImportProvider, versionId: number, nowMs: number): number {
  const foldedName = foldName(wanted.name);
  const known = getProviderByName(tx, wanted.name);
  if (known !== undefined) return known.id;
  const { name, url, wholesaleNetwork } = wanted;
  return tx
    .insert(provider)
    .values({ name, foldedName, url, wholesaleNetwork, createdAt: nowMs, pendingVersionId: versionId })
    .returning({ id: provider.id })
    .get().id;
}
