import { FaultList, Refusal } from '#lib/refusal.ts';
import type { BuiltArea, Part } from './area-builder.ts';
import { type AreaProblem, ProblemPlaces } from './area-problems.ts';
import { type AreaReport, addToAreaReport, emptyAreaReport } from './area-report.ts';
import { nameMisplaced } from './misplaced.ts';
import type { OfferFields } from './offer-fields.ts';
import { type FieldRules, type ImportProvider, type ParsedOffer, parseOffer } from './parse-offer.ts';
import { placeOf, type SourceFeature, type WithoutArea } from './source-feature.ts';
import { StrayPositions } from './stray-positions.ts';

/** The most that one import takes in; the index of a version with more would not fit beside a running server. */
export const importLimits = { vertices: 20_000_000, offers: 100_000, columnsNamed: 20, idsCompared: 500_000 } as const;

/** All that a file says of one technology and provider. */
export interface SurveyedLayer {
  readonly technology: string;
  readonly provider: ImportProvider;
  readonly offers: OfferFields[];
  parts: number;
  vertices: number;
}

/** What the first reading of a file found. */
export interface SurveyReport extends AreaReport {
  features: number;
  /** Features without an area, by why. */
  skipped: Partial<Record<WithoutArea, number>>;
  /** Features whose `id` an earlier one has; the first 500,000 are compared. */
  duplicateIds: number;
  /** Features whose completion is not kept, as the API never shows it (N6). */
  completionsDropped: number;
}

/** A problem of a feature's area: where it lies on the map, and where the feature begins in the file. */
export interface SurveyProblem extends AreaProblem {
  readonly feature: number;
  readonly line: number | undefined;
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
  readonly report: SurveyReport = {
    ...{ features: 0, skipped: {}, duplicateIds: 0, completionsDropped: 0 },
    ...emptyAreaReport(),
  };
  readonly #problems = new ProblemPlaces<SurveyProblem>();
  readonly #rules: FieldRules;
  readonly #faults = new FaultList();
  readonly #places = new Map<string, { layer: number; offer: number }>();
  readonly #layerPlaces = new Map<string, number>();
  readonly #stray = new StrayPositions();
  readonly #columns = new Set<string>();
  readonly #ids = new Set<string | number>();
  #positions = 0;
  #offerCount = 0;

  constructor(rules: FieldRules) {
    this.#rules = rules;
  }

  /** Where the problems that the report counts lie, the first hundred of each kind. */
  get problems(): readonly SurveyProblem[] {
    return this.#problems.places;
  }

  /** Takes in the next feature. @throws Refusal beyond a limit */
  add(feature: SourceFeature): void {
    const { report } = this;
    report.features++;
    this.#compareId(feature.id);
    this.#addColumns(feature);
    for (const fault of feature.faults) this.#faults.add(placeOf(feature), fault);
    if (feature.faults.length > 0) return;
    if (typeof feature.area === 'string') {
      report.skipped[feature.area] = (report.skipped[feature.area] ?? 0) + 1;
      return;
    }
    this.#addFaults(placeOf(feature), feature.area);
    const parsed = parseOffer(feature.properties, this.#rules);
    if (!parsed.ok) {
      for (const fault of parsed.faults) this.#faults.add(placeOf(feature), fault);
      return;
    }
    if (parsed.offer.isCompletionDropped) report.completionsDropped++;
    addToAreaReport(report, feature.area.report);
    const { number, line } = feature;
    for (const problem of feature.area.problems) this.#problems.add({ ...problem, feature: number, line });
    this.#refuseBeyondLimits();
    if (feature.area.parts.length === 0) return;
    const layer = this.layers[this.#findPlace(parsed.offer).layer] as SurveyedLayer;
    layer.parts += feature.area.report.parts;
    layer.vertices += feature.area.report.vertices;
  }

  /** Ends the first reading. @throws Refusal with all that is wrong, or when there is nothing to import */
  finish(): void {
    const misplaced = nameMisplaced(this.#stray, this.#positions);
    if (misplaced !== undefined) throw new Refusal(misplaced);
    this.#requireColumns();
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

  #addFaults(where: string, { faults, stray, positions }: BuiltArea): void {
    for (const fault of [...faults, ...stray.descriptions]) this.#faults.add(where, `coordinates: ${fault}`);
    this.#faults.total += stray.count - stray.descriptions.length;
    this.#stray.merge(stray);
    this.#positions += positions;
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
    this.#offerCount++;
    this.#places.set(key, place);
    return place;
  }

  #refuseBeyondLimits(): void {
    if (this.report.vertices > importLimits.vertices) {
      throw new Refusal(
        `The file has more than ${importLimits.vertices.toLocaleString('en-NZ')} vertices: split it, or generalise it.`,
      );
    }
    if (this.#offerCount > importLimits.offers) {
      throw new Refusal(
        `The file has more than ${importLimits.offers.toLocaleString('en-NZ')} different offers: is a column that differs from feature to feature read as one of the fields?`,
      );
    }
  }

  #compareId(id: string | number | undefined): void {
    if (id === undefined) return;
    if (this.#ids.has(id)) this.report.duplicateIds++;
    else if (this.#ids.size < importLimits.idsCompared && String(id).length <= 100) this.#ids.add(id);
  }

  #addColumns({ properties }: SourceFeature): void {
    for (const column of properties.keys()) {
      if (this.#columns.size < importLimits.columnsNamed || this.#isMapped(column)) this.#columns.add(column);
    }
  }

  #isMapped(column: string): boolean {
    for (const mapped of this.#rules.columns.values()) if (mapped === column) return true;
    return false;
  }

  #requireColumns(): void {
    for (const [field, column] of this.#rules.columns) {
      if (this.#columns.has(column)) continue;
      const found = [...this.#columns].map((name) => JSON.stringify(name)).join(', ');
      throw new Refusal(
        `No feature has a column ${JSON.stringify(column)} to read ${field} from. The file’s columns are ${found || 'none'}.`,
      );
    }
  }
}

function keyOf({ technology, provider, fields }: ParsedOffer): string {
  return JSON.stringify([technology, provider.name, ...Object.values(fields)]);
}
