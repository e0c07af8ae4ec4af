import { requireNotToCome } from '#lib/broadband/as-of.ts';
import { DigestedSource } from '#lib/broadband/import/digested-source.ts';
import { parseChoice } from '#lib/broadband/import/field-values.ts';
import { foldName } from '#lib/broadband/import/fold-name.ts';
import { type ImportMode, type LayerName, layersThatStay } from '#lib/broadband/import/layer-plan.ts';
import { type FieldName, type WholesaleNetwork, wholesaleNetworks } from '#lib/broadband/import/offer-fields.ts';
import { type FieldRules, type ImportProvider, unknownProvider } from '#lib/broadband/import/parse-offer.ts';
import { readGeoJson } from '#lib/broadband/import/read-geojson.ts';
import type { PropertyValue } from '#lib/broadband/import/source-feature.ts';
import { Survey, type SurveyReport } from '#lib/broadband/import/survey.ts';
import { Refusal } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';
import type { Connections, Db } from './client.ts';
import { type BuiltVersion, buildVersion, type PlacedParts, type VersionPlan } from './coverage-build.ts';
import { removeStrayCoverage } from './coverage-cleanup.ts';
import { deliveryOf, layerNameOf, rememberDelivery } from './coverage-delivery.ts';
import { withCoverageLock } from './coverage-lock.ts';
import { readProviders, readTechnologyNames } from './coverage-providers.ts';
import { getPublishedId, layersOf } from './coverage-versions.ts';
import type { CoverageWriting } from './coverage-writing.ts';

/** A file of coverage; it is read twice. */
export interface CoverageFile {
  readonly name: string;
  readonly bytes: number;
  open(): AsyncIterable<Uint8Array>;
}

export interface ImportOptions extends CoverageWriting {
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
  /** How long the first reading took. */
  readonly surveyMs: number;
}

/**
 * Makes a version from a GeoJSON file on top of what is published. The file is read once to check and count everything
 * and, only when nothing is wrong, a second time to store it. The version is ready afterwards, not published.
 *
 * @throws Refusal with all that is wrong; nothing is left in the database then
 */
export async function importCoverage(
  database: Connections,
  file: CoverageFile,
  options: ImportOptions,
): Promise<ImportedCoverage> {
  const { db } = database.writer;
  const { asOf } = options;
  if (asOf !== undefined) requireNotToCome(asOf, dayOf(options.nowMs));
  return await withCoverageLock(database.writer, options.nowMs, async () => {
    await removeStrayCoverage(database.writer, options);
    const known = readProviders(db);
    const rules = fieldRules(db, known, options);
    requireKnownDefaults(rules);
    const survey = new Survey(rules);
    const startedAt = performance.now();
    const { sha256, layerName } = await readOnce(file, survey, options);
    survey.finish();
    const surveyMs = performance.now() - startedAt;

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
    const built = await buildVersion(database.writer, plan, readAgain(file, survey, sha256), options);
    if (options.delivery !== undefined) {
      const providers = layers.map(({ provider }) => provider);
      rememberDelivery(database.writer, providers, layerName, options.delivery);
    }
    const newProviders = new Set(layers.map(({ provider }) => provider).filter((name) => !known.has(foldName(name))));
    return { ...built, baseId, sha256, layers, newProviders: [...newProviders], report: survey.report, surveyMs };
  });
}

function fieldRules(db: Db, known: ReadonlyMap<string, ImportProvider>, options: ImportOptions): FieldRules {
  const { columns, defaults, newProviders } = options;
  const technologies = readTechnologyNames(db);
  const added = new Map<string, ImportProvider>();
  const getProvider = (name: string): ImportProvider | undefined => {
    const folded = foldName(name);
    const found = known.get(folded) ?? added.get(folded);
    if (found !== undefined || !newProviders) return found;
    const provider = { name, url: textDefault(defaults, 'url'), wholesaleNetwork: wholesaleDefault(defaults) };
    added.set(folded, provider);
    return provider;
  };
  return { columns, defaults, technologies, getProvider };
}

/** What holds for the whole file is told once, not for each of its features. */
function requireKnownDefaults({ defaults, technologies, getProvider }: FieldRules): void {
  const technology = defaults.get('technology');
  const parsed = technology === undefined ? undefined : parseChoice(technology, technologies);
  if (parsed?.ok === false) throw new Refusal(`The technology ${parsed.reason}.`);
  const provider = defaults.get('provider');
  if (typeof provider === 'string' && getProvider(provider) === undefined)
    throw new Refusal(`${unknownProvider(provider)}.`);
}

function textDefault(defaults: ImportOptions['defaults'], name: FieldName): string {
  const value = defaults.get(name);
  return typeof value === 'string' ? value : '';
}

function wholesaleDefault(defaults: ImportOptions['defaults']): WholesaleNetwork {
  const value = textDefault(defaults, 'wholesale_network');
  return wholesaleNetworks.find((choice) => choice === value) ?? 'No';
}

async function readOnce(
  file: CoverageFile,
  survey: Survey,
  { onProgress }: ImportOptions,
): Promise<{ sha256: string; layerName: string }> {
  const source = new DigestedSource(file.open(), (done) => onProgress?.('checking, bytes:', done, file.bytes));
  const features = readGeoJson(source);
  for (;;) {
    const step = await features.next();
    if (step.done === true) return { sha256: source.sha256(), layerName: layerNameOf(step.value, file.name) };
    for (const feature of step.value) survey.add(feature);
  }
}

async function* readAgain(file: CoverageFile, survey: Survey, sha256: string): AsyncGenerator<PlacedParts> {
  const source = new DigestedSource(file.open());
  for await (const features of readGeoJson(source)) {
    for (const feature of features) {
      const placed = survey.place(feature);
      if (placed !== undefined) yield placed;
    }
  }
  if (source.sha256() !== sha256) throw new Refusal('The file changed while it was read; nothing was imported.');
}
