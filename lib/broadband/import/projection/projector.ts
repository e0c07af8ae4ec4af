import proj4 from 'proj4';
import type { Reference, ReferenceCode } from './reference.ts';

/** Definitions as in PROJ; degrees need no definition. */
const definitions: Partial<Record<ReferenceCode, string>> = {
  2193: '+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  27200:
    '+proj=nzmg +lat_0=-41 +lon_0=173 +x_0=2510000 +y_0=6023150 +ellps=intl +towgs84=59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993 +units=m +no_defs',
  3857: '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
};

/** Converts a file's coordinates to degrees of WGS 84. The result is in its fields until the next call. */
export class Projector {
  longitude = 0;
  latitude = 0;
  readonly reference: Reference;
  /** Whether the file writes the second axis first: latitude or northing. */
  readonly isSwapped: boolean;
  readonly #toDegrees: ((position: [number, number]) => number[]) | undefined;
  readonly #position: [number, number] = [0, 0];

  constructor(reference: Reference, isSwapped = false) {
    this.reference = reference;
    this.isSwapped = isSwapped;
    const definition = definitions[reference.code];
    if (definition !== undefined) {
      const { forward } = proj4(definition, 'WGS84');
      this.#toDegrees = (position) => forward(position);
    }
  }

  /** @returns false, with unchanged fields, for a position that does not exist in the reference system */
  project(first: number, second: number): boolean {
    const x = this.isSwapped ? second : first;
    const y = this.isSwapped ? first : second;
    const { west, east, south, north } = this.reference.range;
    // with `!`, so that NaN does not exist either
    if (!(x >= west && x <= east && y >= south && y <= north)) return false;
    if (this.#toDegrees === undefined) {
      this.longitude = x;
      this.latitude = y;
      return true;
    }
    this.#position[0] = x;
    this.#position[1] = y;
    const [longitude = Number.NaN, latitude = Number.NaN] = this.#toDegrees(this.#position);
    if (!(longitude >= -180 && longitude <= 360 && latitude >= -90 && latitude <= 90)) return false;
    this.longitude = longitude;
    this.latitude = latitude;
    return true;
  }
}
