import type { MapPoint } from '#lib/map/degrees.ts';
import type { Outcome } from '#lib/map/outcome.ts';

/** How the point was chosen: the map follows a point that it was not chosen on. */
type QuestionOrigin = 'map' | 'typed' | 'town';

/** One point that was asked about; it waits until it has an outcome. */
export interface Question {
  readonly point: MapPoint;
  readonly origin: QuestionOrigin;
  readonly outcome: Outcome | undefined;
}

export type Ask = (point: MapPoint, origin: QuestionOrigin) => void;
