/** Which list a place stands in; each is replaced as a whole. */
export const placeLists = ['gazetteer', 'addresses'] as const;
export type PlaceList = (typeof placeLists)[number];

/** A place that can be searched, in degrees WGS 84; longitude -180 to 180. */
export interface Place {
  readonly name: string;
  /** What tells it from others of its name: `Suburb, near Porirua`; empty for an address, which says it itself. */
  readonly detail: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Whether the name is te reo Māori. */
  readonly isMaori: boolean;
  /** Whether the broadband service answers there (N1). */
  readonly isServed: boolean;
}

/** A place on its way into a list: the lower its `rank`, the earlier it is offered. */
export interface RankedPlace extends Place {
  readonly rank: number;
}
