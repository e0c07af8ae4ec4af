import { expect, test } from 'vitest';
import { tangle } from '#tests/models/sample-rings.ts';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { PieceWriter, readPiece } from './piece-codec.ts';
import type { Ring } from './ring.ts';

function read(body: Uint8Array, west: number, north: number): [offer: number, ring: Ring][] {
  const rings: [number, Ring][] = [];
  readPiece(body, west, north, (offer, ring) => void rings.push([offer, ring]));
  return rings;
}

test('rings are read back with their offers, in the order they were written', () => {
  const random = seededRandom(41);
  const writer = new PieceWriter(2 ** 27, 2 ** 26);
  const given: [number, Ring][] = Array.from({ length: 300 }, (_, place) => {
    const ring = tangle(random, random(3, 50), 65_536).map((value, at) => value + (at % 2 === 0 ? 2 ** 27 : 2 ** 26));
    return [Math.floor(place / 10) * 1000 + 1, ring];
  });
  for (const [offer, ring] of given) writer.add(offer, ring);
  expect(read(writer.take(), 2 ** 27, 2 ** 26)).toEqual(given);
});

test('a piece keeps the bytes it always had', () => {
  const given: [number, Ring][] = [
    [7, Int32Array.of(4096, 8192, 4146, 8192, 4146, 8242, 4096, 8242)],
    [300, Int32Array.of(4000, 8000, 20_000, 8000, 20_000, -300_000)],
  ];
  const writer = new PieceWriter(4096, 8192);
  for (const [offer, ring] of given) writer.add(offer, ring);
  const stored = '000704000064000064630000ac0203bf01e30380fa010000bfcc25';
  expect(Buffer.from(writer.take()).toString('hex')).toBe(stored);
  expect(read(Buffer.from(stored, 'hex'), 4096, 8192)).toEqual(given);
});

test('a square takes two bytes for each short edge, and its bytes do not depend on its place', () => {
  const square = (x: number, y: number) => {
    const writer = new PieceWriter(x, y);
    writer.add(7, Int32Array.of(x, y, x + 50, y, x + 50, y + 50, x, y + 50));
    return writer.take();
  };
  expect(square(0, 0)).toEqual(square(2 ** 28 - 4096, 8192));
  expect(square(0, 0)).toHaveLength(2 + 1 + 8);
});

test('damaged bytes are refused', () => {
  const writer = new PieceWriter(0, 0);
  writer.add(7, Int32Array.of(1, 2, 300, 4, 5, 600));
  const body = writer.take();
  for (let length = 3; length < body.length; length++) {
    expect(() => read(body.subarray(0, length), 0, 0)).toThrow(RangeError);
  }
  expect(() => read(Uint8Array.of(0, 7, 255, 255, 255, 255, 15), 0, 0)).toThrow('ends early');
});
