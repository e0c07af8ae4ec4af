import { FaultList } from '#lib/refusal.ts';
import { AreaSurvey } from './areas/area-survey.ts';
import type { FoundCoverage } from './inspection.ts';
import { ColumnSurvey } from './mapping/column-survey.ts';
import { type ProposalFacts, proposeMapping } from './mapping/proposal.ts';
import type { Placement } from './projection/georeference.ts';
import { getMisplacement } from './projection/misplaced.ts';
import { projectionFacts } from './projection/projection-facts.ts';
import { whereaboutsOf } from './projection/whereabouts.ts';
import type { FeatureTaker } from './read-source.ts';
import type { CoverageSource } from './source.ts';
import type { SourceFeature } from './source-feature.ts';

/** Looks at a file without knowing yet what its columns mean. */
export class FileSurvey implements FeatureTaker {
  readonly #faults = new FaultList();
  readonly #areas = new AreaSurvey(this.#faults);
  readonly #columns = new ColumnSurvey();

  add(feature: SourceFeature): void {
    this.#columns.add(feature);
    this.#areas.add(feature);
  }

  get columnNames(): readonly string[] {
    return this.#columns.names;
  }

  /** What was found, once all features have passed. */
  finish(
    source: CoverageSource,
    placement: Placement,
    facts: Omit<ProposalFacts, 'columns'>,
  ): Omit<FoundCoverage, 'remembered'> {
    const columns = this.#columns.facts();
    const positions = this.#areas.found(placement);
    const misplacement = getMisplacement(positions);
    return {
      format: source.format,
      layerName: source.layerName ?? null,
      report: this.#areas.report,
      columns,
      proposals: proposeMapping({ ...facts, columns }),
      projection: {
        ...projectionFacts(placement),
        problem: misplacement?.problem ?? null,
        candidates: misplacement?.candidates ?? [],
      },
      whereabouts: whereaboutsOf(positions.extent, placement) ?? null,
      faults: this.#faults.first,
      faultsInAll: this.#faults.total,
      problems: this.#areas.problems,
      notes: source.notes,
    };
  }
}
