import { nearestTown } from './candidates.ts';
import type { Extent } from './extent.ts';
import type { Placement } from './georeference.ts';
import { Projector } from './projector.ts';

/** Roughly where the areas of a file are, in degrees: the converted corners of their extent. */
export interface Location {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** The town nearest to their centre, and its distance. */
  readonly town: string;
  readonly kilometres: number;
}

/** Where an extent is; undefined if it does not exist in the reference system. */
export function locationOf(
  { minX, minY, maxX, maxY, isEmpty }: Extent,
  { reference, isSwapped }: Placement,
): Location | undefined {
  if (isEmpty) return undefined;
  const projector = new Projector(reference, isSwapped);
  const placed = (x: number, y: number) =>
    projector.project(x, y)
      ? { longitude: (projector.longitude + 360) % 360, latitude: projector.latitude }
      : undefined;
  const [first, second] = [placed(minX, minY), placed(maxX, maxY)];
  const centre = placed((minX + maxX) / 2, (minY + maxY) / 2);
  if (first === undefined || second === undefined || centre === undefined) return undefined;
  return {
    west: Math.min(first.longitude, second.longitude),
    east: Math.max(first.longitude, second.longitude),
    south: Math.min(first.latitude, second.latitude),
    north: Math.max(first.latitude, second.latitude),
    ...nearestTown(centre.longitude, centre.latitude),
  };
}
