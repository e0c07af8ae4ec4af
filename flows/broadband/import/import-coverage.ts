import { withCoverageLock } from '#db/broadband/lock.ts';
import { deliverableTechnologies } from '#db/broadband/own/settings.ts';
import { readProviders, requireProvider } from '#db/broadband/providers.ts';
import {
  deliveryOf,
  getRememberedChoices,
  layerNameOf,
  rememberChoices,
  rememberDelivery,
} from '#db/broadband/remembered-choices.ts';
import { getPublishedId, layersOf } from '#db/broadband/versions.ts';
import type { Connections, Db } from '#db/client.ts';
import { type BuiltVersion, buildVersion, type VersionPlan } from '#flows/broadband/build-version.ts';
import { removeAbandonedCoverage } from '#flows/broadband/remove-version.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { removeAbandonedScratch } from '#flows/files/scratch-file.ts';
import { requireNotInFuture } from '#lib/broadband/as-of.ts';
import type { ImportedFacts } from '#lib/broadband/import/imported.ts';
import { type ImportMode, type LayerName, layersToKeep } from '#lib/broadband/import/layer-plan.ts';
import {
  type CoverageChoices,
  fieldChoicesOf,
  joinChoices,
  noChoices,
  readingChoicesOf,
} from '#lib/broadband/import/mapping/choices.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';
import type { FieldRules, ImportProvider } from '#lib/broadband/import/offers/parse-offer.ts';
import { projectionFacts } from '#lib/broadband/import/projection/georeference.ts';
import { type Reading, readThrough } from '#lib/broadband/import/read-source.ts';
import type { FileReading } from '#lib/broadband/import/report-words.ts';
import type { CoverageSource } from '#lib/broadband/import/source.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { Survey } from '#lib/broadband/import/survey.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';
import type { ReadingNote } from '#lib/words/coverage/notes.ts';
import { featureProgress, reportReading } from './coverage-file.ts';
import { fieldRules } from './field-rules.ts';
import { type HashedFile, hashedFile, openCoverage } from './open-coverage.ts';

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

/** The reading of a file, and the choices that were used in the end. */
interface SurveyedFile {
  readonly reading: Reading<Survey>;
  readonly choices: CoverageChoices;
  /** What was taken from an earlier file, and from the defaults of providers. */
  readonly notes: readonly ReadingNote[];
  /** Whether a person has said of every field what it is read from, of this file or of an earlier one with its columns. */
  readonly isExplained: boolean;
}

interface Surveying {
  /** Whether a person has said of every field what it is read from. */
  readonly isExplained: boolean;
  readonly onProgress: ShowProgress | undefined;
  /** How features become offers, according to the choices. */
  rulesOf(choices: CoverageChoices): FieldRules;
}

/**
 * Reads a file according to the choices. If that leaves fields open that every offer needs, columns that are named like
 * the fields apart from capitals and separators are used, and what was chosen for the provider's earlier file with the
 * same columns; the file is then read again. Nothing else is guessed. A default speed of the provider is taken last (N18):
 * unless a person has explained the file, a speed that only the default gives counts as open.
 */
async function surveyFile(
  db: Db,
  source: CoverageSource,
  choices: CoverageChoices,
  { isExplained, rulesOf, onProgress }: Surveying,
): Promise<SurveyedFile> {
  const read = (chosen: CoverageChoices) => {
    const rules = rulesOf(chosen);
    return readThrough(source, readingChoicesOf(chosen), () => new Survey(rules), featureProgress(source, onProgress));
  };
  const first = await read(choices);
  const { survey, placement } = first;
  const open = isExplained ? survey.missingFields() : survey.openFields();
  const asGiven = surveyed(first, choices, isExplained);
  if (open.length === 0 && !survey.isMisplaced(placement)) return asGiven;

  const named = joinChoices(choices, { ...noChoices, columns: certainColumns(survey, open) });
  const remembered = getRememberedChoices(db, survey.columns.names, givenProvider(choices));
  if (remembered !== undefined) {
    const { providers, usedAt } = remembered;
    const joined = joinChoices(named, remembered.choices);
    const reading = await read(joined);
    const theirs = new Set(providers.map(foldName));
    if (reading.survey.layers.every(({ provider }) => theirs.has(foldName(provider.name))))
      return surveyed(reading, joined, true, [{ code: 'remembered-choices', provider: providers[0] ?? '', usedAt }]);
  }
  if (Object.keys(named.columns).length === Object.keys(choices.columns).length) return asGiven;
  return surveyed(await read(named), named, isExplained);
}

function surveyed(
  reading: SurveyedFile['reading'],
  choices: CoverageChoices,
  isExplained: boolean,
  notes: readonly ReadingNote[] = [],
): SurveyedFile {
  const defaulted = reading.survey.defaulted.map((used) => ({ code: 'default-speeds' as const, ...used }));
  return { reading, choices, isExplained, notes: [...notes, ...defaulted] };
}

/** Columns that are named like the open fields, apart from capitals and separators. */
function certainColumns(survey: Survey, open: readonly FieldName[]): CoverageChoices['columns'] {
  const certain = survey.propose().filter(({ field, mustConfirm }) => !mustConfirm && open.includes(field));
  return Object.fromEntries(certain.flatMap(({ field, column }) => (column === undefined ? [] : [[field, column]])));
}

function givenProvider({ constants }: CoverageChoices): string | undefined {
  return typeof constants.provider === 'string' ? constants.provider : undefined;
}

/**
 * Checks the layers of a file that a provider's person delivers, whatever the form about it said.
 *
 * @throws Refusal unless all layers are theirs, of technologies that they may deliver, and none of others goes
 */
export function requireOwnLayers(db: Db, own: number, layers: readonly LayerName[], mode: ImportMode): void {
  const { name: provider, retiredAt } = requireProvider(db, own);
  if (retiredAt !== null) throw new Refusal({ code: 'provider-retired', name: provider });
  const others = [...new Set(layers.map((layer) => layer.provider))].filter((name) => name !== provider);
  if (others.length > 0 || mode === 'replace all') throw new Refusal({ code: 'delivery-of-others', provider, others });
  const technologies = deliverableTechnologies(db, own);
  const refused = [...new Set(layers.map(({ technology }) => technology))].filter(
    (name) => !technologies.includes(name),
  );
  if (refused.length > 0) throw new Refusal({ code: 'technology-not-delivered', provider, technologies: refused });
}
