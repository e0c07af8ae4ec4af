import { expect, test } from 'vitest';
import { EvenOdd } from '#tests/models/even-odd.ts';
import { LeafTable } from '#tests/models/leaf-table.ts';
import { criticalPoints, randomPoint } from '#tests/models/sample-points.ts';
import { type Random, rectangle, SHAPES, seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { type Block, BlockPacker, leafEnd, leavesIn } from './blocks.ts';
import { Directory } from './directory.ts';
import { type CoveragePart, EdgeCollection } from './edge-collection.ts';
import { type Leaf, type LeafLimits, leavesOf } from './leaves.ts';
import { FormerLeaves, patchedLeaves } from './patched-leaves.ts';

const limits: readonly LeafLimits[] = [
  { maxEdgesPerLeaf: 2, maxCopiesPerEdge: 60 },
  { maxEdgesPerLeaf: 32, maxCopiesPerEdge: 4 },
];

function collectionOf(parts: Iterable<CoveragePart>): EdgeCollection {
  const collection = new EdgeCollection();
  for (const part of parts) collection.add(part);
  return collection;
}

function blocksOf(leaves: Iterable<Leaf>): Block[] {
  const packer = new BlockPacker();
  const blocks = [...leaves].flatMap((leaf) => packer.add(leaf) ?? []);
  return [...blocks, ...[packer.end()].flatMap((block) => block ?? [])];
}

/** The blocks after a change, and how many of them are as before. */
function patch(blocks: readonly Block[], former: readonly CoveragePart[], change: Change, limit: LeafLimits) {
  const directory = new Directory();
  for (const { key } of blocks) directory.push(key, key, 1);
  const gone = new Set(change.gone);
  const moved = [...change.added, ...former.filter(({ offer }) => gone.has(offer))];
  const staying = former.map(({ offer }) => offer).filter((offer) => !gone.has(offer));
  const indexChange = { collection: collectionOf(moved), gone, staying };
  const packer = new BlockPacker();
  const made: Block[] = [];
  let kept = 0;
  const add = (block: Block | undefined) => void (block === undefined || made.push(block));
  const read = (index: number) => blocks[index]?.body ?? new Uint8Array();
  for (const item of patchedLeaves(indexChange, new FormerLeaves(directory, read), limit)) {
    if (item === undefined) continue;
    if ('kept' in item) {
      add(packer.end());
      add(blocks[item.kept]);
      kept++;
    } else add(packer.add(item));
  }
  add(packer.end());
  return { blocks: made, kept };
}

interface Change {
  readonly gone: readonly number[];
  readonly added: readonly CoveragePart[];
}

function differences(parts: readonly CoveragePart[], blocks: readonly Block[], random: Random, count: number) {
  const table = new LeafTable(blocks.flatMap(leavesIn));
  const reference = new EvenOdd(parts);
  const points = [...criticalPoints(parts, table.leaves, random, count), randomPoint(random), randomPoint(random)];
  return points.flatMap(({ x, y }) => {
    const [expected, actual] = [reference.offersAt(x, y).join(), table.offersAt(x, y).join()];
    return expected === actual ? [] : [{ x, y, expected, actual }];
  });
}

/** Parts of several offers around a place, which overlap. */
function draw(random: Random, offers: readonly number[], frame: { x: number; y: number }): CoveragePart[] {
  const shapes = Object.values(SHAPES);
  return offers.flatMap((offer) => {
    const shape = shapes[random(0, shapes.length - 1)];
    const step = [64, 512, 4096][random(0, 2)] ?? 64;
    const place = { x: frame.x + random(-400, 400) * 512, y: frame.y + random(-400, 400) * 512 };
    return (shape?.(random, { ...place, step, reach: random(2, 300) }) ?? []).map((rings) => ({ offer, rings }));
  });
}

const offersFrom = (first: number, count: number) => Array.from({ length: count }, (_, place) => first + place);

test('N8: an index that is changed again and again agrees with even-odd in BigInt', () => {
  for (let seed = 1; seed <= tries(10, 1500); seed++) {
    const random = seededRandom(seed);
    const limit = limits[seed % 2] as LeafLimits;
    const frame = { x: random(-60_000_000, -20_000_000), y: random(-440_000_000, -380_000_000) };
    let parts = draw(random, offersFrom(1, random(0, 6)), frame);
    let blocks = blocksOf(leavesOf(collectionOf(parts), limit));
    for (let round = 1; round <= 4; round++) {
      const gone = [...new Set(parts.map(({ offer }) => offer))].filter(() => random(0, 3) === 0);
      const added = draw(random, offersFrom(round * 100, random(0, 3)), frame);
      blocks = patch(blocks, parts, { gone, added }, limit).blocks;
      parts = [...parts.filter(({ offer }) => !gone.includes(offer)), ...added];
      expect({ seed, round, found: differences(parts, blocks, random, 60) }).toEqual({ seed, round, found: [] });
      requireOrdered(blocks);
    }
  }
});

function requireOrdered(blocks: readonly Block[]): void {
  let end = 0;
  for (const block of blocks) {
    for (const { key, body } of leavesIn(block)) {
      expect(key).toBeGreaterThanOrEqual(end);
      end = leafEnd(key, body);
    }
  }
}

test('only blocks around a change are made again, and an offer that comes and goes leaves no edges', () => {
  const random = seededRandom(3);
  const former = Array.from({ length: 3000 }, (_, place): CoveragePart => {
    const [x, y] = [-60_000_000 + (place % 60) * 500_000, -440_000_000 + Math.floor(place / 60) * 500_000];
    return { offer: 1 + (place % 5), rings: [rectangle(x, y, x + random(1000, 900_000), y + random(1000, 900_000))] };
  });
  const limit = limits[1] as LeafLimits;
  const before = blocksOf(leavesOf(collectionOf(former), limit));
  const added = [{ offer: 9, rings: [rectangle(-50_000_123, -430_000_321, -49_600_000, -429_500_000)] }];
  const { blocks, kept } = patch(before, former, { gone: [], added }, limit);
  expect(before.length).toBeGreaterThan(10);
  expect(kept).toBeGreaterThan(before.length - 4);
  expect(differences([...former, ...added], blocks, random, 2000)).toEqual([]);
  const after = patch(blocks, [...former, ...added], { gone: [9], added: [] }, limit);
  expect(differences(former, after.blocks, random, 2000)).toEqual([]);
  const bytes = (list: readonly Block[]) => list.reduce((sum, { body }) => sum + body.length, 0);
  expect(bytes(after.blocks)).toBeLessThan(bytes(before) * 1.02);
});

test('nothing is left of an index whose offers all go, and an empty one takes any part', () => {
  const former = [{ offer: 1, rings: [rectangle(-60_000_000, -440_000_000, -50_000_000, -430_000_000)] }];
  const limit = limits[1] as LeafLimits;
  const before = blocksOf(leavesOf(collectionOf(former), limit));
  expect(patch(before, former, { gone: [1], added: [] }, limit).blocks).toEqual([]);
  const made = patch([], [], { gone: [], added: former }, limit).blocks;
  expect(made).toEqual(before);
});
