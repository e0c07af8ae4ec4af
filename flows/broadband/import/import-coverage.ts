import { deliveryOf, layerNameOf, rememberDelivery } from '#db/broadband/deliveries.ts';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { readProviders } from '#db/broadband/provider-names.ts';
import { rememberChoices } from '#db/broadband/remembered-choices.ts';
import { getPublishedId, layersOf } from '#db/broadband/versions.ts';
import type { Connections, Db } from '#db/client.ts';
import { type BuiltVersion, buildVersion, type PlacedParts, type VersionPlan } from '#flows/broadband/build-version.ts';
import { removeAbandonedCoverage } from '#flows/broadband/remove-abandoned.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { removeAbandonedScratch } from '#flows/files/scratch-file.ts';
import { requireNotToCome } from '#lib/broadband/as-of.ts';
import type { ImportedFacts } from '#lib/broadband/import/imported.ts';
import { type ImportMode, layersThatStay } from '#lib/broadband/import/layer-plan.ts';
import { type CoverageChoices, fieldChoicesOf, readingChoicesOf } from '#lib/broadband/import/mapping/choices.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { projectionFacts } from '#lib/broadband/import/projection/projection-facts.ts';
import { type Reading, readAgain } from '#lib/broadband/import/read-source.ts';
import type { FileReading } from '#lib/broadband/import/report-words.ts';
import type { CoverageSource } from '#lib/broadband/import/source.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import type { Survey } from '#lib/broadband/import/survey.ts';
import { Refusal } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { digestOf, reportReading } from './coverage-file.ts';
import { fieldRules } from './field-rules.ts';
import { openCoverage } from './open-coverage.ts';
import { surveyFile } from './survey-file.ts';

export interface ImportOptions extends CoverageWriting {
  /** How the file is to be read, and what its columns and values mean. */
  readonly choices: CoverageChoices;
  readonly mode: ImportMode;
  /** Whether providers that are not known yet are added, or which of them. */
  readonly newProviders: boolean | readonly string[];
  /** What this delivery is called from now on; otherwise as its provider's layer of that name was called before. */
  readonly delivery?: string;
  /** The day that the provider's data stand for, `YYYY-MM-DD`. */
  readonly asOf?: string;
  /** Called within the transaction that makes the version ready. */
  readonly onImported?: (db: Db, imported: ImportedFacts) => void;
}

export interface ImportedCoverage extends BuiltVersion, ImportedFacts {
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
  const { asOf, choices, nowMs } = options;
  if (asOf !== undefined) requireNotToCome(asOf, dayOf(nowMs));
  return await withCoverageLock(database.writer, nowMs, async () => {
    await removeAbandonedCoverage(database.writer, options);
    removeAbandonedScratch(database.writer.sqlite.name);
    const known = readProviders(db);
    const rulesOf = (chosen: CoverageChoices) => fieldRules(db, known, fieldChoicesOf(chosen), options.newProviders);
    rulesOf(choices);
    let isChecked = false;
    const onProgress: ImportOptions['onProgress'] = (stage, done, total) => {
      // read again to be stored, how much is stored says more
      if (!isChecked) options.onProgress?.(stage, done, total);
    };
    const sha256 = await digestOf(reportReading(file, 'read-file', onProgress));
    const told = reportReading(file, 'check-file', onProgress);
    const source = await openCoverage(database.writer, told, readingChoicesOf(choices));
    try {
      const startedAt = performance.now();
      const surveyed = await surveyFile(db, source, choices, { rulesOf, onProgress });
      isChecked = true;
      const { taker: survey, placement } = surveyed.reading;
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
      const read: FileReading = {
        format: source.format,
        projection: projectionFacts(placement),
        notes: [...source.notes, ...surveyed.notes],
      };
      const baseId = getPublishedId(db);
      const kept = layersThatStay(layersOf(db, baseId), layers, options.mode);
      const plan: VersionPlan = {
        ...{ baseId, keptLayerIds: kept.map(({ id }) => id), newLayers, note: file.name },
        origin: { file: origin, survey: { report: survey.report, problems: survey.problems, reading: read } },
      };
      const providers = layers.map(({ provider }) => provider);
      const newProviders = [...new Set(providers.filter((name) => !known.has(foldName(name))))];
      const found = { baseId, sha256, layers, newProviders, report: survey.report, ...read };
      const onReady = (tx: Db, id: number) => {
        rememberChoices(tx, providers, survey.columns.names, surveyed.choices, nowMs);
        if (options.delivery !== undefined) rememberDelivery(tx, providers, layerName, options.delivery);
        options.onImported?.(tx, { id, ...found });
      };
      const content = placedParts(source, surveyed.reading, file, sha256);
      const built = await buildVersion(database.writer, plan, content, { ...options, onReady });
      return { ...built, ...found, surveyMs };
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
