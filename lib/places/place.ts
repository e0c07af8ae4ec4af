/** The lists of places, the more likely meant first; each is replaced as a whole. */
export const placeLists = ['gazetteer', 'localities', 'aliases', 'addresses'] as const;
export type PlaceList = (typeof placeLists)[number];

/** A place that can be searched, in degrees WGS 84; longitude -180 to 180. */
export interface Place {
  readonly name: string;
  /** Distinguishes it from others of the same name: `Suburb, near Porirua`. Empty for an address. */
  readonly detail: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Whether the name is te reo Māori. */
  readonly isMaori: boolean;
  /** Whether it is in the area that the broadband service covers (N1). */
  readonly isServed: boolean;
  /** Another name by which it is searched instead of `name`. */
  readonly alias?: string | undefined;
}

/** A place to be added to a list; the lower its `rank`, the earlier it is offered. */
export interface RankedPlace extends Place {
  readonly rank: number;
  /** Among places of the same rank, the larger comes first. */
  readonly population?: number | undefined;
  /** Among places of the same rank and name, an official name comes first. */
  readonly isOfficial?: boolean | undefined;
  /** Words that find it apart from those of its name, such as a postcode. */
  readonly alsoFoundBy?: string | undefined;
  /** LINZ's `address_id`. */
  readonly addressId?: number | undefined;
}
