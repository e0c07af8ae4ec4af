import { setImmediate as nextTurn } from 'node:timers/promises';
import { leafOfVersionAt, leavesOfVersion } from '#db/broadband/cells.ts';
import { readOffers } from '#db/broadband/layer-content.ts';
import { areaBlocksOf } from '#db/broadband/measure/area-blocks.ts';
import { technologiesInUse } from '#db/broadband/technologies.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { type AreaUnit, squareOfKeys, technologySums, unitsOf } from '#lib/broadband/measure/area-blocks.ts';
import { type AreaByAvailability, type Offered, Tally } from '#lib/broadband/measure/area-figures.ts';
import { LeafSolver } from '#lib/broadband/measure/cell-solver.ts';
import { MeasuredOffers, ranks } from '#lib/broadband/measure/measured-offers.ts';
import { type Piece, piecesOf } from '#lib/broadband/measure/pieces.ts';
import { areaOf, type Box, isWithin, measurablePart, meets } from '#lib/broadband/rectangle.ts';

/** How much of a rectangle a technology covers, in square kilometres, by the best availability at each place (N6). */
export interface TechnologyInRectangle {
  readonly technology: string;
  readonly setId: number;
  readonly areas: AreaByAvailability;
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

/** Square metres by the technology's id × 4 + rank, as in area blocks. */
type Sums = Map<number, number>;

/** The longest that measuring a rectangle blocks the event loop. */
const turnMs = 8;

/**
 * Measures what the published coverage offers in a rectangle: squares that lie in it from their sums, once those are made
 * (see `sumAreas`), and others from the leaves. It only reads, and yields to the event loop every few milliseconds.
 *
 * @throws RangeError for a rectangle that is empty, has a side over 50 km, or lies outside the service area
 */
export async function coverageWithin(connection: Connection, rectangle: Box): Promise<RectangleCoverage> {
  const part = measurablePart(rectangle);
  if (!part.ok) throw new RangeError(`The rectangle is ${part.reason}.`);
  const { box } = part;
  const { db } = connection;
  const versionId = getPublishedId(db);
  const sums: Sums = new Map();
  if (versionId !== undefined) {
    let turnEnds = performance.now() + turnMs;
    for (const _ of addRectangle(sums, connection, versionId, box)) {
      if (performance.now() < turnEnds) continue;
      await nextTurn();
      turnEnds = performance.now() + turnMs;
    }
  }
  const technologies = technologiesInUse({ db }).map(({ id, name, setId }) => ({
    technology: name,
    setId,
    areas: areasOf(sums, id),
  }));
  return { versionId, box, squareKilometres: areaOf(box) / 1e6, technologies };
}

/** Yields after each of its pieces; no statement is open then. */
function* addRectangle(sums: Sums, connection: Connection, versionId: number, box: Box): Generator<void> {
  const offers = new MeasuredOffers(readOffers(connection.db, versionId));
  const leaves = { solver: new LeafSolver(offers, false), tally: new Tally(offers.subjects.length) };
  const blockAt = areaBlocksOf(connection, versionId);
  for (const piece of piecesOf(box)) {
    const block = blockAt(piece.firstKey);
    if (block === undefined) {
      yield* addLeaves(leaves, leavesOfPiece(connection, versionId, piece), piece.box);
    } else {
      for (const unit of unitsOf(block)) {
        const square = squareOfKeys(unit);
        if (isWithin(square, box)) addUnit(sums, unit);
        else if (meets(box, square.minX, square.minY, square.maxX - square.minX)) {
          yield* addLeaves(leaves, leavesOfVersion(connection, versionId, unit), piece.box);
        }
      }
    }
    yield;
  }
  for (const sum of technologySums(offers, leaves.tally)) addSum(sums, sum);
}

/** What was solved of leaves so far. */
interface SolvedLeaves {
  readonly solver: LeafSolver;
  readonly tally: Tally;
}

function* addLeaves({ solver, tally }: SolvedLeaves, leaves: Iterable<Leaf>, box: Box): Generator<void> {
  for (const leaf of [...leaves]) {
    yield* solver.solve(leaf, box, (...own) => tally.add(...own));
    yield;
  }
}

/** The leaves of a piece, after the leaf that may be larger than its cell. */
function* leavesOfPiece(connection: Connection, versionId: number, piece: Piece): Generator<Leaf, void> {
  const around = piece.firstKey === 0 ? undefined : leafOfVersionAt(connection, versionId, piece.firstKey - 1);
  if (around !== undefined) yield around;
  yield* leavesOfVersion(connection, versionId, piece);
}

function addUnit(sums: Sums, unit: AreaUnit): void {
  for (const sum of unit.areas) addSum(sums, sum);
}

function addSum(sums: Sums, [place, squareMetres]: readonly [place: number, squareMetres: number]): void {
  sums.set(place, (sums.get(place) ?? 0) + squareMetres);
}

function areasOf(sums: Sums, technologyId: number): AreaByAvailability {
  const of = (availability: Offered) => (sums.get(technologyId * 4 + ranks.indexOf(availability)) ?? 0) / 1e6;
  return { Available: of('Available'), Underway: of('Underway'), Planned: of('Planned') };
}
