import { PbfReader, PbfWriter } from 'pbf';
import { DEEPEST_LEVEL, ROOT } from '#lib/broadband/coverage/cell.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { takeBytes } from '#lib/broadband/coverage/varints.ts';
import type { Box } from '#lib/broadband/rectangle.ts';
import { Tally } from './area-figures.ts';
import { LeafSolver } from './cell-solver.ts';
import { cornerOf } from './changed-cells.ts';
import { levelOf, spanOf } from './leaf-cursor.ts';
import type { MeasuredOffers } from './measured-offers.ts';

/** A block has the sums of a cell 5.8 km wide, in units of at least 360 m: larger leaves are units of their own. */
export const blockLevel = 8;
const unitLevel = 12;

const leavesPerStep = 64;

/** Sums are stored in square centimetres. */
const perSquareMetre = 10_000;

/** The sums of the leaves below a cell of `blockLevel`; see `encodeBlock`. */
export interface AreaBlock {
  readonly key: number;
  readonly body: Uint8Array;
}

/** A cell of the index, or one of its leaves, that lies in a block. */
export interface AreaUnit {
  readonly firstKey: number;
  readonly keys: number;
  /** Square metres by the technology's id × 4 + rank. */
  readonly areas: readonly (readonly [place: number, squareMetres: number])[];
}

/** The key of the block that a key lies in. */
export function blockOf(key: number): number {
  return key - (key % spanOf(blockLevel));
}

/**
 * Adds up what the technologies of a version have in its leaves, one leaf after the other in key order. A leaf that is
 * larger than a block is in none.
 *
 * A block, in varints: for each unit its first key (the difference from the unit before, or from the block, in cells of
 * the unit's smallest size), its level, the number of its sums, and for each its place and square centimetres.
 */
export class BlockSums {
  readonly #offers: MeasuredOffers;
  readonly #writer = new PbfWriter();
  readonly #complete: AreaBlock[] = [];
  #tally: Tally;
  #block: number | undefined;
  #unit: { readonly key: number; readonly level: number } | undefined;
  #lastKey = 0;

  constructor(offers: MeasuredOffers) {
    this.#offers = offers;
    this.#tally = new Tally(offers.subjects.length);
  }

  /** Begins with the next leaf: what is added from now on is its content. @returns whether it is in a block */
  begin(leaf: Leaf): boolean {
    const level = Math.min(levelOf(leaf), unitLevel);
    const key = leaf.key - (leaf.key % spanOf(level));
    if (this.#unit?.key === key) return true;
    this.#endUnit();
    if (level < blockLevel) return false;
    if (this.#block !== blockOf(key)) {
      this.#endBlock();
      this.#block = blockOf(key);
      this.#lastKey = this.#block;
    }
    this.#unit = { key, level };
    return true;
  }

  /** Adds the sums that a subject has in the leaf, or in a cell of it; those of providers are not needed. */
  add(subject: number, sums: Float64Array, cellArea: number): void {
    if (this.#unit !== undefined && subject < this.#offers.technologies) this.#tally.add(subject, sums, cellArea);
  }

  /** The blocks that are complete, each once; after the last leaf all of them. */
  take(isEnd = false): AreaBlock[] {
    if (isEnd) {
      this.#endUnit();
      this.#endBlock();
    }
    return this.#complete.splice(0);
  }

  #endUnit(): void {
    if (this.#unit === undefined) return;
    const sums = technologySums(this.#offers, this.#tally);
    this.#tally = new Tally(this.#offers.subjects.length);
    this.#writer.writeVarint((this.#unit.key - this.#lastKey) / spanOf(unitLevel));
    this.#writer.writeVarint(this.#unit.level);
    this.#writer.writeVarint(sums.length);
    for (const [place, squareMetres] of sums) {
      this.#writer.writeVarint(place);
      this.#writer.writeVarint(Math.round(squareMetres * perSquareMetre));
    }
    this.#lastKey = this.#unit.key;
    this.#unit = undefined;
  }

  #endBlock(): void {
    if (this.#block !== undefined) this.#complete.push({ key: this.#block, body: takeBytes(this.#writer) });
    this.#block = undefined;
  }
}

/** The blocks of leaves in key order, and undefined every few milliseconds. */
export function* areaBlocks(
  leaves: Iterable<Leaf>,
  offers: MeasuredOffers,
  box: Box,
): Generator<AreaBlock | undefined, void> {
  const sums = new BlockSums(offers);
  const solver = new LeafSolver(offers, false);
  let added = 0;
  for (const leaf of leaves) {
    if (!sums.begin(leaf)) continue;
    yield* sums.take();
    for (const _ of solver.solve(leaf, box, (...own) => sums.add(...own))) yield undefined;
    if (++added % leavesPerStep === 0) yield undefined;
  }
  yield* sums.take(true);
}

/** The sums of a block's units, in key order. */
export function unitsOf({ key, body }: AreaBlock): AreaUnit[] {
  const reader = new PbfReader(body);
  const units: AreaUnit[] = [];
  let firstKey = key;
  while (reader.pos < body.length) {
    firstKey += reader.readVarint() * spanOf(unitLevel);
    const keys = spanOf(reader.readVarint());
    const areas = Array.from({ length: reader.readVarint() }, () => {
      const place = reader.readVarint();
      return [place, reader.readVarint() / perSquareMetre] as const;
    });
    units.push({ firstKey, keys, areas });
  }
  return units;
}

/** The square of a unit, or of another cell with its keys. */
export function squareOfKeys({ firstKey, keys }: Pick<AreaUnit, 'firstKey' | 'keys'>): Box {
  const { x, y } = cornerOf(firstKey);
  const side = ROOT.side / 2 ** (DEEPEST_LEVEL - Math.log2(keys) / 2);
  return { minX: x, maxX: x + side, minY: y, maxY: y + side };
}

/** What the technologies have in all: square metres by the technology's id × 4 + rank. */
export function technologySums(
  { technologies, subjects }: MeasuredOffers,
  tally: Tally,
): [place: number, squareMetres: number][] {
  const sums: [number, number][] = [];
  for (let technology = 0; technology < technologies; technology++) {
    for (const rank of [1, 2, 3]) {
      const squareMetres = tally.transition(technology, 0, rank);
      const { technologyId = 0 } = subjects[technology] ?? {};
      if (squareMetres > 0) sums.push([technologyId * 4 + rank, squareMetres]);
    }
  }
  return sums;
}
