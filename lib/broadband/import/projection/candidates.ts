import geodesic from 'geographiclib-geodesic';
import { towns } from '#lib/places/towns.ts';
import type { Extent } from './extent.ts';
import { Projector } from './projector.ts';
import { type Reference, type ReferenceCode, references } from './reference.ts';

/** What the coordinates of a file may be, and where that would put them. */
export interface Candidate {
  readonly code: ReferenceCode;
  readonly name: string;
  /** Whether the file would write latitude or northing first. */
  readonly swap: boolean;
  /** The centre of the extent, in degrees. */
  readonly longitude: number;
  readonly latitude: number;
  /** The nearest town on the map, and its distance. */
  readonly town: string;
  readonly kilometres: number;
}

/** Only those that are converted differently: degrees of NZGD2000 would be where those of WGS 84 are. */
const tried = [references[2193], references[27200], references[3857], references[4326]];

/** New Zealand with its outer islands, in degrees; the longitude from 0 to 360. */
const newZealand = { west: 160, east: 186, south: -53, north: -28 };

/**
 * The reference systems, and orders of the two numbers, in which an extent would be in New Zealand, the one nearest to
 * a town first. A person has to say which is right.
 */
export function candidatesOf(extent: Extent): Candidate[] {
  if (extent.isEmpty) return [];
  return tried
    .flatMap((reference) => [place(extent, reference, false), place(extent, reference, true)])
    .filter((candidate) => candidate !== undefined)
    .toSorted((a, b) => a.kilometres - b.kilometres);
}

function place({ minX, minY, maxX, maxY }: Extent, reference: Reference, swap: boolean): Candidate | undefined {
  const projector = new Projector(reference, swap);
  const isInside = (x: number, y: number) => {
    if (!projector.project(x, y)) return false;
    const longitude = (projector.longitude + 360) % 360;
    const { west, east, south, north } = newZealand;
    return longitude >= west && longitude <= east && projector.latitude >= south && projector.latitude <= north;
  };
  // the centre comes last, as the projector then has its position
  const isPlausible = isInside(minX, minY) && isInside(maxX, maxY) && isInside((minX + maxX) / 2, (minY + maxY) / 2);
  if (!isPlausible) return undefined;
  const { longitude, latitude } = projector;
  return { code: reference.code, name: reference.name, swap, longitude, latitude, ...nearestTown(longitude, latitude) };
}

/** The town on the map that is nearest to a position, and its distance. */
export function nearestTown(longitude: number, latitude: number): { town: string; kilometres: number } {
  let nearest = { town: '', kilometres: Number.POSITIVE_INFINITY };
  for (const town of towns) {
    const { s12 = Number.POSITIVE_INFINITY } = geodesic.Geodesic.WGS84.Inverse(
      latitude,
      longitude,
      town.latitude,
      town.longitude,
    );
    if (s12 / 1000 < nearest.kilometres) nearest = { town: town.name, kilometres: s12 / 1000 };
  }
  return nearest;
}
