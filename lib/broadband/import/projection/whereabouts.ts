import { nearestTown } from './candidates.ts';
import type { Extent } from './extent.ts';
import type { Placement } from './georeference.ts';
import { Projector } from './projector.ts';

/** Where a file's areas lie, in degrees, about: the corners of their extent, converted. */
export interface PointDetails {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** The town nearest to their middle, and how far it is. */
  readonly town: string;
  readonly kilometres: number;
}

/** Where an extent lies; undefined where it is no place in the reference. */
export function whereaboutsOf(
  { minX, minY, maxX, maxY, isEmpty }: Extent,
  { reference, isSwapped }: Placement,
): PointDetails | undefined {
  if (isEmpty) return undefined;
  const projector = new Projector(reference, isSwapped);
  const placed = (x: number, y: number) =>
    projector.project(x, y)
      ? { longitude: (projector.longitude + 360) % 360, latitude: projector.latitude }
      : undefined;
  const [first, second] = [placed(minX, minY), placed(maxX, maxY)];
  const middle = placed((minX + maxX) / 2, (minY + maxY) / 2);
  if (first === undefined || second === undefined || middle === undefined) return undefined;
  return {
    west: Math.min(first.longitude, second.longitude),
    east: Math.max(first.longitude, second.longitude),
    south: Math.min(first.latitude, second.latitude),
    north: Math.max(first.latitude, second.latitude),
    ...nearestTown(middle.longitude, middle.latitude),
  };
}
