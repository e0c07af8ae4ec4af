import { coverageOffer, coverageReport } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { count, eq } from '#db/drizzle.ts';
import { getComparison } from '#flows/broadband/compare-versions.ts';
import { lossesOf } from '#flows/broadband/publication.ts';
import type { SurveyProblem } from '#lib/broadband/import/areas/area-survey.ts';
import type { FileReading } from '#lib/broadband/import/report-words.ts';
import type { SurveyReport } from '#lib/broadband/import/survey.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import type { LargeLoss } from '#lib/broadband/measure/large-loss.ts';
import { ageOf, getFlaggedAfterDays, type LayerAge } from './policy.ts';
import { type CoverageVersion, getPublishedId, layersOf, requireReady, type VersionLayer } from './versions.ts';

/** One layer as a version's page tells of it. */
export interface DetailedLayer extends VersionLayer {
  readonly offers: number;
  readonly age: LayerAge;
  /** Whether the version's base has it not. */
  readonly isNew: boolean;
}

/** All that is known of a version: what its page shows. */
export interface VersionDetails {
  readonly version: CoverageVersion;
  readonly isPublished: boolean;
  /** Whether it was never published and its base no longer is the published one: it will be made anew first. */
  readonly isOutdated: boolean;
  readonly layers: readonly DetailedLayer[];
  /** Layers of its base that it has not; empty when the base is gone. */
  readonly removedLayers: readonly VersionLayer[];
  /** What its import found, and where; undefined for a version that no file was imported for. */
  readonly report: SurveyReport | undefined;
  /** How its file was read; undefined where that was not kept yet. */
  readonly reading: FileReading | undefined;
  readonly problems: readonly SurveyProblem[];
  readonly comparison: Comparison | undefined;
  /** The technologies whose loss must be confirmed before it can be published for the first time. */
  readonly losses: readonly LargeLoss[];
}

/** @throws Refusal when there is no such version, or it is still being made */
export function requireVersionDetails({ db }: Connection, versionId: number, nowMs: number): VersionDetails {
  const version = requireReady(db, versionId);
  const publishedId = getPublishedId(db);
  const baseId = version.baseId ?? undefined;
  const base = layersOf(db, baseId);
  const standing = layersOf(db, versionId);
  const flaggedAfterDays = getFlaggedAfterDays(db);
  const found = db.select().from(coverageReport).where(eq(coverageReport.versionId, versionId)).get();
  const isFirstTime = version.publishedAt === null;
  return {
    ...{ version, isPublished: publishedId === versionId, isOutdated: isFirstTime && baseId !== publishedId },
    layers: standing.map((layer) => ({
      ...layer,
      offers: countOffers({ db }, layer.id),
      age: ageOf(layer, flaggedAfterDays, nowMs),
      isNew: base.every(({ id }) => id !== layer.id),
    })),
    removedLayers: base.filter((layer) => standing.every(({ id }) => id !== layer.id)),
    ...{ report: found?.report, reading: found?.reading ?? undefined, problems: found?.problems ?? [] },
    comparison: getComparison(db, versionId),
    losses: isFirstTime ? lossesOf(db, versionId) : [],
  };
}

function countOffers({ db }: Pick<Connection, 'db'>, layerId: number): number {
  const counted = db.select({ offers: count() }).from(coverageOffer).where(eq(coverageOffer.layerId, layerId)).get();
  return counted?.offers ?? 0;
}
