import type { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import { ClippedLines } from '#lib/broadband/measure/clipped-lines.ts';
import { type Differences, differingCells } from '#lib/broadband/measure/differing-cells.ts';
import { IndexCells, PairedCells, type SettledContent } from '#lib/broadband/measure/index-cells.ts';
import type { LeafEdges } from '#lib/broadband/measure/leaf-edges.ts';
import { Sweep } from '#lib/broadband/measure/sweep.ts';
import { SERVICE_BOX } from '#lib/broadband/point.ts';
import { areaOf, overlapOf } from '#lib/broadband/rectangle.ts';
import type { OfferGroup, OfferGroups } from './offer-groups.ts';
import { isHidden, type Reach } from './reach.ts';
import { ReachState } from './reach-state.ts';

/** All technologies together, among the technologies. */
export const anyTechnology = -1;

/** Amounts by area, technology (a place in `technologyIds`, or `anyTechnology`) and reach. */
export class ReachTally {
  readonly #amounts = new Map<string, Map<Reach, number>>();

  add(area: number, technology: number, reach: Reach, amount: number): void {
    const key = `${area} ${technology}`;
    const amounts = this.#amounts.get(key) ?? new Map<Reach, number>();
    amounts.set(reach, (amounts.get(reach) ?? 0) + amount);
    this.#amounts.set(key, amounts);
  }

  of(area: number, technology: number): Iterable<readonly [Reach, number]> {
    return this.#amounts.get(`${area} ${technology}`) ?? [];
  }
}

/** How many cells are measured before the caller can pause: a few milliseconds' work. */
const cellsPerStep = 16;

export interface AreasAndCoverage {
  /** How many areas there are; the index of the areas has their numbers, from 1, as those of offers. */
  readonly areas: number;
  readonly groups: OfferGroups;
  /** The leaves of both indexes, part by part: those of the areas as `before`, those of the version as `after`. */
  readonly parts: Iterable<Differences>;
}

/**
 * Measures what of each area is reached, in square metres on the ellipsoid, of what lies in the service area. Nothing is
 * sampled; areas may overlap. It yields how far it has come, as a share of all, every few milliseconds.
 */
export function* measureReach({ areas, groups, parts }: AreasAndCoverage): Generator<number, ReachTally> {
  const tally = new ReachTally();
  const ofAreas = new IndexCells(areas + 1, (id) => id);
  const ofVersion = new IndexCells(groups.groups.length, groups.numberOf);
  const solver = new ReachSolver(ofAreas.edges, ofVersion.edges, groups, tally);
  const pairs = new PairedCells(SERVICE_BOX, ofAreas, ofVersion, ({ first }) =>
    first === 'nothing' ? 'pass' : 'solve',
  );
  let measured = 0;
  for (const { cells, share } of differingCells(parts)) {
    for (const cell of cells) {
      for (const pair of pairs.visit(cell)) {
        if (++measured % cellsPerStep === 0) yield share;
        if (pair === undefined || pair.first === 'nothing') continue;
        for (const _ of solver.solve(pair.first, pair.second)) yield share;
      }
    }
    yield share;
  }
  return tally;
}

/** Adds up what reaches each area of one cell after the other; each technology and all together are solved on their own. */
class ReachSolver {
  readonly #areaEdges: LeafEdges;
  readonly #offerEdges: LeafEdges;
  readonly #groups: OfferGroups['groups'];
  readonly #tally: ReachTally;
  readonly #state: ReachState;
  readonly #lines: ClippedLines;
  readonly #sweep: Sweep;

  constructor(areaEdges: LeafEdges, offerEdges: LeafEdges, { groups }: OfferGroups, tally: ReachTally) {
    this.#areaEdges = areaEdges;
    this.#offerEdges = offerEdges;
    this.#groups = groups;
    this.#tally = tally;
    this.#state = new ReachState(groups);
    this.#lines = new ClippedLines(this.#state);
    this.#sweep = new Sweep(this.#state, this.#lines);
  }

  /** Yields every few milliseconds. */
  *solve(areas: CellEdges, coverage: SettledContent): Generator<void, void> {
    const offered = coverage === 'nothing' ? [] : numbersIn(coverage, this.#offerEdges);
    const technologies = [...new Set(offered.map((group) => this.#groups[group]?.technology ?? 0))];
    const [only] = technologies;
    for (const area of new Set(numbersIn(areas, this.#areaEdges))) {
      if (technologies.length > 1) {
        for (const technology of technologies) {
          yield* this.#walk(areas, coverage, area, technology);
          this.#take(area, [technology]);
        }
      }
      yield* this.#walk(areas, coverage, area, anyTechnology);
      // where there is one, all together are the same
      this.#take(area, technologies.length === 1 && only !== undefined ? [anyTechnology, only] : [anyTechnology]);
    }
  }

  /** Walks through the cell for one area and one technology. */
  *#walk(areas: CellEdges, coverage: SettledContent, area: number, technology: number): Generator<void, void> {
    const state = this.#state;
    const lines = this.#lines;
    const part = overlapOf(SERVICE_BOX, areas.x, areas.y, areas.side);
    lines.begin(part, areas.x, areas.y);
    const isMeant = (group: number) => technology === anyTechnology || this.#groups[group]?.technology === technology;
    if (coverage !== 'nothing') {
      for (let at = 0; at < coverage.covering.length; at++) {
        const group = coverage.covering.values[at] as number;
        if (isMeant(group)) state.flip(state.addPartOfGroup(group), 0);
      }
      // lines of what is not better than what covers the cell change nothing
      const covered = state.reach;
      const isSeen = (group: number) => isMeant(group) && !isHidden(covered, this.#groups[group] as OfferGroup);
      this.#addLines(coverage, this.#offerEdges, isSeen, (group) => state.addPartOfGroup(group));
    }
    if (isCovering(areas, area)) state.flip(state.addPartOfArea(), 0);
    else
      this.#addLines(
        areas,
        this.#areaEdges,
        (one) => one === area,
        () => state.addPartOfArea(),
      );
    if (lines.areEmpty()) state.add(areaOf(part));
    else yield* this.#sweep.run(part.minY, part.maxX - part.minX, part.maxY - part.minY);
  }

  #addLines(
    { groups }: CellEdges,
    edges: LeafEdges,
    isSeen: (number: number) => boolean,
    addPart: (number: number) => number,
  ): void {
    for (let at = 0; at < groups.length; at += 2 + ((groups.values[at + 1] as number) & ~1)) {
      const number = edges.offerOf(groups.values[at] as number);
      if (isSeen(number)) this.#lines.addPart(edges.positionsOf(), groups.values, at, addPart(number));
    }
  }

  /** Adds what was walked through to the tally. */
  #take(area: number, technologies: readonly number[]): void {
    for (const [reach, squareMetres] of this.#state.sums()) {
      for (const technology of technologies) this.#tally.add(area, technology, reach, squareMetres);
    }
    this.#state.clear();
  }
}

/** The numbers of all that a cell has something of. */
function numbersIn({ covering, groups }: CellEdges, edges: LeafEdges): number[] {
  const numbers = [...covering.values.subarray(0, covering.length)];
  for (let at = 0; at < groups.length; at += 2 + ((groups.values[at + 1] as number) & ~1)) {
    numbers.push(edges.offerOf(groups.values[at] as number));
  }
  return numbers;
}

function isCovering({ covering }: CellEdges, number: number): boolean {
  return covering.values.subarray(0, covering.length).includes(number);
}
