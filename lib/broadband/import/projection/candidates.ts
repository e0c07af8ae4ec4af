import geodesic from 'geographiclib-geodesic';
import { towns } from '#lib/places/towns.ts';
import type { Extent } from './extent.ts';
import { Projector } from './projector.ts';
import { type Reference, type ReferenceCode, references } from './reference.ts';

/** What a file's coordinates may be, and where that would put them. */
export interface Candidate {
  readonly code: ReferenceCode;
  readonly name: string;
  /** Whether the file would write latitude or northing first. */
  readonly swap: boolean;
  /** The middle of the extent, in degrees. */
  readonly longitude: number;
  readonly latitude: number;
  /** The nearest town of the map, and how far it is. */
  readonly town: string;
  readonly kilometres: number;
}

/** Different conversions only: NZGD2000's degrees would lie where those of WGS 84 do. */
const tried = [references[2193], references[27200], references[3857], references[4326]];

/** New Zealand with its outer islands, the longitude held as 0 to 360. */
const newZealand = { west: 160, east: 186, south: -53, north: -28 };

/**
 * The references, and orders of the two numbers, in which an extent would lie in New Zealand, the one nearest to a town
 * first. Which of them is right is for a person to say.
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
  // the middle last: its place is what stands in the projector afterwards
  const isPlausible = isInside(minX, minY) && isInside(maxX, maxY) && isInside((minX + maxX) / 2, (minY + maxY) / 2);
  if (!isPlausible) return undefined;
  const { longitude, latitude } = projector;
  return { code: reference.code, name: reference.name, swap, longitude, latitude, ...nearestTown(longitude, latitude) };
}

/** The town of the map that is nearest to a place, and how far it is. */
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

/** `--crs EPSG:2193 --swap (NZTM2000, northing first) would put their middle 3 km from Wellington`. */
export function describeCandidate({ code, name, swap, town, kilometres }: Candidate): string {
  const isDegrees = references[code].isDegrees;
  const order = swap ? `, ${isDegrees ? 'latitude' : 'northing'} first` : '';
  const distance = kilometres < 1 ? 'less than 1' : Math.round(kilometres).toLocaleString('en-NZ');
  return `--crs EPSG:${code}${swap ? ' --swap' : ''} (${name}${order}) would put their middle ${distance} km from ${town}`;
}
