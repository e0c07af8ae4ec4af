import { expect, test } from 'vitest';
import { BlockPacker, leafIn, leavesIn } from './blocks.ts';
import { Directory, decodeDirectory, encodeDirectory } from './directory.ts';
import type { Leaf } from './leaves.ts';

/** A leaf of the smallest cells, whose body has a length. */
const leaf = (key: number, length: number, level = 18): Leaf => ({
  key,
  body: Uint8Array.from({ length }, (_, at) => (at === 0 ? level : key % 251)),
});

function pack(leaves: readonly Leaf[]) {
  const packer = new BlockPacker();
  return [...leaves.map((each) => packer.add(each)), packer.end()].filter((block) => block !== undefined);
}

const key = 2 ** 35 + 12;
const leaves = [leaf(key, 5), leaf(key + 1, 300), leaf(key + 4, 1, 17), leaf(key + 2 ** 33, 70)];

test('the leaves of a block are given back, and each is found from every key up to the next', () => {
  const [block, ...others] = pack(leaves);
  expect(others).toEqual([]);
  if (block === undefined) throw new Error('There is no block.');
  expect(block.key).toBe(key);
  expect(leavesIn(block)).toEqual(leaves);
  for (const [place, { key: first }] of leaves.entries()) {
    expect(leafIn(block, first)).toEqual(leaves[place]);
    expect(leafIn(block, (leaves[place + 1]?.key ?? 2 ** 36) - 1)).toEqual(leaves[place]);
  }
  expect(leafIn(block, key - 1)).toBeUndefined();
});

test('two blocks fit on a page, unless one leaf is larger', () => {
  const many = Array.from({ length: 500 }, (_, place) => leaf(key + place, 20 + ((place * 37) % 200)));
  const blocks = pack([...many, leaf(key + 500, 9000), leaf(key + 501, 9)]);
  expect(blocks.flatMap(leavesIn)).toEqual([...many, leaf(key + 500, 9000), leaf(key + 501, 9)]);
  const lengths = blocks.map(({ body }) => body.length);
  expect(lengths.filter((length) => length > 2000)).toHaveLength(1);
  expect(lengths.filter((length) => length < 1700).length).toBeLessThanOrEqual(2);
});

test.each([
  ['whose table is too long', (body: Uint8Array) => body.fill(255, -2)],
  ['that is empty', () => new Uint8Array(0)],
  ['whose leaves are too long', (body: Uint8Array) => body.fill(127, -4, -2)],
])('a block %s is refused', (_, damage) => {
  const [block] = pack(leaves.slice(0, 1));
  const body = damage(Uint8Array.from(block?.body ?? []));
  expect(() => leavesIn({ key, body })).toThrow(RangeError);
  expect(() => leafIn({ key, body }, 2 ** 36)).toThrow(RangeError);
});

test('a directory is stored, and finds the block of every key', () => {
  const directory = new Directory();
  expect([directory.find(5), decodeDirectory(encodeDirectory(directory)).length]).toEqual([-1, 0]);
  for (let place = 0; place < 300; place++)
    directory.push(1000 + place * 2 ** 27, (place % 3) * 2 ** 36 + 1000 + place * 2 ** 27 + (place % 2), place);
  const stored = decodeDirectory(encodeDirectory(directory));
  expect([stored.length, stored.countLeaves()]).toEqual([300, (299 * 300) / 2]);
  for (let place = 0; place < 300; place++) {
    expect([stored.keyAt(place), stored.idAt(place), stored.leavesAt(place)]).toEqual([
      directory.keyAt(place),
      directory.idAt(place),
      place,
    ]);
    expect([stored.find(stored.keyAt(place)), stored.find(stored.keyAt(place) - 1)]).toEqual([place, place - 1]);
  }
  expect(() => decodeDirectory(encodeDirectory(directory).subarray(0, -1))).toThrow(RangeError);
});
