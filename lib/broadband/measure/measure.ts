import type { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import type { Box } from '#lib/broadband/rectangle.ts';
import type { BlockSums } from './area-blocks.ts';
import { changeIn, Tally } from './area-figures.ts';
import { type CellContent, CellSolver, LeafSolver } from './cell-solver.ts';
import { ChangedCells } from './changed-cells.ts';
import { ChangedPoints, changeKinds, scatter } from './changed-points.ts';
import type { DifferingCell } from './differing-cells.ts';
import { type CellPair, type CellUse, IndexCells, PairedCells, type SettledContent } from './index-cells.ts';
import type { LeafEdges } from './leaf-edges.ts';
import type { MeasuredOffers } from './measured-offers.ts';
import { AFTER, BEFORE } from './subject-state.ts';

export interface MeasuredContent {
  readonly offers: MeasuredOffers;
  /** Only what lies in it is measured. */
  readonly box: Box;
  /** False to measure technologies only, which takes less time. */
  readonly withProviders?: boolean;
}

/** Two versions: their leaves that differ (see `differingCells`). */
export interface ComparedContent extends MeasuredContent {
  readonly differences: Iterable<{ readonly cells: readonly DifferingCell[]; readonly share: number }>;
  /** Of a version without a base, whose cells are all its leaves: adds them up to blocks. */
  readonly blocks?: BlockSums | undefined;
}

export interface Measurement {
  readonly tally: Tally;
  readonly changedCells: ChangedCells;
  readonly changedPoints: ChangedPoints;
}

/**
 * Cells that changed are divided to this level, where they are 730 m wide, to say where they changed; not after so many,
 * because then the squares of the map are larger anyway.
 */
const divided = { level: 11, most: 20_000 } as const;

/** How many cells are measured before the caller can pause: at most a few milliseconds' work. */
const cellsPerStep = 64;

/** Measures all that a version offers. It yields the number of cells measured, every few milliseconds. */
export function* measureVersion(
  content: MeasuredContent & { readonly leaves: Iterable<Leaf> },
): Generator<number, Tally> {
  const { offers, box, leaves, withProviders = true } = content;
  const tally = new Tally(offers.subjects.length);
  const solver = new LeafSolver(offers, withProviders);
  let cells = 0;
  for (const leaf of leaves) {
    const solving = solver.solve(leaf, box, (subject, sums, cellArea) => tally.add(subject, sums, cellArea));
    for (const _ of solving) yield cells;
    if (++cells % cellsPerStep === 0) yield cells;
  }
  return tally;
}

/**
 * Measures what differs between two versions. It yields every few milliseconds, the number of cells measured and how far
 * it has come, as a share of all keys.
 */
export function* measureChanges(content: ComparedContent): Generator<{ cells: number; share: number }, Measurement> {
  const measuring = new Measuring(content);
  const compared = new ComparedCells(content, measuring);
  let measured = 0;
  for (const { cells, share } of content.differences) {
    for (const cell of cells) {
      for (const leaf of cell.after) content.blocks?.begin(leaf);
      for (const count of compared.visit(cell)) {
        measured += count;
        if (count === 0 || measured % cellsPerStep === 0) yield { cells: measured, share };
      }
    }
    yield { cells: measured, share };
  }
  return measuring;
}

type Change = NonNullable<ReturnType<typeof changeIn>>;

class Measuring implements Measurement {
  readonly tally: Tally;
  readonly changedCells = new ChangedCells();
  readonly changedPoints = new ChangedPoints();
  readonly #content: ComparedContent;
  readonly #solver: CellSolver;

  constructor(content: ComparedContent) {
    this.#content = content;
    this.tally = new Tally(content.offers.subjects.length);
    this.#solver = new CellSolver(content.offers, content.withProviders ?? true);
  }

  /** Measures a cell that has some content. It yields every few milliseconds. */
  *add(contents: readonly CellContent[]): Generator<void, void> {
    const { box, offers, blocks } = this.#content;
    const changes: [technology: number, change: Change][] = [];
    yield* this.#solver.solve(contents, box, (subject, sums, cellArea) => {
      this.tally.add(subject, sums, cellArea);
      blocks?.add(subject, sums, cellArea);
      const change = subject < offers.technologies ? changeIn(sums, cellArea) : undefined;
      if (change !== undefined) changes.push([subject, change]);
    });
    for (const [technology, change] of changes) yield* this.#note(contents, technology, change);
  }

  *#note(contents: readonly CellContent[], technology: number, change: Change): Generator<void, void> {
    const { offers, box } = this.#content;
    const { x = 0, y = 0, level = 0 } = contents[0]?.cell ?? {};
    const technologyId = offers.subjects[technology]?.technologyId ?? 0;
    for (const [place, kind] of changeKinds.entries()) {
      if (change[kind] === 0) continue;
      const seed = scatter(x ^ scatter(y ^ scatter(technologyId * changeKinds.length + place)));
      const lot = this.changedPoints.draw(technologyId, kind, seed, change[kind]);
      if (lot === undefined) continue;
      const point = yield* this.#solver.findChanged(contents, box, technology, kind);
      if (point !== undefined) this.changedPoints.keep({ technologyId, kind, ...point, lot });
    }
    this.changedCells.add(technologyId, x, y, level, change);
  }
}

/** Decides which cells of two versions are measured: those whose content differs, divided to say where. */
class ComparedCells {
  readonly #before: IndexCells;
  readonly #after: IndexCells;
  readonly #measuring: Measuring;
  readonly #pairs: PairedCells;
  #divided = 0;

  constructor({ offers, box }: MeasuredContent, measuring: Measuring) {
    this.#before = new IndexCells(offers.distinct.length, offers.numberOf);
    this.#after = new IndexCells(offers.distinct.length, offers.numberOf);
    this.#measuring = measuring;
    this.#pairs = new PairedCells(box, this.#before, this.#after, (pair) => this.#use(pair));
  }

  /** Yields 1 for each cell, and 0 every few milliseconds while one takes longer. */
  *visit(cell: DifferingCell): Generator<number, void> {
    for (const pair of this.#pairs.visit(cell)) {
      yield 1;
      if (pair === undefined) continue;
      const { first: before, second: after } = pair;
      const measuring = this.#measuring.add([
        ...(before === 'nothing' ? [] : [{ cell: before, edges: this.#before.edges, versions: BEFORE }]),
        ...(after === 'nothing' ? [] : [{ cell: after, edges: this.#after.edges, versions: AFTER }]),
      ]);
      for (const _ of measuring) yield 0;
    }
  }

  #use({ first: before, second: after, level }: CellPair): CellUse {
    if (this.#areSame(before, after)) return 'pass';
    const isDivided = level < divided.level && this.#divided < divided.most && (hasEdges(before) || hasEdges(after));
    if (isDivided) this.#divided++;
    return isDivided ? 'divide' : 'solve';
  }

  #areSame(before: SettledContent, after: SettledContent): boolean {
    if (before === 'nothing' || after === 'nothing') return false;
    return hasSameContent(before, this.#before.edges, after, this.#after.edges);
  }
}

function hasEdges(content: SettledContent): boolean {
  return content !== 'nothing' && content.groups.length > 0;
}

/**
 * Whether two versions have the same content of a cell, in any order: the same covering offers, and parts with the same
 * edges. Compared by sums of hashes, 64 bits in all.
 */
function hasSameContent(a: CellEdges, ofA: LeafEdges, b: CellEdges, ofB: LeafEdges): boolean {
  if (a.edgeCount !== b.edgeCount || a.covering.length !== b.covering.length) return false;
  return hashOf(a, ofA, 1) === hashOf(b, ofB, 1) && hashOf(a, ofA, 2) === hashOf(b, ofB, 2);
}

function hashOf(cell: CellEdges, edges: LeafEdges, seed: number): number {
  let sum = 0;
  for (let at = 0; at < cell.covering.length; at++) {
    sum = (sum + scatter((cell.covering.values[at] as number) + scatter(seed))) | 0;
  }
  const groups = cell.groups.values;
  const positions = edges.positionsOf();
  for (let at = 0; at < cell.groups.length; ) {
    const head = groups[at + 1] as number;
    let ofPart = scatter(seed + edges.offerOf(groups[at] as number) * 2 + (head & 1));
    at += 2;
    for (const end = at + (head & ~1); at < end; at += 2) {
      let vertex = (groups[at] as number) * 2;
      for (let count = groups[at + 1] as number; count > 0; count--, vertex += 2) {
        ofPart = (ofPart + hashOfEdge(positions, vertex, seed)) | 0;
      }
    }
    sum = (sum + scatter(ofPart)) | 0;
  }
  return sum;
}

function hashOfEdge(positions: Int32Array, at: number, seed: number): number {
  let mixed = seed;
  for (let next = at; next < at + 4; next++) mixed = scatter(mixed ^ (positions[next] as number));
  return mixed;
}
