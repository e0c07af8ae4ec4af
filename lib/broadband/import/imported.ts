import type { LayerName } from './layer-plan.ts';
import type { FileReading } from './report-words.ts';
import type { SurveyReport } from './survey.ts';

export interface ImportedLayer extends LayerName {
  readonly offers: number;
  readonly parts: number;
  readonly vertices: number;
}

/** The result of an import: a version that is ready, not published. */
export interface ImportedFacts extends FileReading {
  /** The number of the version. */
  readonly id: number;
  readonly baseId: number | undefined;
  readonly sha256: string;
  readonly layers: readonly ImportedLayer[];
  readonly newProviders: readonly string[];
  readonly report: SurveyReport;
}
