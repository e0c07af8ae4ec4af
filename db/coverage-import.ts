import { requireNotToCome } from '#lib/broadband/as-of.ts';
import { foldName } from '#lib/broadband/import/fold-name.ts';
import { type ImportMode, type LayerName, layersThatStay } from '#lib/broadband/import/layer-plan.ts';
import type { FieldName } from '#lib/broadband/import/offer-fields.ts';
import type { Placement } from '#lib/broadband/import/projection/georeference.ts';
import { type Reading, readAgain, readThrough } from '#lib/broadband/import/read-source.ts';
import type { CoverageSource, FormatName, ReadingChoices } from '#lib/broadband/import/source.ts';
import type { PropertyValue } from '#lib/broadband/import/source-feature.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { Survey, type SurveyReport } from '#lib/broadband/import/survey.ts';
import { Refusal } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';
import type { Connections } from './client.ts';
import { type BuiltVersion, buildVersion, type PlacedParts, type VersionPlan } from './coverage-build.ts';
import { removeStrayCoverage } from './coverage-cleanup.ts';
import { deliveryOf, layerNameOf, rememberDelivery } from './coverage-delivery.ts';
import { digestOf } from './coverage-file.ts';
import { withCoverageLock } from './coverage-lock.ts';
import { readProviders } from './coverage-providers.ts';
import { fieldRules } from './coverage-rules.ts';
import { openCoverage } from './coverage-source.ts';
import { getPublishedId, layersOf } from './coverage-versions.ts';
import type { CoverageWriting } from './coverage-writing.ts';

export interface ImportOptions extends CoverageWriting {
  /** How the file is to be read, where that is not for the file to say. */
  readonly reading?: ReadingChoices;
  readonly mode: ImportMode;
  /** Whether providers that are not known yet are added. */
  readonly newProviders: boolean;
  /** The columns that fields are read from, where they are not named as the field. */
  readonly columns: ReadonlyMap<FieldName, string>;
  /** What fields are where a feature leaves them blank. */
  readonly defaults: ReadonlyMap<FieldName, PropertyValue>;
  /** What this delivery is called from now on; otherwise as its provider's layer of that name was called before. */
  readonly delivery?: string;
  /** The day that the provider's data stand for, `YYYY-MM-DD`. */
  readonly asOf?: string;
}

export interface ImportedLayer extends LayerName {
  readonly offers: number;
  readonly parts: number;
  readonly vertices: number;
}

export interface ImportedCoverage extends BuiltVersion {
  readonly baseId: number | undefined;
  readonly sha256: string;
  readonly layers: readonly ImportedLayer[];
  readonly newProviders: readonly string[];
  readonly report: SurveyReport;
  readonly format: FormatName;
  /** By which reference system its positions were read. */
  readonly placement: Placement;
  /** What was found or assumed of the file as a whole. */
  readonly notes: readonly string[];
  /** How long the first reading took. */
  readonly surveyMs: number;
}

/**
 * Makes a version from a file of coverage on top of what is published. The file is read once to check and count
 * everything and, only when nothing is wrong, a second time to store it. The version is ready afterwards, not published.
 *
 * @throws Refusal with all that is wrong; nothing is left in the database then
 */
export async function importCoverage(
  database: Connections,
  file: SourceFile,
  options: ImportOptions,
): Promise<ImportedCoverage> {
  const { db } = database.writer;
  const { asOf } = options;
  if (asOf !== undefined) requireNotToCome(asOf, dayOf(options.nowMs));
  return await withCoverageLock(database.writer, options.nowMs, async () => {
    await removeStrayCoverage(database.writer, options);
    const known = readProviders(db);
    const rules = fieldRules(db, known, options);
    const sha256 = await digestOf(file);
    const source = await openCoverage(database.writer, file, options.reading ?? {});
    try {
      const startedAt = performance.now();
      const reading = await readThrough(source, options.reading ?? {}, () => new Survey(rules));
      const { taker: survey, placement } = reading;
      survey.finish(placement);
      const surveyMs = performance.now() - startedAt;

      const layerName = layerNameOf(source.layerName, file.name);
      const origin = { source: file.name, sha256, bytes: file.bytes };
      const newLayers = survey.layers.map((layer) => {
        const delivery = options.delivery ?? deliveryOf(db, layer.provider.name, layerName);
        return { ...layer, delivery, ...origin, ...(asOf === undefined ? {} : { asOf }) };
      });
      const layers = newLayers.map(({ technology, provider, delivery, offers, parts, vertices }) => ({
        ...{ technology, provider: provider.name, delivery },
        ...{ offers: offers.length, parts, vertices },
      }));
      const baseId = getPublishedId(db);
      const kept = layersThatStay(layersOf(db, baseId), layers, options.mode);
      const plan: VersionPlan = {
        ...{ baseId, keptLayerIds: kept.map(({ id }) => id), newLayers, note: file.name },
        origin: { file: origin, survey: { report: survey.report, problems: survey.problems } },
      };
      const content = placedParts(source, reading, file, sha256);
      const built = await buildVersion(database.writer, plan, content, options);
      if (options.delivery !== undefined) {
        const providers = layers.map(({ provider }) => provider);
        rememberDelivery(database.writer, providers, layerName, options.delivery);
      }
      const newProviders = new Set(layers.map(({ provider }) => provider).filter((name) => !known.has(foldName(name))));
      return {
        ...{ ...built, baseId, sha256, layers, newProviders: [...newProviders], report: survey.report, surveyMs },
        ...{ format: source.format, placement, notes: source.notes },
      };
    } finally {
      source.close();
    }
  });
}

async function* placedParts(
  source: CoverageSource,
  reading: Reading<Survey>,
  file: SourceFile,
  sha256: string,
): AsyncGenerator<PlacedParts> {
  for await (const features of readAgain(source, reading)) {
    for (const feature of features) {
      const placed = reading.taker.place(feature);
      if (placed !== undefined) yield placed;
    }
  }
  if ((await digestOf(file)) !== sha256) throw new Refusal('The file changed while it was read; nothing was imported.');
}
