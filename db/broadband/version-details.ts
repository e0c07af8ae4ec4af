import { coverageOffer, coverageReport } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { count, eq } from '#db/drizzle.ts';
import type { SurveyProblem } from '#lib/broadband/import/areas/area-survey.ts';
import type { FileReading } from '#lib/broadband/import/report-words.ts';
import type { SurveyReport } from '#lib/broadband/import/survey.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import type { LargeLoss } from '#lib/broadband/measure/large-loss.ts';
import { getComparison, getLosses } from './comparisons.ts';
import { ageOf, getFlaggedAfterDays, type LayerAge } from './freshness.ts';
import { type CoverageVersion, getPublishedId, layersOf, requireReady, type VersionLayer } from './versions.ts';

/** One layer as a version's page shows it. */
export interface DetailedLayer extends VersionLayer {
  readonly offers: number;
  readonly age: LayerAge;
  /** Whether the version's base does not have it. */
  readonly isNew: boolean;
}

/** Everything that is known about a version. */
export interface VersionDetails {
  readonly version: CoverageVersion;
  readonly isPublished: boolean;
  /** The version that is published now, if any. */
  readonly publishedId: number | undefined;
  /** Whether it was never published and its base is no longer published: it must be rebuilt first. */
  readonly isOutdated: boolean;
  readonly layers: readonly DetailedLayer[];
  /** Layers of its base that it does not have; empty when the base no longer exists. */
  readonly removedLayers: readonly VersionLayer[];
  /** What its import found, and where; undefined for a version that was not imported. */
  readonly report: SurveyReport | undefined;
  /** How its file was read; undefined for versions from before that was recorded. */
  readonly reading: FileReading | undefined;
  readonly problems: readonly SurveyProblem[];
  readonly comparison: Comparison | undefined;
  /** The technologies whose loss must be confirmed before it can be published; undefined until that is measured. */
  readonly losses: readonly LargeLoss[] | undefined;
}

/** @throws Refusal when the version does not exist or is still being made */
export function requireVersionDetails({ db }: Connection, versionId: number, nowMs: number): VersionDetails {
  const version = requireReady(db, versionId);
  const publishedId = getPublishedId(db);
  const baseId = version.baseId ?? undefined;
  const base = layersOf(db, baseId);
  const own = layersOf(db, versionId);
  const flaggedAfterDays = getFlaggedAfterDays(db);
  const found = db.select().from(coverageReport).where(eq(coverageReport.versionId, versionId)).get();
  const isFirstTime = version.publishedAt === null;
  return {
    version,
    isPublished: publishedId === versionId,
    publishedId,
    isOutdated: isFirstTime && baseId !== publishedId,
    layers: own.map((layer) => ({
      ...layer,
      offers: countOffers({ db }, layer.id),
      age: ageOf(layer, flaggedAfterDays, nowMs),
      isNew: base.every(({ id }) => id !== layer.id),
    })),
    removedLayers: base.filter((layer) => own.every(({ id }) => id !== layer.id)),
    report: found?.report,
    reading: found?.reading ?? undefined,
    problems: found?.problems ?? [],
    comparison: getComparison(db, versionId),
    losses: isFirstTime ? getLosses(db, versionId) : [],
  };
}

function countOffers({ db }: Pick<Connection, 'db'>, layerId: number): number {
  const counted = db.select({ offers: count() }).from(coverageOffer).where(eq(coverageOffer.layerId, layerId)).get();
  return counted?.offers ?? 0;
}
