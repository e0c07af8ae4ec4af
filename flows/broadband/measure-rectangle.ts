import { setImmediate as nextTurn } from 'node:timers/promises';
import { leafOfVersionAt, leavesOfVersion } from '#db/broadband/cells.ts';
import { readOffers } from '#db/broadband/offers.ts';
import { technologiesInUse } from '#db/broadband/technologies.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { type AreaByAvailability, areaFigures } from '#lib/broadband/measure/area-figures.ts';
import { areaOf, type Box } from '#lib/broadband/measure/box.ts';
import { measure } from '#lib/broadband/measure/measure.ts';
import { MeasuredOffers } from '#lib/broadband/measure/measured-offers.ts';
import { type Piece, piecesOf } from '#lib/broadband/measure/pieces.ts';
import { measurablePart } from '#lib/broadband/rectangle.ts';

/** How much of a rectangle a technology covers, in square kilometres, by the best availability at each place (N6). */
export interface TechnologyInRectangle {
  readonly technology: string;
  readonly setId: number;
  readonly areas: AreaByAvailability;
  /** The error of each area. */
  readonly error: number;
}

export interface RectangleCoverage {
  /** The published version; undefined while nothing is published. */
  readonly versionId: number | undefined;
  /** The measured part of the rectangle: what lies in the service area. */
  readonly box: Box;
  readonly squareKilometres: number;
  /** The technologies in use, in order. */
  readonly technologies: readonly TechnologyInRectangle[];
}

interface Sum {
  readonly areas: { -readonly [Availability in keyof AreaByAvailability]: number };
  squaredError: number;
}

/**
 * Measures what the published coverage offers in a rectangle. It yields to the event loop every few milliseconds.
 *
 * @throws RangeError for a rectangle that is empty, has a side over 50 km, or lies outside the service area
 */
export async function coverageWithin(connection: Connection, rectangle: Box): Promise<RectangleCoverage> {
  const part = measurablePart(rectangle);
  if (!part.ok) throw new RangeError(`The rectangle is ${part.reason}.`);
  const { box } = part;
  const { db } = connection;
  const versionId = getPublishedId(db);
  const sums = new Map<number, Sum>();
  if (versionId !== undefined) {
    const offers = new MeasuredOffers(readOffers(db, versionId));
    for (const piece of piecesOf(box)) {
      // read completely before yielding: no statement may stay open on the connection
      const leaves = [...leavesOfPiece(connection, versionId, piece)];
      if (leaves.length > 0) addPiece(sums, offers, leaves, piece.box);
      await nextTurn();
    }
  }
  const technologies = technologiesInUse({ db }).map(({ id, name, setId }) => {
    const { areas, squaredError } = sums.get(id) ?? emptySum();
    return { technology: name, setId, areas, error: Math.sqrt(squaredError) };
  });
  return { versionId, box, squareKilometres: areaOf(box) / 1e6, technologies };
}

/** The leaves of a piece, after the leaf that may be larger than its cell. */
function* leavesOfPiece(connection: Connection, versionId: number, piece: Piece): Generator<Leaf, void> {
  const around = piece.firstKey === 0 ? undefined : leafOfVersionAt(connection, versionId, piece.firstKey - 1);
  if (around !== undefined) yield around;
  yield* leavesOfVersion(connection, versionId, piece);
}

function addPiece(sums: Map<number, Sum>, offers: MeasuredOffers, leaves: readonly Leaf[], box: Box): void {
  const { tally } = measure({ offers, before: undefined, after: () => leaves, box });
  for (const { technologyId, providerId, after, error } of areaFigures(offers, tally)) {
    if (providerId !== undefined) continue;
    const sum = sums.get(technologyId) ?? emptySum();
    sums.set(technologyId, sum);
    sum.areas.Available += after.Available;
    sum.areas.Underway += after.Underway;
    sum.areas.Planned += after.Planned;
    // the pieces are sampled independently of each other
    sum.squaredError += error ** 2;
  }
}

function emptySum(): Sum {
  return { areas: { Available: 0, Underway: 0, Planned: 0 }, squaredError: 0 };
}
