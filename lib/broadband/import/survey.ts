import { PbfWriter } from 'pbf';
import { IntList } from '#lib/broadband/coverage/number-list.ts';
import { writePart } from '#lib/broadband/coverage/part-codec.ts';
import { takeBytes } from '#lib/broadband/coverage/varints.ts';
import type { Part } from '#lib/broadband/import/areas/area-builder.ts';
import { getDefaultSpeed } from '#lib/broadband/import/offers/speeds.ts';
import { getMisplacement } from '#lib/broadband/import/projection/location.ts';
import { FaultList, Refusal } from '#lib/refusal.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import { AreaSurvey, type FeatureReport, type SurveyProblem } from './areas/area-survey.ts';
import { resolveChoice } from './mapping/column-choice.ts';
import { ColumnSurvey } from './mapping/column-survey.ts';
import { type FieldProposal, openProposals, proposeMapping } from './mapping/proposal.ts';
import { type FieldName, type OfferFields, requiredFields, type SpeedField } from './offers/offer-fields.ts';
import { type FieldRules, type ImportProvider, type ParsedOffer, parseOffer } from './offers/parse-offer.ts';
import { isSpeedFault, SpeedFaults } from './offers/speed-faults.ts';
import type { Placement } from './projection/georeference.ts';
import { placeOf, type SourceFeature } from './source-feature.ts';
import { importLimits } from './source-file.ts';

/** What a file offers for one technology and provider. */
export interface SurveyedLayer {
  readonly technology: string;
  readonly provider: ImportProvider;
  readonly offers: OfferFields[];
  parts: number;
  vertices: number;
}

/** What the reading of a file found. */
export interface SurveyReport extends FeatureReport {
  /** Features whose completion is dropped, as the API never shows it with their availability (N6). */
  completionsDropped: number;
}

/**
 * The reading of a file: checks every feature, gathers all faults, finds the layers and offers, and keeps the polygons
 * of each. Features that are equal in all fields are one offer (N6).
 */
export class Survey {
  readonly layers: SurveyedLayer[] = [];
  readonly columns = new ColumnSurvey();
  /** The polygons, while nothing is wrong with the file. */
  readonly areas = new StagedAreas();
  readonly #rules: FieldRules;
  readonly #faults = new FaultList();
  readonly #speedFaults = new SpeedFaults(this.#faults);
  readonly #areas = new AreaSurvey(this.#faults);
  readonly #places = new Map<string, { layer: number; offer: number }>();
  readonly #layerPlaces = new Map<string, number>();
  readonly #defaults = new UsedDefaults();
  readonly #lacking = new Set<FieldName>();
  #offerCount = 0;
  #completionsDropped = 0;

  constructor(rules: FieldRules) {
    this.#rules = rules;
  }

  /** Where the problems that the report counts are, the first hundred of each kind. */
  get problems(): readonly SurveyProblem[] {
    return this.#areas.problems;
  }

  get report(): SurveyReport {
    return { ...this.#areas.report, completionsDropped: this.#completionsDropped };
  }

  /** The default speeds that offers got because the file gives none. */
  get defaulted(): readonly DefaultedSpeeds[] {
    return this.#defaults.list();
  }

  /** Checks the next feature. @throws Refusal beyond a limit */
  add(feature: SourceFeature): void {
    this.columns.add(feature);
    const area = this.#areas.add(feature);
    if (area === undefined) return;
    const parsed = parseOffer(feature.properties, this.#rules);
    if (!parsed.ok) {
      for (const fault of parsed.faults) {
        if (isSpeedFault(fault)) this.#speedFaults.add(placeOf(feature), fault);
        else this.#faults.add(placeOf(feature), fault);
        if (fault.code === 'offer-field-missing') this.#lacking.add(fault.field);
      }
      return;
    }
    if (parsed.offer.isCompletionDropped) this.#completionsDropped++;
    if (area.parts.length === 0) return;
    this.#defaults.add(parsed.offer);
    const place = this.#findPlace(parsed.offer);
    const layer = this.layers[place.layer] as SurveyedLayer;
    layer.parts += area.report.parts;
    layer.vertices += area.report.vertices;
    if (this.#faults.total === 0) this.areas.add(place.layer, place.offer, area.parts);
    else this.areas.clear();
  }

  /**
   * Ends the reading.
   *
   * @param placement the reference system in which it was read
   * @param isExplained whether a person has said of every field what it is read from
   * @throws Refusal with everything that is wrong, or when there is nothing to import
   */
  finish(placement: Placement, isExplained: boolean): void {
    const misplacement = getMisplacement(this.#areas.found(placement));
    if (misplacement !== undefined) throw new Refusal({ code: 'coverage-misplaced', ...misplacement });
    const { features, skipped, parts } = this.#areas.report;
    if (parts === 0 && this.#faults.total === 0) throw new Refusal({ code: 'no-polygons', features, skipped });
    this.#requireColumns();
    this.#requireFields(isExplained);
    this.#faults.refuseIfAny({ code: 'coverage-faults', count: this.#faults.total });
  }

  /** Fields that offers lack, because neither a column of the file, a choice nor a default gives them. */
  missingFields(): FieldName[] {
    if (this.#faults.total === 0) return [];
    return this.#ungivenFields().filter((field) => this.#lacking.has(field) || !this.#defaults.has(field));
  }

  /** The same, and the speeds that are defaults in all offers: other choices may read them from a column. */
  openFields(): FieldName[] {
    const missing = this.missingFields();
    return this.#ungivenFields().filter((field) => missing.includes(field) || this.#defaults.has(field));
  }

  /** Whether the file was read in the wrong reference system. */
  isMisplaced(placement: Placement): boolean {
    return getMisplacement(this.#areas.found(placement)) !== undefined;
  }

  /** What the columns of the file seem to mean. */
  propose(): FieldProposal[] {
    return proposeMapping(this.columns.facts(), this.#rules);
  }

  #columnOf(choice: string): string {
    return resolveChoice(choice, (name) => this.columns.has(name)).column;
  }

  #findPlace(offer: ParsedOffer): { layer: number; offer: number } {
    const key = keyOf(offer);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const layerKey = JSON.stringify([offer.technology, offer.provider.name]);
    let layerPlace = this.#layerPlaces.get(layerKey);
    if (layerPlace === undefined) {
      layerPlace = this.layers.length;
      const { technology, provider } = offer;
      this.layers.push({ technology, provider, offers: [], parts: 0, vertices: 0 });
      this.#layerPlaces.set(layerKey, layerPlace);
    }
    const { offers } = this.layers[layerPlace] as SurveyedLayer;
    const place = { layer: layerPlace, offer: offers.length };
    offers.push(offer.fields);
    if (++this.#offerCount > importLimits.offers)
      throw new Refusal({ code: 'too-many-offers', most: importLimits.offers });
    this.#places.set(key, place);
    return place;
  }

  #ungivenFields(): FieldName[] {
    const { columns, defaults } = this.#rules;
    return requiredFields.filter(
      (field) => !this.columns.has(this.#columnOf(columns.get(field) ?? field)) && !defaults.has(field),
    );
  }

  #requireFields(isExplained: boolean): void {
    const missing = this.missingFields();
    const openFields = isExplained ? missing : this.openFields();
    if (openFields.length === 0) return;
    const proposals = this.propose();
    const isProposed = (name: FieldName) =>
      proposals.some(({ field, column }) => field === name && column !== undefined);
    // a default must not take the place of a column that nobody has ruled out
    const fields = openFields.filter((field) => missing.includes(field) || isProposed(field));
    if (fields.length === 0) return;
    const columns = forListing(this.columns.names);
    const open = fields.filter((name) => !isProposed(name));
    throw new Refusal({ code: 'fields-missing', fields, open, columns, proposals: openProposals(proposals) });
  }

  #requireColumns(): void {
    for (const [field, choice] of this.#rules.columns) {
      const column = this.#columnOf(choice);
      if (this.columns.has(column)) continue;
      throw new Refusal({ code: 'column-not-found', column, field, columns: forListing(this.columns.names) });
    }
  }
}

function keyOf({ technology, provider, fields }: ParsedOffer): string {
  return JSON.stringify([technology, provider.name, ...Object.values(fields)]);
}

/** The default speeds of a provider and technology that an import used, each with the number of features that got it. */
interface DefaultedSpeeds {
  readonly provider: string;
  readonly technology: string;
  readonly speeds: readonly { readonly field: SpeedField; readonly mbps: number; readonly features: number }[];
}

interface Used {
  /** The first offer that got one. */
  readonly offer: ParsedOffer;
  readonly features: Map<SpeedField, number>;
}

/** Counts the default speeds that the features of a file get. */
class UsedDefaults {
  readonly #used = new Map<string, Used>();

  add(offer: ParsedOffer): void {
    if (offer.defaulted.length === 0) return;
    const key = JSON.stringify([offer.provider.name, offer.technology]);
    const { features } = this.#used.get(key) ?? this.#begin(key, offer);
    for (const field of offer.defaulted) features.set(field, (features.get(field) ?? 0) + 1);
  }

  /** Whether any feature got a default for the field. */
  has(field: FieldName): boolean {
    return [...this.#used.values()].some(({ features }) => [...features.keys()].some((used) => used === field));
  }

  list(): DefaultedSpeeds[] {
    return [...this.#used.values()].map(({ offer: { provider, technology }, features }) => ({
      provider: provider.name,
      technology,
      speeds: [...features].map(([field, count]) => ({
        field,
        features: count,
        mbps: getDefaultSpeed(provider.defaultSpeeds, technology, field) ?? 0,
      })),
    }));
  }

  #begin(key: string, offer: ParsedOffer): Used {
    const begun = { offer, features: new Map<SpeedField, number>() };
    this.#used.set(key, begun);
    return begun;
  }
}

/** A polygon and where it belongs: an index into the layers of a file, and one into the offers of that layer. */
interface StagedArea {
  readonly layer: number;
  readonly offer: number;
  /** The polygon as `part-codec.ts` writes it. */
  readonly rings: Uint8Array;
}

/** Polygons one after the other, with layer, offer and end of each. */
interface Chunk {
  readonly bytes: Uint8Array;
  readonly places: IntList;
}

/** How many bytes make a chunk: one at a time is freed again. */
const chunkBytes = 2 ** 20;

/**
 * The polygons of a file, about 4 bytes a vertex, from when they are read until it is known that nothing is wrong with
 * the file. They stay in memory, because reading them again would take as long as reading the file.
 */
class StagedAreas {
  readonly #writer = new PbfWriter();
  readonly #chunks: Chunk[] = [];
  #places = new IntList();

  add(layer: number, offer: number, parts: readonly Part[]): void {
    for (const part of parts) {
      writePart(this.#writer, part);
      this.#places.push(layer);
      this.#places.push(offer);
      this.#places.push(this.#writer.pos);
    }
    if (this.#writer.pos >= chunkBytes) this.#endChunk();
  }

  /** Forgets them. */
  clear(): void {
    this.#chunks.length = 0;
    this.#writer.pos = 0;
    this.#places = new IntList();
  }

  /** Hands them over in their order, once; their memory is freed on the way. */
  *take(): Generator<StagedArea, void> {
    this.#endChunk();
    for (let chunk = this.#chunks.shift(); chunk !== undefined; chunk = this.#chunks.shift()) yield* areasOf(chunk);
  }

  #endChunk(): void {
    if (this.#places.length === 0) return;
    this.#chunks.push({ bytes: takeBytes(this.#writer), places: this.#places });
    this.#places = new IntList();
  }
}

function* areasOf({ bytes, places: { values, length } }: Chunk): Generator<StagedArea, void> {
  let start = 0;
  for (let at = 0; at < length; at += 3) {
    const end = values[at + 2] as number;
    yield { layer: values[at] as number, offer: values[at + 1] as number, rings: bytes.subarray(start, end) };
    start = end;
  }
}
