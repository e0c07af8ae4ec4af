import type { ProjectionFacts } from '#lib/broadband/import/projection/georeference.ts';
import type { Candidate, Location } from '#lib/broadband/import/projection/location.ts';
import type { Fault } from '#lib/refusal.ts';
import type { ReadingNote } from '#lib/words/coverage/notes.ts';
import type { Misplacement } from '#lib/words/coverage/reference.ts';
import type { FeatureReport, SurveyProblem } from './areas/area-survey.ts';
import type { CoverageChoices } from './mapping/choices.ts';
import type { ColumnFacts } from './mapping/column-survey.ts';
import type { FieldProposal } from './mapping/proposal.ts';
import type { FormatName, SourceLayer } from './source.ts';

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
