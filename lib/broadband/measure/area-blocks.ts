import { PbfReader, PbfWriter } from 'pbf';
import { DEEPEST_LEVEL, ROOT } from '#lib/broadband/coverage/cell.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { takeBytes } from '#lib/broadband/coverage/varints.ts';
import type { Box } from '#lib/broadband/rectangle.ts';
import { cornerOf } from './changed-cells.ts';
import { levelOf, spanOf } from './leaf-cursor.ts';
import type { TechnologyAreas } from './technology-areas.ts';

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
 * The blocks of leaves in key order, and undefined every few milliseconds. A leaf that is larger than a block is in none.
 *
 * A block, in varints: for each unit its first key (the difference from the unit before, or from the block, in cells of
 * the unit's smallest size), its level, the number of its sums, and for each its place and square centimetres.
 */
export function* areaBlocks(
  leaves: Iterable<Leaf>,
  areas: TechnologyAreas,
  box: Box,
): Generator<AreaBlock | undefined, void> {
  const writer = new PbfWriter();
  let block: number | undefined;
  let unit: { readonly key: number; readonly level: number } | undefined;
  let lastKey = 0;
  let added = 0;
  const endUnit = () => {
    if (unit === undefined) return;
    const sums = sumsOf(areas);
    writer.writeVarint((unit.key - lastKey) / spanOf(unitLevel));
    writer.writeVarint(unit.level);
    writer.writeVarint(sums.length);
    for (const [place, squareMetres] of sums) {
      writer.writeVarint(place);
      writer.writeVarint(Math.round(squareMetres * perSquareMetre));
    }
    lastKey = unit.key;
    unit = undefined;
  };
  for (const leaf of leaves) {
    const level = Math.min(levelOf(leaf), unitLevel);
    if (level < blockLevel) continue;
    const key = leaf.key - (leaf.key % spanOf(level));
    if (unit?.key !== key) {
      endUnit();
      if (block !== blockOf(key)) {
        if (block !== undefined) yield { key: block, body: takeBytes(writer) };
        block = blockOf(key);
        lastKey = block;
      }
      unit = { key, level };
    }
    yield* areas.add(leaf, box);
    if (++added % leavesPerStep === 0) yield undefined;
  }
  endUnit();
  if (block !== undefined) yield { key: block, body: takeBytes(writer) };
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

/** What was added to `areas`: square metres by the technology's id × 4 + rank. It begins again. */
export function sumsOf(areas: TechnologyAreas): [place: number, squareMetres: number][] {
  const tally = areas.take();
  const sums: [number, number][] = [];
  for (let technology = 0; technology < areas.offers.technologies; technology++) {
    for (const rank of [1, 2, 3]) {
      const squareMetres = tally.transition(technology, 0, rank);
      const { technologyId = 0 } = areas.offers.subjects[technology] ?? {};
      if (squareMetres > 0) sums.push([technologyId * 4 + rank, squareMetres]);
    }
  }
  return sums;
}
