import { ROOT } from '#lib/broadband/coverage/cell.ts';
import { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import type { NumberedEdges } from '#lib/broadband/coverage/cell-split.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { isLeft, orient } from '#lib/broadband/coverage/orient.ts';
import type { Point } from '#lib/broadband/point.ts';
import { areaOf, type Box, meets, overlapOf } from '#lib/broadband/rectangle.ts';
import { cornerOf } from './changed-cells.ts';
import type { ChangeKind } from './changed-points.ts';
import { ClippedLines } from './clipped-lines.ts';
import { levelOf } from './leaf-cursor.ts';
import { LeafEdges } from './leaf-edges.ts';
import type { MeasuredOffers } from './measured-offers.ts';
import { AFTER, ALTERED, SubjectState } from './subject-state.ts';
import { type OnTrapezoid, Sweep } from './sweep.ts';

/** What one version has in a cell. */
export interface CellContent {
  readonly cell: CellEdges;
  readonly edges: LeafEdges;
  /** `BEFORE` or `AFTER`. */
  readonly versions: number;
}

/** Called with each subject in a cell and its square metres by class; the sums are reused for the next call. */
export type OnSums = (subject: number, sums: Float64Array, cellArea: number) => void;

const best = 3;

/**
 * Adds up the areas of one cell after the other by what is offered there; nothing is sampled. Each subject is solved on
 * its own: lines of different technologies cross each other far more often than those of one, and that changes nothing.
 */
export class CellSolver {
  readonly #offers: MeasuredOffers;
  readonly #withProviders: boolean;
  readonly #technologyOf: Int32Array;
  readonly #providerOf: Int32Array;
  readonly #rankOf: Uint8Array;
  readonly #state: SubjectState;
  readonly #lines: ClippedLines;
  readonly #sweep: Sweep;
  /** The subjects of the cell, and by subject which cell it was last in. */
  #present: number[] = [];
  readonly #lastIn: Int32Array;
  #cells = 0;

  constructor(offers: MeasuredOffers, withProviders: boolean) {
    this.#offers = offers;
    this.#withProviders = withProviders;
    this.#technologyOf = Int32Array.from(offers.distinct, ({ technology }) => technology);
    this.#providerOf = Int32Array.from(offers.distinct, ({ provider }) => provider);
    this.#rankOf = Uint8Array.from(offers.distinct, ({ rank }) => rank);
    this.#lastIn = new Int32Array(offers.subjects.length);
    this.#state = new SubjectState(offers);
    this.#lines = new ClippedLines(this.#state);
    this.#sweep = new Sweep(this.#state, this.#lines);
  }

  /** Solves the part of a cell that lies in a box. It yields every few milliseconds. */
  *solve(contents: readonly CellContent[], box: Box, onSums: OnSums): Generator<void, void> {
    const part = partOf(contents, box);
    const area = areaOf(part);
    this.#findSubjects(contents);
    const { technologies, subjects } = this.#offers;
    for (const technology of this.#present) {
      if (technology >= technologies) continue;
      const { technologyId } = subjects[technology] ?? {};
      const providers = this.#present.filter(
        (subject) => subject >= technologies && subjects[subject]?.technologyId === technologyId,
      );
      yield* this.#solveSubject(contents, part, technology);
      onSums(technology, this.#state.sums, area);
      // most cells have one provider, whose figures are the same
      const [only] = providers;
      if (this.#withProviders && providers.length === 1 && only !== undefined) onSums(only, this.#state.sums, area);
      this.#state.clear();
      if (!this.#withProviders || providers.length === 1) continue;
      for (const provider of providers) {
        yield* this.#solveSubject(contents, part, provider);
        onSums(provider, this.#state.sums, area);
        this.#state.clear();
      }
    }
  }

  /** A point about the middle of the largest trapezoid where a technology changed in this way. It yields every few milliseconds. */
  *findChanged(
    contents: readonly CellContent[],
    box: Box,
    technology: number,
    kind: ChangeKind,
  ): Generator<void, Point | undefined> {
    let largest = 0;
    let found: Point | undefined;
    const part = partOf(contents, box);
    yield* this.#solveSubject(contents, part, technology, (west, east, latitude, height) => {
      const area = (east - west) * height;
      if (area <= largest || kindOf(this.#state.class) !== kind) return;
      largest = area;
      found = { x: part.minX + Math.floor((west + east) / 2), y: part.minY + Math.floor(latitude) };
    });
    this.#state.clear();
    return found !== undefined && this.#kindAt(contents, technology, found) === kind ? found : undefined;
  }

  /** Decides exactly how a technology changed at a point: rounding may move it out of a thin trapezoid. */
  #kindAt(contents: readonly CellContent[], technology: number, { x, y }: Point): ChangeKind | undefined {
    const state = this.#state;
    for (const { cell, edges, versions } of contents) {
      const covering = cell.covering.values.subarray(0, cell.covering.length);
      for (const offer of [...covering, ...partsAt(cell, edges, x, y)]) {
        if (this.#technologyOf[offer] === technology) state.flip(state.addPart(offer, versions), 0);
      }
    }
    const kind = kindOf(state.class);
    state.clear();
    return kind;
  }

  #findSubjects(contents: readonly CellContent[]): void {
    this.#present = [];
    this.#cells++;
    for (const { cell, edges } of contents) {
      const { covering, groups } = cell;
      for (let at = 0; at < covering.length; at++) this.#addOffer(covering.values[at] as number);
      for (let at = 0; at < groups.length; at += 2 + ((groups.values[at + 1] as number) & ~1)) {
        this.#addOffer(edges.offerOf(groups.values[at] as number));
      }
    }
  }

  #addOffer(offer: number): void {
    this.#addSubject(this.#technologyOf[offer] as number);
    this.#addSubject(this.#providerOf[offer] as number);
  }

  #addSubject(subject: number): void {
    if (this.#lastIn[subject] === this.#cells) return;
    this.#lastIn[subject] = this.#cells;
    this.#present.push(subject);
  }

  *#solveSubject(
    contents: readonly CellContent[],
    part: Box,
    subject: number,
    onTrapezoid?: OnTrapezoid,
  ): Generator<void, void> {
    const state = this.#state;
    const lines = this.#lines;
    const subjectOf = subject < this.#offers.technologies ? this.#technologyOf : this.#providerOf;
    const [content] = contents;
    // in a single version, what covers the cell hides lines of what is not better
    const isSingle = contents.length === 1 && content?.versions === AFTER;
    let hidden = 0;
    for (const { cell, versions } of contents) {
      const { values, length } = cell.covering;
      for (let at = 0; at < length; at++) {
        const offer = values[at] as number;
        if (subjectOf[offer] !== subject) continue;
        state.flip(state.addPart(offer, versions), 0);
        if (isSingle) hidden = Math.max(hidden, this.#rankOf[offer] as number);
      }
    }
    if (content !== undefined) lines.begin(part, content.cell.x, content.cell.y);
    if (hidden < best) {
      for (const { cell, edges, versions } of contents) {
        const groups = cell.groups.values;
        for (let at = 0; at < cell.groups.length; ) {
          const offer = edges.offerOf(groups[at] as number);
          const end = at + 2 + ((groups[at + 1] as number) & ~1);
          if (subjectOf[offer] === subject && (this.#rankOf[offer] as number) > hidden) {
            lines.addPart(edges.positionsOf(), groups, at, state.addPart(offer, versions));
          }
          at = end;
        }
      }
    }
    const [width, height] = [part.maxX - part.minX, part.maxY - part.minY];
    if (!lines.areEmpty()) yield* this.#sweep.run(part.minY, width, height, onTrapezoid);
    else if (onTrapezoid === undefined) state.add(areaOf(part));
    else onTrapezoid(0, width, height / 2, height);
  }
}

/** The part of the contents' cell that lies in a box. */
function partOf([content]: readonly CellContent[], box: Box): Box {
  if (content === undefined) throw new Error('A cell without content cannot be solved.');
  const { x, y, side } = content.cell;
  return overlapOf(box, x, y, side);
}

function kindOf(classOfPlace: number): ChangeKind | undefined {
  if (classOfPlace >= ALTERED) return 'altered';
  if (classOfPlace >= 1 && classOfPlace <= 3) return 'gained';
  return classOfPlace > 0 && classOfPlace % 4 === 0 ? 'lost' : undefined;
}

/** The offer numbers of the parts of a cell that contain a point of it, exactly, as the look-up decides it (see `offersAt`). */
function partsAt(cell: CellEdges, edges: NumberedEdges, x: number, y: number): number[] {
  const found: number[] = [];
  const groups = cell.groups.values;
  for (let at = 0; at < cell.groups.length; ) {
    const part = groups[at] as number;
    const end = at + 2 + ((groups[at + 1] as number) & ~1);
    let isInside = ((groups[at + 1] as number) & 1) === 1;
    let isOnEdge = false;
    const positions = edges.positionsOf(part);
    for (let run = at + 2; run < end; run += 2) {
      const first = (groups[run] as number) * 2;
      for (let vertex = first; vertex < first + (groups[run + 1] as number) * 2; vertex += 2) {
        const [ax = 0, ay = 0, bx = 0, by = 0] = positions.subarray(vertex, vertex + 4);
        const isLeftOf = (px: number, py: number) => isLeft(ax, ay, bx, by, px, py);
        // north along the cell's border, then east to the point
        if (ax > cell.x !== bx > cell.x && isLeftOf(cell.x, cell.y) !== isLeftOf(cell.x, y)) isInside = !isInside;
        if (ay > y !== by > y && isLeftOf(cell.x, y) !== isLeftOf(x, y)) isInside = !isInside;
        if (isBetween(ax, bx, x) && isBetween(ay, by, y) && orient(ax, ay, bx, by, x, y) === 0) isOnEdge = true;
      }
    }
    if (isInside || isOnEdge) found.push(edges.offerOf(part));
    at = end;
  }
  return found;
}

function isBetween(a: number, b: number, value: number): boolean {
  return (a <= value && value <= b) || (b <= value && value <= a);
}

/** Solves the leaves of one version. */
export class LeafSolver {
  readonly #solver: CellSolver;
  readonly #edges: LeafEdges;
  readonly #cell = new CellEdges();

  constructor(offers: MeasuredOffers, withProviders: boolean) {
    this.#solver = new CellSolver(offers, withProviders);
    this.#edges = new LeafEdges(offers.distinct.length, offers.numberOf);
  }

  /** Solves the part of a leaf that lies in a box. It yields every few milliseconds. */
  *solve(leaf: Leaf, box: Box, onSums: OnSums): Generator<void, void> {
    const level = levelOf(leaf);
    const { x, y } = cornerOf(leaf.key);
    const side = ROOT.side / 2 ** level;
    if (!meets(box, x, y, side)) return;
    this.#cell.reset(x, y, side, level);
    this.#edges.load(leaf.body, this.#cell);
    yield* this.#solver.solve([{ cell: this.#cell, edges: this.#edges, versions: AFTER }], box, onSums);
  }
}
