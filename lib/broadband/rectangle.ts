import { Refusal } from '#lib/refusal.ts';
import { rectangleArea } from './coverage/ellipsoid.ts';
import type { Box } from './measure/box.ts';
import { SERVICE_BOX } from './point.ts';

/** The longest side of a rectangle that is measured for anybody who asks, in kilometres. */
export const longestSide = 50;

const radius = 6371;
const unitsToRadians = Math.PI / 180 / 10_000_000;

/** What is wrong with a rectangle, and its size in kilometres. */
export interface UnmeasurableRectangle {
  readonly ok: false;
  readonly reason: 'empty' | 'too large' | 'outside';
  readonly width: number;
  readonly height: number;
}

/**
 * What of a rectangle can be measured: the part in the service area, sides up to 50 km.
 *
 * @param box in units of 1e-7 degree; opposite corners in any order
 */
export function measurablePart(box: Box): { readonly ok: true; readonly box: Box } | UnmeasurableRectangle {
  const [minX, maxX] = [Math.min(box.minX, box.maxX), Math.max(box.minX, box.maxX)];
  const [minY, maxY] = [Math.min(box.minY, box.maxY), Math.max(box.minY, box.maxY)];
  if (minX === maxX || minY === maxY) return { ok: false, reason: 'empty', width: 0, height: 0 };
  const { width, height } = sizeOf({ minX, maxX, minY, maxY });
  // a rectangle of exactly 50 km must not be refused for how it was rounded
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

/** How wide (in its middle) and high a rectangle is, in kilometres. */
export function sizeOf({ minX, maxX, minY, maxY }: Box): { readonly width: number; readonly height: number } {
  const height = (maxY - minY) * unitsToRadians * radius;
  return { width: rectangleArea(maxX - minX, minY, maxY) / 1e6 / height, height };
}

/**
 * What of a rectangle can be measured.
 *
 * @throws Refusal for one that is empty, has a side over 50 km, or lies outside the service area
 */
export function requireMeasurable(box: Box): Box {
  const part = measurablePart(box);
  if (part.ok) return part.box;
  if (part.reason === 'empty') throw new Refusal('The rectangle has no area: its corners must differ.');
  if (part.reason === 'outside') throw new Refusal('The rectangle lies outside of the service coverage area.');
  const size = `${Math.ceil(part.width)} × ${Math.ceil(part.height)} km`;
  throw new Refusal(`The rectangle is ${size}; at most ${longestSide} × ${longestSide} km can be measured.`);
}
