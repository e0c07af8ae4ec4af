import { SERVICE_BOX } from './point.ts';

/** The longest side of a rectangle that the public may have measured, in kilometres. */
export const longestSide = 50;

const radius = 6371;
const unitsToRadians = Math.PI / 180 / 10_000_000;

/** Why a rectangle cannot be measured, and its size in kilometres. */
export interface UnmeasurableRectangle {
  readonly ok: false;
  readonly reason: 'empty' | 'too large' | 'outside';
  readonly width: number;
  readonly height: number;
}

/**
 * The part of a rectangle that can be measured: what lies in the service area, with sides up to 50 km.
 *
 * @param box in units of 1e-7 degree; opposite corners in any order
 */
export function measurablePart(box: Box): { readonly ok: true; readonly box: Box } | UnmeasurableRectangle {
  const [minX, maxX] = [Math.min(box.minX, box.maxX), Math.max(box.minX, box.maxX)];
  const [minY, maxY] = [Math.min(box.minY, box.maxY), Math.max(box.minY, box.maxY)];
  if (minX === maxX || minY === maxY) return { ok: false, reason: 'empty', width: 0, height: 0 };
  const { width, height } = sizeOf({ minX, maxX, minY, maxY });
  // rounding must not refuse a rectangle of exactly 50 km
  if (height > longestSide * 1.01 || width > longestSide * 1.01)
    return { ok: false, reason: 'too large', width, height };
  const clipped = {
    minX: Math.max(minX, SERVICE_BOX.minX),
    maxX: Math.min(maxX, SERVICE_BOX.maxX),
    minY: Math.max(minY, SERVICE_BOX.minY),
    maxY: Math.min(maxY, SERVICE_BOX.maxY),
  };
  if (clipped.minX >= clipped.maxX || clipped.minY >= clipped.maxY) {
    return { ok: false, reason: 'outside', width, height };
  }
  return { ok: true, box: clipped };
}

/** The width (in its middle) and height of a rectangle, in kilometres. */
export function sizeOf({ minX, maxX, minY, maxY }: Box): { readonly width: number; readonly height: number } {
  const height = (maxY - minY) * unitsToRadians * radius;
  return { width: rectangleArea(maxX - minX, minY, maxY) / 1e6 / height, height };
}

/** WGS 84, in metres. GRS 80, which NZGD2000 uses, differs by 0.1 mm. */
const equatorialRadius = 6_378_137;
const flattening = 1 / 298.257223563;
const polarRadius = equatorialRadius * (1 - flattening);
const eccentricity = Math.sqrt(flattening * (2 - flattening));

const radiansPerUnit = Math.PI / 180 / 10_000_000;

/**
 * The area between two parallels and two meridians on the ellipsoid, in square metres, to the precision of float64.
 *
 * @param width the difference of longitude, and `south` and `north` the latitudes, in units of 1e-7 degree
 */
export function rectangleArea(width: number, south: number, north: number): number {
  const zone = areaFunction(north * radiansPerUnit) - areaFunction(south * radiansPerUnit);
  return ((polarRadius * polarRadius) / 2) * width * radiansPerUnit * zone;
}

/** The area in square metres of 1e-7 degree by 1e-7 degree at a latitude in units. */
export function unitArea(y: number): number {
  const sine = eccentricity * Math.sin(y * radiansPerUnit);
  const shrink = 1 - sine * sine;
  return (polarRadius * polarRadius * Math.cos(y * radiansPerUnit) * radiansPerUnit * radiansPerUnit) / shrink ** 2;
}

/** Twice the area from the equator to a latitude in radians, over polar radius squared, for each radian of longitude. */
function areaFunction(latitude: number): number {
  const sine = Math.sin(latitude);
  const bent = eccentricity * sine;
  return sine / (1 - bent * bent) + Math.atanh(bent) / eccentricity;
}

/** A rectangle in whole units of 1e-7 degree, including its borders. */
export interface Box {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

/** The area of a rectangle on the ellipsoid, in square metres. */
export function areaOf({ minX, maxX, minY, maxY }: Box): number {
  return rectangleArea(maxX - minX, minY, maxY);
}

/** Whether a cell and the box share more than a border. */
export function meets({ minX, maxX, minY, maxY }: Box, x: number, y: number, side: number): boolean {
  return x < maxX && x + side > minX && y < maxY && y + side > minY;
}

/** Whether all of a rectangle lies in another. */
export function isWithin(inner: Box, outer: Box): boolean {
  return inner.minX >= outer.minX && inner.maxX <= outer.maxX && inner.minY >= outer.minY && inner.maxY <= outer.maxY;
}

/** The part of a cell that lies in the box. */
export function overlapOf({ minX, maxX, minY, maxY }: Box, x: number, y: number, side: number): Box {
  return {
    minX: Math.max(minX, x),
    maxX: Math.min(maxX, x + side),
    minY: Math.max(minY, y),
    maxY: Math.min(maxY, y + side),
  };
}
