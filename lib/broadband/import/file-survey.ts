import { FaultList } from '#lib/refusal.ts';
import { AreaSurvey } from './areas/area-survey.ts';
import type { FoundCoverage } from './inspection.ts';
import { ColumnSurvey } from './mapping/column-survey.ts';
import type { KnownNames } from './mapping/guess-columns.ts';
import { proposeMapping } from './mapping/proposal.ts';
import { ownSpeedFaults, SpeedFaults } from './offers/speed-faults.ts';
import { type Placement, projectionFacts } from './projection/georeference.ts';
import { getMisplacement, locationOf } from './projection/location.ts';
import type { FeatureSurvey } from './read-source.ts';
import type { CoverageSource } from './source.ts';
import { placeOf, type SourceFeature } from './source-feature.ts';

/** Surveys a file whose columns are not explained yet. */
export class FileSurvey implements FeatureSurvey {
  readonly #faults = new FaultList();
  readonly #speedFaults = new SpeedFaults(this.#faults);
  readonly #areas = new AreaSurvey(this.#faults);
  readonly #columns = new ColumnSurvey();

  add(feature: SourceFeature): void {
    this.#columns.add(feature);
    if (this.#areas.add(feature) === undefined) return;
    for (const fault of ownSpeedFaults(feature)) this.#speedFaults.add(placeOf(feature), fault);
  }

  get columnNames(): readonly string[] {
    return this.#columns.names;
  }

  /** The findings, after the last feature. */
  finish(source: CoverageSource, placement: Placement, known: KnownNames): Omit<FoundCoverage, 'remembered'> {
    const columns = this.#columns.facts();
    const positions = this.#areas.found(placement);
    const misplacement = getMisplacement(positions);
    return {
      format: source.format,
      layerName: source.layerName ?? null,
      report: this.#areas.report,
      columns,
      proposals: proposeMapping(columns, known),
      projection: {
        ...projectionFacts(placement),
        problem: misplacement?.problem ?? null,
        candidates: misplacement?.candidates ?? [],
      },
      location: locationOf(positions.extent, placement) ?? null,
      faults: this.#faults.first,
      faultsInAll: this.#faults.total,
      problems: this.#areas.problems,
      notes: source.notes,
    };
  }
}
