/** A coordinate reference system whose coordinates are read. */
export interface Reference {
  /** EPSG's number for it. */
  readonly code: ReferenceCode;
  readonly name: string;
  readonly isDegrees: boolean;
  /** How far its places may lie from where WGS 84 has them, as it is converted here; 0 where it is WGS 84. */
  readonly accuracyMetres: number;
  /** Why the accuracy is what it is: the end of a sentence. */
  readonly conversion: string;
  /** The numbers that are places in it, easting or longitude from west to east. */
  readonly range: Range;
}

export interface Range {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

export const referenceCodes = [2193, 4326, 4167, 27200, 3857] as const;
export type ReferenceCode = (typeof referenceCodes)[number];

const globe: Range = { west: -180, east: 360, south: -90, north: 90 };

/**
 * All that are read. 2193 and 4167 stand on NZGD2000, whose coordinates stay while the land moves some 5 cm a year from
 * where WGS 84 has it; 27200 stands on NZGD49 (seven parameters of LINZ, EPSG:1564).
 */
export const references: Readonly<Record<ReferenceCode, Reference>> = {
  2193: {
    ...{ code: 2193, name: 'NZTM2000', isDegrees: false, accuracyMetres: 2 },
    conversion: 'NZGD2000 is taken as WGS 84',
    range: { west: -1_500_000, east: 4_700_000, south: 2_000_000, north: 9_900_000 },
  },
  4326: {
    ...{ code: 4326, name: 'WGS 84', isDegrees: true, accuracyMetres: 0 },
    conversion: 'nothing is converted',
    range: globe,
  },
  4167: {
    ...{ code: 4167, name: 'NZGD2000', isDegrees: true, accuracyMetres: 2 },
    conversion: 'NZGD2000 is taken as WGS 84',
    range: globe,
  },
  27200: {
    ...{ code: 27200, name: 'New Zealand Map Grid', isDegrees: false, accuracyMetres: 5 },
    conversion: 'NZGD49 is converted by seven parameters',
    // its polynomial means nothing farther out
    range: { west: 1_900_000, east: 3_100_000, south: 5_200_000, north: 6_900_000 },
  },
  3857: {
    ...{ code: 3857, name: 'Web Mercator', isDegrees: false, accuracyMetres: 0 },
    conversion: 'its places are those of WGS 84',
    range: { west: -20_037_508.35, east: 40_075_016.7, south: -20_048_966.2, north: 20_048_966.2 },
  },
};

/** `EPSG:2193 (NZTM2000)`: how reports name it. */
export function nameOf({ code, name }: Pick<Reference, 'code' | 'name'>): string {
  return `EPSG:${code} (${name})`;
}

/** `EPSG:2193 (NZTM2000), EPSG:4326 (WGS 84), … and EPSG:3857 (Web Mercator)`. */
export function namesOfAll(): string {
  const names = referenceCodes.map((code) => nameOf(references[code]));
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
