import type { Fault } from '#lib/refusal.ts';
import type { FeatureReport, SurveyProblem } from './areas/area-survey.ts';
import type { CoverageChoices } from './mapping/choices.ts';
import type { ColumnFacts } from './mapping/column-survey.ts';
import type { FieldProposal } from './mapping/proposal.ts';
import type { Candidate } from './projection/candidates.ts';
import type { ProjectionFacts } from './projection/projection-facts.ts';
import type { PointDetails } from './projection/whereabouts.ts';
import type { FormatName, SourceLayer } from './source.ts';

/**
 * What a file of coverage holds and what it seems to mean, before anything is imported: all that a screen needs to ask a
 * person what is open. Plain data, to travel between processes.
 */
export interface Inspection {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Null while a layer has to be chosen first. */
  readonly found: FoundCoverage | null;
  /** All layers of the file, where its format has layers. */
  readonly layers: readonly SourceLayer[];
}

export interface FoundCoverage {
  readonly format: FormatName;
  /** The layer's name, where it has one. */
  readonly layerName: string | null;
  readonly report: FeatureReport;
  readonly columns: readonly ColumnFacts[];
  /** From which columns the fields seem to be read, in the API's order. */
  readonly proposals: readonly FieldProposal[];
  /** What was chosen for earlier files with the same columns. */
  readonly remembered: RememberedProposal | null;
  readonly projection: FoundProjection;
  /** Where its areas lie as it was read; null where that is no place. */
  readonly whereabouts: PointDetails | null;
  /** What is wrong with features and their areas: the first 20, and how many there are in all. */
  readonly faults: readonly Fault[];
  readonly faultsInAll: number;
  /** Where on the map a person may want to look. */
  readonly problems: readonly SurveyProblem[];
  /** What was found or assumed of the file as a whole; whole sentences. */
  readonly notes: readonly string[];
}

export interface RememberedProposal {
  readonly providers: readonly string[];
  /** When such a file was last imported, epoch milliseconds. */
  readonly usedAt: number;
  readonly choices: CoverageChoices;
}

/** By which reference system the file was read, and whether that seems to be the right one. */
export interface FoundProjection extends ProjectionFacts {
  /** What is wrong with it, in a sentence; null when nothing is. An import is refused then. */
  readonly problem: string | null;
  /** What the coordinates may be instead, and where that would put them, the likeliest first. */
  readonly candidates: readonly Candidate[];
}
