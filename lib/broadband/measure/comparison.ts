import type { Point } from '#lib/broadband/point.ts';
import type { AreaFigure, AreaTotals } from './area-figures.ts';
import type { ChangedCell } from './changed-cells.ts';
import type { ChangeKind } from './changed-points.ts';

/** The figures of a technology, or of one provider's part of it, under the names of the time of measuring. */
export interface ComparedArea extends Omit<AreaFigure, 'technologyId' | 'providerId'> {
  readonly technology: string;
  /** Null for the technology as a whole, the union over its providers. */
  readonly provider: string | null;
}

/** A square of the map where a technology changed, in units of 1e-7 degree; areas in whole square metres. */
export interface ComparedCell extends Omit<ChangedCell, 'technologyId'> {
  readonly technology: string;
}

/** A point whose answer changes, with the API's complete answer before and after. */
export interface ChangedAnswer extends Point {
  readonly technology: string;
  readonly kind: ChangeKind;
  readonly before: unknown;
  readonly after: unknown;
}

/** What a version changes against its base. Without a base, everything is gained. */
export interface Comparison {
  readonly baseId: number | null;
  /** Technologies first, in the order of their ids, then their providers. */
  readonly areas: readonly ComparedArea[];
  readonly changedCells: readonly ComparedCell[];
  readonly changedAnswers: readonly ChangedAnswer[];
  /** What the version offers in all; null if it was measured by sampling, as versions once were. */
  readonly totals: AreaTotals | null;
}
