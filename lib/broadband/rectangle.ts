import { Refusal } from '#lib/refusal.ts';
import { rectangleArea } from './coverage/ellipsoid.ts';
import type { Box } from './measure/box.ts';
import { SERVICE_BOX } from './point.ts';

/** The longest side of a rectangle that is measured for anybody who asks, in kilometres. */
export const longestSide = 50;

const radius = 6371;
const unitsToRadians = Math.PI / 180 / 10_000_000;

/**
 * What of a rectangle can be measured: the part in the service area.
 *
 * @param box in units of 1e-7 degree; opposite corners in any order
 * @throws Refusal for one that is empty, has a side over 50 km, or lies outside the service area
 */
export function requireMeasurable(box: Box): Box {
  const [minX, maxX] = [Math.min(box.minX, box.maxX), Math.max(box.minX, box.maxX)];
  const [minY, maxY] = [Math.min(box.minY, box.maxY), Math.max(box.minY, box.maxY)];
  if (minX === maxX || minY === maxY) throw new Refusal('The rectangle has no area: its corners must differ.');
  const height = (maxY - minY) * unitsToRadians * radius;
  const width = rectangleArea(maxX - minX, minY, maxY) / 1e6 / height;
  // a rectangle of exactly 50 km must not be refused for how it was rounded
  if (height > longestSide * 1.01 || width > longestSide * 1.01) {
    const size = `${Math.ceil(width)} × ${Math.ceil(height)} km`;
    throw new Refusal(`The rectangle is ${size}; at most ${longestSide} × ${longestSide} km can be measured.`);
  }
  const clipped = {
    minX: Math.max(minX, SERVICE_BOX.minX),
    maxX: Math.min(maxX, SERVICE_BOX.maxX),
    minY: Math.max(minY, SERVICE_BOX.minY),
    maxY: Math.min(maxY, SERVICE_BOX.maxY),
  };
  if (clipped.minX >= clipped.maxX || clipped.minY >= clipped.maxY) {
    throw new Refusal('The rectangle lies outside of the service coverage area.');
  }
  return clipped;
}
