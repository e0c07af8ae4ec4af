import type { ChangeKind } from '#lib/broadband/measure/changed-points.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import type { DrawnSquares } from '#lib/map/layers/changed-places.ts';

/** The views of the map. */
export const mapViews = ['before', 'after', 'changes'] as const;
export type MapView = (typeof mapViews)[number];

/** How each availability looks on the map: addresses of pictures. */
export type Swatches = Readonly<Record<'Available' | 'Underway' | 'Planned', string>>;

/** A technology on the map of a version. */
export interface MapTechnology {
  readonly name: string;
  /** Addresses of the pictures before and after; undefined where nothing of it is or was covered. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly swatches: Swatches | undefined;
  readonly squares: DrawnSquares;
}

/** A point whose answer changes, numbered as in the list. */
export interface MapSample extends MapPoint {
  readonly number: number;
  readonly technology: string;
  readonly kind: ChangeKind;
}

/** A place in a file with a problem. */
export interface MapProblem extends MapPoint {
  readonly words: string;
}

/** Everything that the map of a version can show. */
export interface MapContent {
  readonly technologies: readonly MapTechnology[];
  readonly samples: readonly MapSample[];
  readonly problems: readonly MapProblem[];
  /** Why a view may be empty although there was or is coverage; undefined when everything can be shown. */
  readonly missing: string | undefined;
}

export const kindWords: Readonly<Record<ChangeKind, string>> = {
  gained: 'Gained',
  lost: 'Lost',
  altered: 'Other offers',
};
