import { AreaSurvey, type FeatureReport, type SurveyProblem } from '#lib/broadband/import/areas/area-survey.ts';
import type { CoverageChoices } from '#lib/broadband/import/mapping/choices.ts';
import { type ColumnFacts, ColumnSurvey } from '#lib/broadband/import/mapping/column-survey.ts';
import type { KnownNames } from '#lib/broadband/import/mapping/guess-columns.ts';
import { type FieldProposal, proposeMapping } from '#lib/broadband/import/mapping/proposal.ts';
import { ownSpeedFaults, SpeedFaults } from '#lib/broadband/import/offers/speed-faults.ts';
import {
  type Placement,
  type ProjectionFacts,
  projectionFacts,
} from '#lib/broadband/import/projection/georeference.ts';
import {
  type Candidate,
  getMisplacement,
  type Location,
  locationOf,
} from '#lib/broadband/import/projection/location.ts';
import { type Fault, FaultList } from '#lib/refusal.ts';
import type { ReadingNote } from '#lib/words/coverage/notes.ts';
import type { Misplacement } from '#lib/words/coverage/reference.ts';
import type { FeatureSurvey } from './read-source.ts';
import type { CoverageSource, FormatName, SourceLayer } from './source.ts';
import { placeOf, type SourceFeature } from './source-feature.ts';

/**
 * What a coverage file contains and what it seems to mean, before anything is imported: all that a screen needs to ask
 * a person the open questions. Stored as JSON.
 */
export interface Inspection {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Null while a layer has to be chosen first. */
  readonly found: FoundCoverage | null;
  /** All layers of the file, if its format has layers. */
  readonly layers: readonly SourceLayer[];
}

export interface FoundCoverage {
  readonly format: FormatName;
  /** Null if the layer has no name. */
  readonly layerName: string | null;
  readonly report: FeatureReport;
  readonly columns: readonly ColumnFacts[];
  /** Which columns seem to be which fields, in the API's order. */
  readonly proposals: readonly FieldProposal[];
  /** What was chosen for earlier files with the same columns. */
  readonly remembered: RememberedProposal | null;
  readonly projection: FoundProjection;
  /** Where its areas are, as it was read; null if their coordinates do not exist. */
  readonly location: Location | null;
  /** What is wrong with features and their areas: the first 20, and how many there are in all. */
  readonly faults: readonly Fault[];
  readonly faultsInAll: number;
  /** Places on the map that a person may want to check. */
  readonly problems: readonly SurveyProblem[];
  readonly notes: readonly ReadingNote[];
}

export interface RememberedProposal {
  readonly providers: readonly string[];
  /** When such a file was last imported, epoch milliseconds. */
  readonly usedAt: number;
  readonly choices: CoverageChoices;
}

/** The reference system in which the file was read, and whether it seems to be the right one. */
export interface FoundProjection extends ProjectionFacts {
  /** Why it seems to be the wrong one; an import is refused then. Null if it seems right. */
  readonly problem: Misplacement | null;
  /** What the coordinates may be instead, and where that would put them, the most likely first. */
  readonly candidates: readonly Candidate[];
}

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
