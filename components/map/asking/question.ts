import type { Outcome } from '#lib/map/answer/outcome.ts';
import type { NamedPoint } from '#lib/map/permalink.ts';

/** How the point was chosen: the map follows a point that it was not chosen on. `link`: by the page's address. */
export type QuestionOrigin = 'map' | 'typed' | 'town' | 'link';

/** One point that was asked about; it waits until it has an outcome. */
export interface Question extends NamedPoint {
  readonly origin: QuestionOrigin;
  readonly outcome: Outcome | undefined;
  /** How far off the point may be, in metres; nothing for one that was given exactly. */
  readonly accuracyMetres?: number;
}

export type Ask = (asked: NamedPoint, origin: QuestionOrigin, accuracyMetres?: number) => void;
