import { rectangleArea } from './coverage/ellipsoid.ts';
import type { Box } from './measure/box.ts';
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
