import { expect, test } from 'vitest';
import { packTile, unpackTile } from './stored-tile.ts';

test.each([[Buffer.from('a tile')], [Buffer.alloc(0)], [Buffer.alloc(100_000, 7)]])(
  'a tile is read back as it was written',
  (body) => {
    expect(unpackTile(Buffer.from(packTile(body)))).toEqual(body);
  },
);

test('an incomplete, changed, empty or unrelated file is not a tile', () => {
  const packed = Buffer.from(packTile(Buffer.from('a tile of some length')));
  for (let length = 0; length < packed.length; length++) {
    expect(unpackTile(packed.subarray(0, length))).toBeUndefined();
  }
  packed[12] = (packed[12] ?? 0) ^ 1;
  expect(unpackTile(packed)).toBeUndefined();
  expect(unpackTile(Buffer.from('<!doctype html><title>'))).toBeUndefined();
});
