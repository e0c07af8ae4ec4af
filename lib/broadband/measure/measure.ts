import { ROOT } from '#lib/broadband/coverage/cell.ts';
import { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import { rectangleArea } from '#lib/broadband/coverage/ellipsoid.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { isPrecise } from './area-figures.ts';
import { areaOf, type Box, clipSamples, meets, overlapOf } from './box.ts';
import { CellSamples } from './cell-samples.ts';
import { ChangedCells } from './changed-cells.ts';
import { ChangedPoints, changeKinds } from './changed-points.ts';
import { spanOf } from './leaf-cursor.ts';
import type { MeasuredOffers } from './measured-offers.ts';
import { pickSample, pickWithin } from './pick-point.ts';
import { hasSameContent } from './same-content.ts';
import { gridSize, SampleGrid, scatter } from './sample-grid.ts';
import { PartSampler } from './sample-part.ts';
import { type ChangeInCell, Tally } from './tally.ts';
import { type Content, isUniform, VersionCells } from './version-cells.ts';

/**
 * Cells that a boundary meets are split to the first level, where they are 182 m wide and their points 5.7 m apart. They
 * are split further, at most to the last level, while the figures are not precise enough and the cells not too many.
 */
const levels = { first: 13, last: 16, cells: 1_000_000 };

/** After so many splits, cells are sampled as they are: more coarsely, with a larger error. */
const mostSplits = 4_000_000;

/** What is measured: the offers of both versions, their leaves in key order, and a rectangle. */
export interface MeasuredContent {
  readonly offers: MeasuredOffers;
  /** Opens the leaves, perhaps several times; undefined to measure one version alone. */
  readonly before: (() => Iterable<Leaf>) | undefined;
  readonly after: () => Iterable<Leaf>;
  readonly box: Box;
  /** Called from time to time with the number of cells measured. */
  readonly onProgress?: (cells: number) => void;
}

export interface Measurement {
  readonly tally: Tally;
  readonly changedCells: ChangedCells;
  readonly changedPoints: ChangedPoints;
}

/**
 * Measures what is offered, and what changed, from the cells of the indexes: cells that no boundary meets exactly, and
 * others by 32 × 32 exact point tests each.
 */
export function measure(content: MeasuredContent): Measurement {
  for (let level = levels.first; ; level++) {
    const walk = new Walk(content, level);
    try {
      walk.run();
    } finally {
      walk.close();
    }
    if (level === levels.last || walk.cells > levels.cells || isPrecise(content.offers, walk.tally)) return walk;
  }
}

class Walk implements Measurement {
  readonly tally: Tally;
  readonly changedCells = new ChangedCells();
  readonly changedPoints = new ChangedPoints();
  readonly #content: MeasuredContent;
  readonly #before: VersionCells | undefined;
  readonly #after: VersionCells;
  readonly #grid = new SampleGrid();
  readonly #sampler = new PartSampler(this.#grid);
  readonly #samples: CellSamples;
  readonly #sampledLevel: number;
  #level = 0;
  #splits = 0;
  /** The number of cells measured. */
  cells = 0;

  constructor(content: MeasuredContent, sampledLevel: number) {
    const { offers, before, after } = content;
    this.#content = content;
    this.#sampledLevel = sampledLevel;
    this.#before = before === undefined ? undefined : new VersionCells(before(), offers);
    this.#after = new VersionCells(after(), offers);
    this.#samples = new CellSamples(offers.distinct.length);
    this.tally = new Tally(offers, (technology, change) => this.#noteChange(technology, change));
  }

  run(): void {
    const before = this.#before === undefined ? 'nothing' : 'smaller leaves';
    this.#visit(ROOT.x, ROOT.y, 0, 0, before, 'smaller leaves');
  }

  close(): void {
    this.#before?.close();
    this.#after.close();
  }

  #visit(x: number, y: number, level: number, key: number, then: Content, now: Content): void {
    const side = ROOT.side / 2 ** level;
    if (!meets(this.#content.box, x, y, side)) return;
    const [before, after] = this.#resolve(x, y, level, key, then, now);
    if (before === 'nothing' && after === 'nothing') return;
    const isUniformCell = isUniform(before) && isUniform(after);
    const isFineEnough = isUniformCell || level >= this.#sampledLevel || this.#splits >= mostSplits;
    if (before === 'smaller leaves' || after === 'smaller leaves' || !isFineEnough) {
      this.#split(x, y, level, key, before, after);
      return;
    }
    this.#level = level;
    this.#place(x, y, side, isUniformCell);
    this.#samples.isUnchanged = before === after;
    if (after instanceof CellEdges) this.#samples.add(after, this.#after.edges, this.#sampler, 'after');
    if (before !== after && before instanceof CellEdges && this.#before !== undefined) {
      this.#samples.add(before, this.#before.edges, this.#sampler, 'before');
    }
    this.tally.add(this.#samples);
    if (++this.cells % 16_384 === 0) this.#content.onProgress?.(this.cells);
  }

  /** Loads the content of a cell where a leaf has it. Content that is equal in both versions is the same object. */
  #resolve(x: number, y: number, level: number, key: number, then: Content, now: Content): [Content, Content] {
    if (then === now && then instanceof CellEdges) return [then, now];
    const found = now === 'smaller leaves' ? this.#after.find(level, key) : now;
    const foundThen = then === 'smaller leaves' ? (this.#before?.find(level, key) ?? 'nothing') : then;
    const after = isLeaf(found) ? this.#after.load(found, x, y, level) : found;
    if (isLeaf(found) && isLeaf(foundThen) && Buffer.compare(found.body, foundThen.body) === 0) return [after, after];
    const before =
      isLeaf(foundThen) && this.#before ? this.#before.load(foundThen, x, y, level) : (foundThen as Content);
    return this.#areSame(before, after) ? [after, after] : [before, after];
  }

  #areSame(before: Content, after: Content): boolean {
    if (!(before instanceof CellEdges && after instanceof CellEdges) || this.#before === undefined) return false;
    return hasSameContent(before, this.#before.edges, after, this.#after.edges);
  }

  #split(x: number, y: number, level: number, key: number, then: Content, now: Content): void {
    if (then !== 'smaller leaves' && now !== 'smaller leaves') this.#splits++;
    const after = this.#after.quartersOf(now, level);
    const before =
      then === now ? after : (this.#before?.quartersOf(then, level) ?? after.map(() => 'nothing' as const));
    const half = ROOT.side / 2 ** (level + 1);
    for (let quarter = 0; quarter < 4; quarter++) {
      const west = x + (quarter & 1) * half;
      const south = y + (quarter >> 1) * half;
      const first = key + quarter * spanOf(level + 1);
      this.#visit(west, south, level + 1, first, before[quarter] ?? 'nothing', after[quarter] ?? 'nothing');
    }
  }

  /** Places the points of a cell: one for all of it, or 32 rows of 32. */
  #place(x: number, y: number, side: number, isUniformCell: boolean): void {
    const { box } = this.#content;
    const samples = this.#samples;
    samples.begin(isUniformCell ? 1 : gridSize);
    if (isUniformCell) {
      this.#grid.x = x;
      this.#grid.y = y;
      this.#grid.side = side;
      samples.weights[0] = areaOf(overlapOf(box, x, y, side));
      samples.counted[0] = 1;
      return;
    }
    this.#grid.place(x, y, side);
    clipSamples(box, this.#grid, samples);
    if (this.#level >= levels.first) samples.weights.fill(rectangleArea(side, y, y + side) / gridSize ** 2);
    else for (let row = 0; row < gridSize; row++) this.#weigh(row);
  }

  /** The rows of a large cell differ in area because meridians converge. */
  #weigh(row: number): void {
    const { y, side, step } = this.#grid;
    const south = y + row * step;
    this.#samples.weights[row] = rectangleArea(side, south, south + step) / gridSize;
  }

  #noteChange(technology: number, { rows, areas }: ChangeInCell): void {
    const technologyId = this.#content.offers.subjects[technology]?.technologyId ?? 0;
    const { x, y, side } = this.#grid;
    for (const [place, kind] of changeKinds.entries()) {
      if (areas[kind] === 0) continue;
      const seed = scatter(x ^ scatter(y ^ scatter(technologyId * changeKinds.length + place)));
      this.changedPoints.add(technologyId, kind, seed, areas[kind], () =>
        this.#samples.rows === 1
          ? pickWithin(overlapOf(this.#content.box, x, y, side), seed)
          : pickSample(rows[kind], this.#grid, seed),
      );
    }
    this.changedCells.add(technologyId, x, y, this.#level, areas);
  }
}

function isLeaf(found: Leaf | Content): found is Leaf {
  return typeof found !== 'string' && 'body' in found;
}
