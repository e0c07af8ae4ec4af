/**
 * A place, in units of 1e-7 degree: `x` is east of 180° (New Zealand is negative), `y` is north of the equator.
 * Both are whole numbers and fit 32 bits (N8).
 */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export type CoordinateName = 'latitude' | 'longitude';

export type ParsedPoint =
  | { readonly ok: true; readonly point: Point }
  | {
      readonly ok: false;
      /** Texts that are not numbers are reported before numbers outside the box (N1). */
      readonly reason: 'not a number' | 'outside';
      /** The coordinates at fault, latitude first; at least one. */
      readonly fields: readonly CoordinateName[];
    };

const UNITS_PER_DEGREE = 10_000_000;
const X_OF_GREENWICH = -180 * UNITS_PER_DEGREE;
const FULL_CIRCLE = 360 * UNITS_PER_DEGREE;

/** Latitude -47.5 to -34.2 and longitude 166.2 to 178.6, in units; its edges belong to it (N1). */
export const SERVICE_BOX = {
  minX: 1_662_000_000 + X_OF_GREENWICH,
  maxX: 1_786_000_000 + X_OF_GREENWICH,
  minY: -475_000_000,
  maxY: -342_000_000,
} as const;

/**
 * Reads the two path texts of the API: `-?\d+(\.\d{1,7})?` in ASCII (N2), then the service box (N1).
 * Digits are shifted, never multiplied, so the point is exactly the one that the caller wrote (N8).
 */
export function parsePoint(latitudeText: string, longitudeText: string): ParsedPoint {
  const y = parseDegrees(latitudeText);
  const longitude = parseDegrees(longitudeText);
  if (y === undefined || longitude === undefined) {
    return { ok: false, reason: 'not a number', fields: faulty(y === undefined, longitude === undefined) };
  }
  const x = longitude + X_OF_GREENWICH;
  const isOutsideY = y < SERVICE_BOX.minY || y > SERVICE_BOX.maxY;
  const isOutsideX = x < SERVICE_BOX.minX || x > SERVICE_BOX.maxX;
  if (isOutsideY || isOutsideX) return { ok: false, reason: 'outside', fields: faulty(isOutsideY, isOutsideX) };
  return { ok: true, point: { x, y } };
}

/**
 * Longitude in degrees (-180 to 360, normalised to 0 to 360) as `x` in units, rounded once (N8).
 * @throws RangeError for any other number.
 */
export function toUnitX(longitude: number): number {
  if (!(longitude >= -180 && longitude <= 360)) {
    throw new RangeError(`A longitude is a number from -180 to 360, not ${longitude}.`);
  }
  const units = Math.round(longitude * UNITS_PER_DEGREE);
  return (units < 0 ? units + FULL_CIRCLE : units) + X_OF_GREENWICH;
}

/**
 * Latitude in degrees (-90 to 90) as `y` in units, rounded once (N8).
 * @throws RangeError for any other number.
 */
export function toUnitY(latitude: number): number {
  if (!(latitude >= -90 && latitude <= 90)) {
    throw new RangeError(`A latitude is a number from -90 to 90, not ${latitude}.`);
  }
  return Math.round(latitude * UNITS_PER_DEGREE) + 0;
}

/** A point's longitude in units of 1e-7 degree, 0 to 360 degrees. */
export function longitudeOf({ x }: Pick<Point, 'x'>): number {
  return x - X_OF_GREENWICH;
}

/** Units of 1e-7 degree as decimal text. Digits are shifted, never divided, so `parsePoint` reads back the same units. */
export function degreesText(units: number): string {
  const digits = String(Math.abs(units)).padStart(8, '0');
  const fraction = digits.slice(-7).replace(/0+$/, '');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -7)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Whole units of 1e-7 degree; ±Infinity for more than three digits before the point, undefined for text that is not a number. */
function parseDegrees(text: string): number | undefined {
  const isNegative = text.charCodeAt(0) === 0x2d;
  let at = isNegative ? 1 : 0;
  const start = at;
  let units = 0;
  for (; isDigit(text.charCodeAt(at)); at++) units = units * 10 + text.charCodeAt(at) - 0x30;
  if (at === start) return undefined;
  const isTooLong = units > 999;
  let decimals = 0;
  if (at < text.length) {
    if (text.charCodeAt(at) !== 0x2e) return undefined;
    for (at++; isDigit(text.charCodeAt(at)); at++, decimals++) units = units * 10 + text.charCodeAt(at) - 0x30;
    if (decimals === 0 || decimals > 7 || at < text.length) return undefined;
  }
  if (isTooLong) return isNegative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  for (; decimals < 7; decimals++) units *= 10;
  return isNegative ? -units : units;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function faulty(latitude: boolean, longitude: boolean): CoordinateName[] {
  const fields: CoordinateName[] = [];
  if (latitude) fields.push('latitude');
  if (longitude) fields.push('longitude');
  return fields;
}

export const unitsPerDegree = 10_000_000;

/** The area that the broadband API covers (N1), in degrees; its edges are inside. */
export const serviceArea = {
  west: SERVICE_BOX.minX / unitsPerDegree + 180,
  east: SERVICE_BOX.maxX / unitsPerDegree + 180,
  south: SERVICE_BOX.minY / unitsPerDegree,
  north: SERVICE_BOX.maxY / unitsPerDegree,
} as const;

/** Whether a point is in the area that the broadband service covers (N1). */
export function isInServiceArea(latitude: number, longitude: number): boolean {
  const { south, north, west, east } = serviceArea;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** How far beyond the service area a map can be moved, as a share of the area's width and height. */
export const mapMargin = 0.5;
