import geodesic from 'geographiclib-geodesic';
import { towns } from '#lib/places/towns.ts';
import type { Misplacement } from '#lib/words/coverage/reference.ts';
import type { Placement } from './georeference.ts';
import { Projector } from './projector.ts';
import { type Reference, type ReferenceCode, references } from './reference.ts';

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

/** The range of positions as a file writes them, first and second number. NaN and infinities are left out. */
export class Extent {
  minX = Number.POSITIVE_INFINITY;
  minY = Number.POSITIVE_INFINITY;
  maxX = Number.NEGATIVE_INFINITY;
  maxY = Number.NEGATIVE_INFINITY;

  add(x: number, y: number): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    if (x < this.minX) this.minX = x;
    if (x > this.maxX) this.maxX = x;
    if (y < this.minY) this.minY = y;
    if (y > this.maxY) this.maxY = y;
  }

  merge({ minX, minY, maxX, maxY }: Extent): void {
    if (minX > maxX) return;
    this.add(minX, minY);
    this.add(maxX, maxY);
  }

  get isEmpty(): boolean {
    return this.minX > this.maxX;
  }
}

/** What was found about the positions of a file. */
export interface FoundPositions {
  readonly placement: Placement;
  readonly extent: Extent;
  readonly positions: number;
  /** Those that do not exist in the reference system. */
  readonly stray: number;
  readonly parts: number;
  readonly partsOutside: number;
}

/** Why a file seems to have been read in the wrong reference system, and what its coordinates may be instead. */
export interface MisplacedFile {
  readonly problem: Misplacement;
  readonly candidates: readonly Candidate[];
}

/**
 * Whether positions were read in the wrong reference system: most of them do not exist in it; or nobody chose it, it
 * puts all of them outside New Zealand, and another one would not. Lists the candidates, and never decides.
 */
export function getMisplacement(found: FoundPositions): MisplacedFile | undefined {
  const { placement, extent, positions, stray, parts, partsOutside } = found;
  const { reference, isSwapped, declaredBy, isAsked } = placement;
  const all = candidatesOf(extent);
  const candidates = all.filter(({ code, swap }) => code !== reference.code || swap !== isSwapped);
  const { minX, maxX, minY, maxY } = extent;
  const misplaced = (kind: Misplacement['kind']): MisplacedFile => ({
    problem: {
      kind,
      code: reference.code,
      swapped: isSwapped,
      asked: isAsked,
      declaredBy: declaredBy ?? null,
      range: extent.isEmpty ? null : { minX, maxX, minY, maxY },
    },
    candidates,
  });
  if (stray * 2 > positions) return misplaced('not-in-reference');
  const isPlausible = all.length > candidates.length;
  if (isAsked || isPlausible || parts === 0 || partsOutside < parts || candidates.length === 0) return undefined;
  return misplaced('outside-new-zealand');
}
