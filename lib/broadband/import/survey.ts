import { FaultList, Refusal } from '#lib/refusal.ts';
import type { Part } from './areas/area-builder.ts';
import { AreaSurvey, type FeatureReport, type SurveyProblem } from './areas/area-survey.ts';
import { importLimits } from './import-limits.ts';
import { resolveChoice } from './mapping/column-choice.ts';
import { ColumnSurvey } from './mapping/column-survey.ts';
import { describeMissing } from './mapping/missing-fields.ts';
import { type FieldProposal, proposeMapping, requiredFields } from './mapping/proposal.ts';
import type { FieldName, OfferFields } from './offers/offer-fields.ts';
import { type FieldRules, type ImportProvider, type ParsedOffer, parseOffer } from './offers/parse-offer.ts';
import type { Placement } from './projection/georeference.ts';
import { getMisplacement, refuseMisplaced } from './projection/misplaced.ts';
import { placeOf, type SourceFeature } from './source-feature.ts';

/** How many columns a refusal names. */
const columnsNamed = 20;

/** All that a file says of one technology and provider. */
export interface SurveyedLayer {
  readonly technology: string;
  readonly provider: ImportProvider;
  readonly offers: OfferFields[];
  parts: number;
  vertices: number;
}

/** What the first reading of a file found. */
export interface SurveyReport extends FeatureReport {
  /** Features whose completion is not kept, as the API never shows it (N6). */
  completionsDropped: number;
}

/** Where a feature's polygons belong: places in `Survey.layers`, and in that layer's offers. */
export interface Placed {
  readonly layer: number;
  readonly offer: number;
  readonly parts: readonly Part[];
}

/**
 * The first reading of a file: checks every feature, gathers all faults, and finds the layers and offers, features
 * equal in all fields being one offer (N6). Afterwards, at the second reading, it says where each feature belongs.
 */
export class Survey {
  readonly layers: SurveyedLayer[] = [];
  readonly columns = new ColumnSurvey();
  readonly #rules: FieldRules;
  readonly #faults = new FaultList();
  readonly #areas = new AreaSurvey(this.#faults);
  readonly #places = new Map<string, { layer: number; offer: number }>();
  readonly #layerPlaces = new Map<string, number>();
  #offerCount = 0;
  #completionsDropped = 0;

  constructor(rules: FieldRules) {
    this.#rules = rules;
  }

  /** Where the problems that the report counts lie, the first hundred of each kind. */
  get problems(): readonly SurveyProblem[] {
    return this.#areas.problems;
  }

  /** Takes in the next feature. @throws Refusal beyond a limit */
  add(feature: SourceFeature): void {
    this.columns.add(feature);
    const area = this.#areas.add(feature);
    if (area === undefined) return;
    const parsed = parseOffer(feature.properties, this.#rules);
    if (!parsed.ok) {
      for (const fault of parsed.faults) this.#faults.add(placeOf(feature), fault);
      return;
    }
    if (parsed.offer.isCompletionDropped) this.#completionsDropped++;
    if (area.parts.length === 0) return;
    const layer = this.layers[this.#findPlace(parsed.offer).layer] as SurveyedLayer;
    layer.parts += area.report.parts;
    layer.vertices += area.report.vertices;
  }

  get report(): SurveyReport {
    return { ...this.#areas.report, completionsDropped: this.#completionsDropped };
  }

  /**
   * Ends the first reading.
   *
   * @param placement by which reference system it was read
   * @throws Refusal with all that is wrong, or when there is nothing to import
   */
  finish(placement: Placement): void {
    refuseMisplaced(this.#areas.found(placement));
    this.#requireColumns();
    this.#refuseMissing();
    const { total } = this.#faults;
    const places = total === 1 ? 'one place' : `${total.toLocaleString('en-NZ')} places`;
    this.#faults.refuseIfAny(`The file is wrong in ${places}; nothing was imported.`);
    if (this.layers.length === 0) {
      throw new Refusal('The file holds no polygons, so there is nothing to import.');
    }
  }

  /** At the second reading: where the feature belongs; undefined when it brings nothing. */
  place(feature: SourceFeature): Placed | undefined {
    if (typeof feature.area === 'string' || feature.area.parts.length === 0) return undefined;
    const parsed = parseOffer(feature.properties, this.#rules);
    const place = parsed.ok ? this.#places.get(keyOf(parsed.offer)) : undefined;
    if (place === undefined) throw new Refusal('The file changed while it was read. Nothing was imported.');
    return { ...place, parts: feature.area.parts };
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
    if (++this.#offerCount > importLimits.offers) {
      throw new Refusal(
        `The file has more than ${importLimits.offers.toLocaleString('en-NZ')} different offers: is a column that differs from feature to feature read as one of the fields?`,
      );
    }
    this.#places.set(key, place);
    return place;
  }

  /** Fields that offers lack, as neither a column of the file nor an option gives them. */
  missingFields(): FieldName[] {
    if (this.#faults.total === 0) return [];
    const { columns, defaults } = this.#rules;
    return requiredFields.filter((field) => {
      const { column } = resolveChoice(columns.get(field) ?? field, (name) => this.columns.has(name));
      return !this.columns.has(column) && !defaults.has(field);
    });
  }

  /** Whether the file was read by the wrong reference system. */
  isMisplaced(placement: Placement): boolean {
    return getMisplacement(this.#areas.found(placement)) !== undefined;
  }

  /** What the file's columns seem to mean. */
  propose(): FieldProposal[] {
    const { technologies, isKnownProvider } = this.#rules;
    return proposeMapping({ columns: this.columns.facts(), technologies, isKnownProvider });
  }

  #refuseMissing(): void {
    const missing = this.missingFields();
    if (missing.length > 0) throw new Refusal(describeMissing(missing, this.columns.names, this.propose()));
  }

  #requireColumns(): void {
    for (const [field, text] of this.#rules.columns) {
      const { column } = resolveChoice(text, (name) => this.columns.has(name));
      if (this.columns.has(column)) continue;
      const { names } = this.columns;
      const listed = names.slice(0, columnsNamed).map((name) => JSON.stringify(name));
      throw new Refusal(
        `No feature has a column ${JSON.stringify(column)} to read ${field} from. The file’s columns are ${listed.join(', ') || 'none'}${names.length > columnsNamed ? ', …' : ''}.`,
      );
    }
  }
}

function keyOf({ technology, provider, fields }: ParsedOffer): string {
  return JSON.stringify([technology, provider.name, ...Object.values(fields)]);
}
