/** A coordinate reference system that is read. */
export interface Reference {
  /** Its EPSG code. */
  readonly code: ReferenceCode;
  readonly name: string;
  readonly isDegrees: boolean;
  /** How far its positions may be from where WGS 84 has them, as they are converted here; 0 for WGS 84 itself. */
  readonly accuracyMetres: number;
  /** The positions that exist in it, easting or longitude from west to east. */
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
 * All reference systems that are read. 2193 and 4167 are based on NZGD2000, whose coordinates stay fixed while the land
 * moves about 5 cm a year in WGS 84; 27200 is based on NZGD49 (seven parameters of LINZ, EPSG:1564).
 */
export const references: Readonly<Record<ReferenceCode, Reference>> = {
  2193: {
    code: 2193,
    name: 'NZTM2000',
    isDegrees: false,
    accuracyMetres: 2,
    range: { west: -1_500_000, east: 4_700_000, south: 2_000_000, north: 9_900_000 },
  },
  4326: {
    code: 4326,
    name: 'WGS 84',
    isDegrees: true,
    accuracyMetres: 0,
    range: globe,
  },
  4167: {
    code: 4167,
    name: 'NZGD2000',
    isDegrees: true,
    accuracyMetres: 2,
    range: globe,
  },
  27200: {
    code: 27200,
    name: 'New Zealand Map Grid',
    isDegrees: false,
    accuracyMetres: 5,
    // its polynomial is not valid further out
    range: { west: 1_900_000, east: 3_100_000, south: 5_200_000, north: 6_900_000 },
  },
  3857: {
    code: 3857,
    name: 'Web Mercator',
    isDegrees: false,
    accuracyMetres: 0,
    range: { west: -20_037_508.35, east: 40_075_016.7, south: -20_048_966.2, north: 20_048_966.2 },
  },
};

/** `EPSG:2193 (NZTM2000)` */
export function nameOf({ code, name }: Pick<Reference, 'code' | 'name'>): string {
  return `EPSG:${code} (${name})`;
}
