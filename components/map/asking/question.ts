import type { Outcome } from '#lib/map/answer/outcome.ts';
import type { NamedPoint } from '#lib/map/permalink.ts';

/** How the point was chosen; `link` is by the page's address. The map moves to points that were not chosen on it. */
export type QuestionOrigin = 'map' | 'typed' | 'town' | 'link';

/** A point that was asked about; its outcome is undefined while the question waits. */
export interface Question extends NamedPoint {
  readonly origin: QuestionOrigin;
  readonly outcome: Outcome | undefined;
  /** How far off the point may be, in metres; undefined if it was given exactly. */
  readonly accuracyMetres?: number;
  /** The street address next to a point that was chosen on the map. */
  readonly nearby?: NamedPoint | undefined;
}

export type Ask = (
  asked: Pick<Question, 'nearby'> & NamedPoint,
  origin: QuestionOrigin,
  accuracyMetres?: number,
) => void;
