import { expect, test } from 'vitest';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { isLeft, orient } from './orient.ts';

const LOW = -(2 ** 31);
const HIGH = 2 ** 31 - 1;

/** -1, 0 or 1, never -0. */
function signOf(...six: Six): number {
  return Math.sign(orient(...six)) + 0;
}

type Six = [ax: number, ay: number, bx: number, by: number, px: number, py: number];

test.each<[Six, number]>([
  [[0, 0, 10, 0, 5, 1], 1],
  [[0, 0, 10, 0, 5, -1], -1],
  [[0, 0, 10, 0, 50, 0], 0],
  [[0, 0, 10, 10, -3, -3], 0],
  [[LOW, LOW, HIGH, HIGH, 12_345, 12_345], 0],
  [[LOW, LOW, HIGH, HIGH, 12_345, 12_346], 1],
  [[LOW, LOW, HIGH, HIGH, 12_346, 12_345], -1],
  // products beyond 2⁵³ that differ by one, which float64 cannot represent
  [[LOW, LOW, HIGH, HIGH - 1, HIGH - 1, HIGH - 2], -1],
  [[LOW, LOW, HIGH - 1, HIGH, HIGH - 2, HIGH - 1], 1],
  [[5, 5, 5, 5, 9, 1], 0],
])('N8: the side of %j is exactly %d', (six, sign) => {
  expect(signOf(...six)).toBe(sign);
});

test('N8: the side agrees with BigInt for points beside the longest edges', () => {
  const random = seededRandom(3);
  const coordinate = () => random(LOW, HIGH);
  for (let round = 0; round < tries(20_000, 400_000); round++) {
    const [ax, ay, bx, by] = [coordinate(), coordinate(), coordinate(), coordinate()];
    const share = random(0, 1000) / 1000;
    const px = Math.round(ax + (bx - ax) * share);
    const py = Math.round(ay + (by - ay) * share) + random(-1, 1);
    const exact = BigInt(bx - ax) * BigInt(py - ay) - BigInt(by - ay) * BigInt(px - ax);
    expect(signOf(ax, ay, bx, by, px, py)).toBe(exact === 0n ? 0 : exact > 0n ? 1 : -1);
  }
});

test.each<[string, Six, boolean]>([
  ['a northward edge has it on the right', [0, 0, 0, 10, 0, 5], false],
  ['a southward edge has it on the left', [0, 10, 0, 0, 0, 5], true],
  ['an edge to the north-west has it on the right', [10, 0, 0, 10, 5, 5], false],
  ['an edge to the north-east has it on the right', [0, 0, 10, 10, 5, 5], false],
  ['an edge to the south-east has it on the left', [0, 1, 10, 0, 0, 1], true],
  ['an eastward edge has it on the left', [0, 0, 10, 0, 5, 0], true],
  ['a westward edge has it on the right', [10, 0, 0, 0, 5, 0], false],
])('a point on the line is decided a little to its east, then a little to its north: %s', (_, six, left) => {
  expect(isLeft(...six)).toBe(left);
});
