import { expect, test } from 'vitest';
import { rectangle, ring, SHAPES, seededRandom } from '#tests/models/sample-shapes.ts';
import { decodePart, encodePart } from './part-codec.ts';

const LOW = -(2 ** 31);
const HIGH = 2 ** 31 - 1;

test.each([
  ['no ring', []],
  ['one ring', [rectangle(0, 0, 5, 5)]],
  ['a ring and two holes', [rectangle(0, 0, 9, 9), rectangle(1, 1, 2, 2), rectangle(4, 4, 5, 8)]],
  ['a single point', [ring([[7, 7]])]],
  [
    'the ends of 32 bits',
    [
      ring([
        [LOW, HIGH],
        [HIGH, LOW],
        [LOW, LOW],
        [HIGH, HIGH],
      ]),
    ],
  ],
])('%s survives a round trip', (_, rings) => {
  expect(decodePart(encodePart(rings))).toEqual(rings);
});

test('a part keeps the bytes it always had', () => {
  const rings = [
    Int32Array.of(1747734000, -411333000, 1747834500, -411333000, 1747834500, -411233000, 1747734000, -411333000),
    Int32Array.of(1747800000, -411300000, 1747800064, -411299937, 1747800000, -411299937, 1747800000, -411300000),
  ];
  const stored = '0203e0b7e2820d8fc6a38803a8a20c0000c09a0c03879b04ef960880017e7f00';
  expect(Buffer.from(encodePart(rings)).toString('hex')).toBe(stored);
  expect(decodePart(Buffer.from(stored, 'hex'))).toEqual(rings);
});

test('every sample shape survives a round trip', () => {
  const frame = { x: -50_000_000, y: -400_000_000, step: 64, reach: 500 };
  for (const draw of Object.values(SHAPES)) {
    for (const rings of draw(seededRandom(1), frame)) expect(decodePart(encodePart(rings))).toEqual(rings);
  }
});

test('a vertex a few metres from the previous one takes 4 bytes', () => {
  const stairs = Array.from({ length: 1000 }, (_, step) => [step * 300, step * -400] as const);
  expect(encodePart([ring(stairs)]).length).toBeLessThanOrEqual(1000 * 4 + 4);
});

test.each([
  ['open', [0, 0, 5, 0, 5, 5]],
  ['empty', []],
  ['a single position', [1, 1]],
  ['half a position', [1, 1, 1]],
])('a ring that is not closed is refused: %s', (_, positions) => {
  expect(() => encodePart([Int32Array.from(positions)])).toThrow('A ring must be closed');
});

test.each([
  ['truncated', (whole: Uint8Array) => whole.slice(0, -1)],
  ['with bytes after its end', (whole: Uint8Array) => Uint8Array.of(...whole, 0)],
  ['empty', () => new Uint8Array(0)],
  ['with an absurd count', () => Uint8Array.of(255, 255, 255, 255, 15)],
  ['with an absurd length', () => Uint8Array.of(1, 255, 255, 255, 255, 15)],
])('a damaged part is refused: %s', (_, damage) => {
  const whole = encodePart([rectangle(100, 100, 900, 900)]);
  expect(() => decodePart(damage(whole))).toThrow('A stored part is damaged');
});
