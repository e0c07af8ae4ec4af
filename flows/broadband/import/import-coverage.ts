import { deliveryOf, layerNameOf, rememberDelivery } from '#db/broadband/deliveries.ts';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { readProviders } from '#db/broadband/provider-names.ts';
import { rememberChoices } from '#db/broadband/remembered-choices.ts';
import { getPublishedId, layersOf } from '#db/broadband/versions.ts';
import type { Connections, Db } from '#db/client.ts';
import { type BuiltVersion, buildVersion, type VersionPlan } from '#flows/broadband/build-version.ts';
import { removeAbandonedCoverage } from '#flows/broadband/remove-abandoned.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { removeAbandonedScratch } from '#flows/files/scratch-file.ts';
import { requireNotInFuture } from '#lib/broadband/as-of.ts';
import type { ImportedFacts } from '#lib/broadband/import/imported.ts';
import { type ImportMode, layersToKeep } from '#lib/broadband/import/layer-plan.ts';
import { type CoverageChoices, fieldChoicesOf, readingChoicesOf } from '#lib/broadband/import/mapping/choices.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import type { ImportProvider } from '#lib/broadband/import/offers/parse-offer.ts';
import { projectionFacts } from '#lib/broadband/import/projection/projection-facts.ts';
import type { FileReading } from '#lib/broadband/import/report-words.ts';
import type { CoverageSource } from '#lib/broadband/import/source.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { Refusal } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { reportReading } from './coverage-file.ts';
import { fieldRules } from './field-rules.ts';
import { type HashedFile, hashedFile } from './hashed-file.ts';
import { openCoverage } from './open-coverage.ts';
import { requireOwnLayers } from './own-layers.ts';
import { type SurveyedFile, surveyFile } from './survey-file.ts';

export interface ImportOptions extends CoverageWriting {
  /** How the file is read, and what its columns and values mean. */
  readonly choices: CoverageChoices;
  readonly mode: ImportMode;
  /** Whether unknown providers are added, or which of them. */
  readonly newProviders: boolean | readonly string[];
  /** A new name for this delivery; without one it keeps the name of the provider's earlier layer with that name. */
  readonly delivery?: string | undefined;
  /** The day that the provider's data are as of, `YYYY-MM-DD`. */
  readonly asOf?: string | undefined;
  /** The SHA-256 that an inspection of the file found, if there was one: it is not computed again. */
  readonly sha256?: string | undefined;
  /** Whether a person has said of every field what it is read from: what they left open is not guessed. */
  readonly isExplained?: boolean;
  /** The provider whose person delivers the file: every layer must be theirs. */
  readonly own?: number | undefined;
  /** Called within the transaction that makes the version ready. */
  readonly onImported?: (db: Db, imported: ImportedFacts) => void;
}

export interface ImportedCoverage extends BuiltVersion, ImportedFacts {
  /** How long the reading took. */
  readonly surveyMs: number;
}

/** An opened file after it was read. */
interface CheckedFile {
  readonly file: SourceFile;
  readonly source: CoverageSource;
  readonly surveyed: SurveyedFile;
  readonly known: ReadonlyMap<string, ImportProvider>;
  readonly sha256: string;
}

/**
 * Makes a version from a coverage file on top of what is published. The file is read once: everything is checked and
 * counted, and its polygons are kept in memory until, if nothing is wrong, they are stored. The version is then ready,
 * but not published.
 *
 * @throws Refusal with everything that is wrong; nothing is left in the database then
 */
export async function importCoverage(
  { writer }: Connections,
  given: SourceFile,
  options: ImportOptions,
): Promise<ImportedCoverage> {
  const { db } = writer;
  const { asOf, choices, nowMs, newProviders, isExplained = false, onProgress } = options;
  if (asOf !== undefined) requireNotInFuture(asOf, dayOf(nowMs));
  return await withCoverageLock(writer, nowMs, async () => {
    await removeAbandonedCoverage(writer, options);
    removeAbandonedScratch(writer.sqlite.name);
    const known = readProviders(db);
    const rulesOf = (chosen: CoverageChoices) => fieldRules(db, known, fieldChoicesOf(chosen), newProviders);
    rulesOf(choices);
    const startedAt = performance.now();
    const stamp = given.stamp?.();
    const file = hashedFile(given);
    const source = await openCoverage(writer, reportReading(file, 'check-file', onProgress), readingChoicesOf(choices));
    try {
      const surveyed = await surveyFile(db, source, choices, { isExplained, rulesOf, onProgress });
      const { survey, placement } = surveyed.reading;
      survey.finish(placement, surveyed.isExplained);
      const sha256 = await digestOf(file, options);
      if (given.stamp?.() !== stamp) throw new Refusal({ code: 'file-changed' });
      const checked = { file, source, surveyed, known, sha256 };
      const surveyMs = performance.now() - startedAt;
      const { plan, found } = planVersion(db, checked, options);
      const onReady = (tx: Db, id: number) => rememberImport(tx, checked, { id, ...found }, options);
      const built = await buildVersion(writer, plan, survey.areas.take(), { ...options, onReady });
      return { ...built, ...found, surveyMs };
    } finally {
      source.close();
    }
  });
}

/** The SHA-256 of a file that has been read. @throws Refusal if it is another file than the one that was inspected */
async function digestOf(file: HashedFile, { sha256, onProgress }: ImportOptions): Promise<string> {
  if (sha256 === undefined) return await file.digest((done) => onProgress?.('read-file', done, file.bytes));
  const found = file.digestIfRead() ?? sha256;
  if (found !== sha256) throw new Refusal({ code: 'file-changed' });
  return sha256;
}

function planVersion(
  db: Db,
  { file, source, surveyed, known, sha256 }: CheckedFile,
  { delivery: chosen, asOf, mode, own }: ImportOptions,
): { plan: VersionPlan; found: Omit<ImportedFacts, 'id'> } {
  const { survey, placement } = surveyed.reading;
  const layerName = layerNameOf(source.layerName, file.name);
  const origin = { source: file.name, sha256, bytes: file.bytes };
  const newLayers = survey.layers.map((layer) => {
    const delivery = chosen ?? deliveryOf(db, layer.provider.name, layerName);
    return { ...layer, delivery, ...origin, ...(asOf === undefined ? {} : { asOf }) };
  });
  const layers = newLayers.map(({ technology, provider, delivery, offers, parts, vertices }) => ({
    technology,
    provider: provider.name,
    delivery,
    offers: offers.length,
    parts,
    vertices,
  }));
  if (own !== undefined) requireOwnLayers(db, own, layers, mode);
  const { report, problems } = survey;
  const reading: FileReading = {
    format: source.format,
    projection: projectionFacts(placement),
    notes: [...source.notes, ...surveyed.notes],
  };
  const baseId = getPublishedId(db);
  const kept = layersToKeep(layersOf(db, baseId), layers, mode);
  const names = new Set(layers.map(({ provider }) => provider));
  const newProviders = [...names].filter((name) => !known.has(foldName(name)));
  return {
    plan: {
      baseId,
      keptLayerIds: kept.map(({ id }) => id),
      newLayers,
      note: file.name,
      origin: { file: origin, survey: { report, problems, reading }, providerId: own },
    },
    found: { baseId, sha256, layers, newProviders, report, ...reading },
  };
}

/** Remembers what was chosen for the next file of the same providers. */
function rememberImport(
  db: Db,
  { file, source, surveyed: { reading, choices } }: CheckedFile,
  imported: ImportedFacts,
  { nowMs, delivery, onImported }: ImportOptions,
): void {
  const providers = [...new Set(imported.layers.map(({ provider }) => provider))];
  rememberChoices(db, providers, reading.survey.columns.names, choices, nowMs);
  if (delivery !== undefined) rememberDelivery(db, providers, layerNameOf(source.layerName, file.name), delivery);
  onImported?.(db, imported);
}
