import type { Placement } from '#lib/broadband/import/projection/georeference.ts';
import { Extent, type FoundPositions } from '#lib/broadband/import/projection/location.ts';
import { placeOf, type SourceFeature, type WithoutArea } from '#lib/broadband/import/source-feature.ts';
import { importLimits } from '#lib/broadband/import/source-file.ts';
import { type FaultList, type Place, Refusal } from '#lib/refusal.ts';
import type { BuiltArea } from './area-builder.ts';
import { type AreaProblem, type AreaReport, addToAreaReport, emptyAreaReport, ProblemPlaces } from './area-report.ts';
import { countSelfCrossings } from './self-crossings.ts';

/** What one reading of a file found about its features and their areas, whatever their columns say. */
export interface FeatureReport extends AreaReport {
  features: number;
  /** Features without an area, by reason. */
  skipped: Partial<Record<WithoutArea, number>>;
  /** Features with the `id` of an earlier one; the first 500,000 ids are compared. */
  duplicateIds: number;
}

/** A problem with the area of a feature, and where the feature begins in the file. */
export interface SurveyProblem extends AreaProblem {
  readonly feature: number;
  readonly line: number | undefined;
}

/** Checks the form and the area of every feature, counts, and gathers faults. */
export class AreaSurvey {
  readonly report: FeatureReport = { features: 0, skipped: {}, duplicateIds: 0, ...emptyAreaReport() };
  readonly #faults: FaultList;
  readonly #problems = new ProblemPlaces<SurveyProblem>();
  readonly #extent = new Extent();
  readonly #ids = new Set<string | number>();
  #positions = 0;
  #stray = 0;

  constructor(faults: FaultList) {
    this.#faults = faults;
  }

  /** Where the problems that the report counts are, the first hundred of each kind. */
  get problems(): readonly SurveyProblem[] {
    return this.#problems.places;
  }

  /** @returns the area of the feature; undefined if it has none or is malformed @throws Refusal beyond a limit */
  add(feature: SourceFeature): BuiltArea | undefined {
    const { report } = this;
    const { id, faults, area, number, line } = feature;
    report.features++;
    this.#compareId(id);
    const where = placeOf(feature);
    for (const fault of faults) this.#faults.add(where, fault);
    if (faults.length > 0) return undefined;
    if (typeof area === 'string') {
      report.skipped[area] = (report.skipped[area] ?? 0) + 1;
      return undefined;
    }
    this.#addFaults(where, area);
    for (const problem of area.problems) this.#problems.add({ ...problem, feature: number, line });
    addToAreaReport(report, area.report);
    for (const problem of countSelfCrossings(area.parts, report))
      this.#problems.add({ ...problem, feature: number, line });
    if (report.vertices > importLimits.vertices)
      throw new Refusal({ code: 'too-many-vertices', most: importLimits.vertices });
    return area;
  }

  /** What was found about the positions. @param placement the reference system in which they were read */
  found(placement: Placement): FoundPositions {
    const { parts, partsOutside } = this.report;
    return { placement, extent: this.#extent, positions: this.#positions, stray: this.#stray, parts, partsOutside };
  }

  #addFaults(where: Place, { faults, stray, positions, extent }: BuiltArea): void {
    for (const fault of [...faults, ...stray.faults]) this.#faults.add(where, fault);
    this.#faults.total += stray.count - stray.faults.length;
    this.#stray += stray.count;
    this.#positions += positions;
    this.#extent.merge(extent);
  }

  #compareId(id: string | number | undefined): void {
    if (id === undefined) return;
    if (this.#ids.has(id)) this.report.duplicateIds++;
    else if (this.#ids.size < importLimits.idsCompared && String(id).length <= 100) this.#ids.add(id);
  }
}
