import { DEEPEST_LEVEL, ROOT } from '#lib/broadband/coverage/cell.ts';
import { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import { CellSplitter, type FourCells } from '#lib/broadband/coverage/cell-split.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { type Box, meets } from '#lib/broadband/rectangle.ts';
import { changeIn, Tally } from './area-figures.ts';
import { type CellContent, CellSolver, LeafSolver } from './cell-solver.ts';
import { ChangedCells, cornerOf } from './changed-cells.ts';
import { ChangedPoints, changeKinds, scatter } from './changed-points.ts';
import type { DifferingCell } from './differing-cells.ts';
import { LeafCursor, levelOf, spanOf } from './leaf-cursor.ts';
import { LeafEdges } from './leaf-edges.ts';
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
  readonly #content: MeasuredContent;
  readonly #solver: CellSolver;

  constructor(content: MeasuredContent) {
    this.#content = content;
    this.tally = new Tally(content.offers.subjects.length);
    this.#solver = new CellSolver(content.offers, content.withProviders ?? true);
  }

  /** Measures a cell that has some content. It yields every few milliseconds. */
  *add(contents: readonly CellContent[]): Generator<void, void> {
    const { box, offers } = this.#content;
    const changes: [technology: number, change: Change][] = [];
    yield* this.#solver.solve(contents, box, (subject, sums, cellArea) => {
      this.tally.add(subject, sums, cellArea);
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

/** Divides cells that differ between two versions until both have them as a leaf, or nothing there. */
class ComparedCells {
  readonly #box: Box;
  readonly #before: VersionCells;
  readonly #after: VersionCells;
  readonly #measuring: Measuring;
  #divided = 0;

  constructor({ offers, box }: MeasuredContent, measuring: Measuring) {
    this.#box = box;
    this.#before = new VersionCells(offers);
    this.#after = new VersionCells(offers);
    this.#measuring = measuring;
  }

  /** Yields 1 for each cell, and 0 every few milliseconds while one takes longer. */
  *visit({ firstKey, keys, before, after }: DifferingCell): Generator<number, void> {
    this.#before.open(before);
    this.#after.open(after);
    const { x, y } = cornerOf(firstKey);
    let level = 0;
    while (spanOf(level) > keys) level++;
    yield* this.#visit(x, y, level, firstKey, 'smaller leaves', 'smaller leaves');
  }

  *#visit(x: number, y: number, level: number, key: number, then: Content, now: Content): Generator<number, void> {
    if (!meets(this.#box, x, y, ROOT.side / 2 ** level)) return;
    const foundThen = then === 'smaller leaves' ? this.#before.find(level, key) : then;
    const foundNow = now === 'smaller leaves' ? this.#after.find(level, key) : now;
    const before = isLeaf(foundThen) ? this.#before.load(foundThen, x, y, level) : foundThen;
    const after = isLeaf(foundNow) ? this.#after.load(foundNow, x, y, level) : foundNow;
    if (before === 'smaller leaves' || after === 'smaller leaves') {
      yield* this.#split(x, y, level, key, before, after);
      return;
    }
    if (before === 'nothing' && after === 'nothing') return;
    yield 1;
    if (this.#areSame(before, after)) return;
    if (level < divided.level && this.#divided < divided.most && (hasEdges(before) || hasEdges(after))) {
      this.#divided++;
      yield* this.#split(x, y, level, key, before, after);
      return;
    }
    const measuring = this.#measuring.add([
      ...(before === 'nothing' ? [] : [{ cell: before, edges: this.#before.edges, versions: BEFORE }]),
      ...(after === 'nothing' ? [] : [{ cell: after, edges: this.#after.edges, versions: AFTER }]),
    ]);
    for (const _ of measuring) yield 0;
  }

  #areSame(before: CellEdges | 'nothing', after: CellEdges | 'nothing'): boolean {
    if (before === 'nothing' || after === 'nothing') return false;
    return hasSameContent(before, this.#before.edges, after, this.#after.edges);
  }

  *#split(x: number, y: number, level: number, key: number, then: Content, now: Content): Generator<number, void> {
    const before = this.#before.quartersOf(then, level);
    const after = this.#after.quartersOf(now, level);
    const half = ROOT.side / 2 ** (level + 1);
    for (let quarter = 0; quarter < 4; quarter++) {
      const west = x + (quarter & 1) * half;
      const south = y + (quarter >> 1) * half;
      const first = key + quarter * spanOf(level + 1);
      yield* this.#visit(west, south, level + 1, first, before[quarter] ?? 'nothing', after[quarter] ?? 'nothing');
    }
  }
}

function hasEdges(content: CellEdges | 'nothing'): boolean {
  return content !== 'nothing' && content.groups.length > 0;
}

function isLeaf(found: Leaf | Content): found is Leaf {
  return typeof found !== 'string' && 'body' in found;
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

/** What a version has in a cell: its content, or nothing, or leaves that are smaller than the cell. */
type Content = CellEdges | 'nothing' | 'smaller leaves';

/** One version's index, read cell by cell in key order; cells may be split further than its leaves. */
class VersionCells {
  readonly edges: LeafEdges;
  #cursor = new LeafCursor([]);
  readonly #splitter: CellSplitter;
  readonly #leafCell = new CellEdges();
  readonly #quartersAt: readonly FourCells[] = Array.from({ length: DEEPEST_LEVEL }, () => [
    new CellEdges(),
    new CellEdges(),
    new CellEdges(),
    new CellEdges(),
  ]);

  constructor({ distinct, numberOf }: MeasuredOffers) {
    this.edges = new LeafEdges(distinct.length, numberOf);
    this.#splitter = new CellSplitter(this.edges);
  }

  /** Begins to read other leaves. */
  open(leaves: Iterable<Leaf>): void {
    this.#cursor = new LeafCursor(leaves);
  }

  /** The leaf that is exactly this cell, if there is one; call it in key order. */
  find(level: number, key: number): Leaf | 'nothing' | 'smaller leaves' {
    const leaf = this.#cursor.from(key);
    if (leaf === undefined || leaf.key >= key + spanOf(level)) return 'nothing';
    return levelOf(leaf) > level ? 'smaller leaves' : leaf;
  }

  /** The content of a leaf; it overwrites that of the leaf before. */
  load({ body }: Leaf, x: number, y: number, level: number): CellEdges {
    this.#leafCell.reset(x, y, ROOT.side / 2 ** level, level);
    this.edges.load(body, this.#leafCell);
    this.#splitter.settle(this.#leafCell);
    return this.#leafCell;
  }

  /** The content of the four quarters of a cell: south-west, south-east, north-west, north-east. */
  quartersOf(content: Content, level: number): readonly Content[] {
    if (!(content instanceof CellEdges)) return [content, content, content, content];
    const quarters = this.#quartersAt[level];
    if (quarters === undefined) throw new Error(`A cell of level ${level} cannot be split.`);
    this.#splitter.split(content, quarters);
    return quarters.map((quarter) => (isEmpty(quarter) ? 'nothing' : quarter));
  }
}

function isEmpty({ groups, covering }: CellEdges): boolean {
  return groups.length === 0 && covering.length === 0;
}
