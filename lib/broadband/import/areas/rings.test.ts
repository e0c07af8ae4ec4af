import { expect, test } from 'vitest';
import { cleanRing, unwrapRing } from './rings.ts';

const at: Record<string, [number, number]> = { a: [0, 0], b: [10, 0], c: [10, 10], d: [0, 10], e: [5, 20], f: [7, 7] };

function ring(letters: string): Int32Array {
  return Int32Array.from([...letters].flatMap((letter) => at[letter] ?? []));
}

function letters(positions: Int32Array): string {
  const names = Object.entries(at);
  return Array.from({ length: positions.length / 2 }, (_, place) => {
    const [x, y] = positions.subarray(place * 2);
    return names.find(([, position]) => position[0] === x && position[1] === y)?.[0];
  }).join('');
}

test.each([
  ['nothing to remove', 'abcda', 'abcda'],
  ['a repeated point', 'abbcda', 'abcda'],
  ['many repeated points', 'aaabbbcccdddaaa', 'abcda'],
  ['a spike', 'abcecda', 'abcda'],
  ['a spike of two points', 'abcefecda', 'abcda'],
  ['a spike at the seam', 'eabcdae', 'abcda'],
  ['the seam at the foot of a spike', 'aeabcda', 'abcda'],
  ['the seam inside a spike of two points', 'feabcdaef', 'abcda'],
  ['a repeated point at the seam', 'abcdaa', 'abcda'],
  ['two spikes at one point', 'abcecfcda', 'abcda'],
  ['a bow-tie is kept', 'acbda', 'acbda'],
  ['a ring that touches itself is kept', 'abcfdfa', 'abcfa'],
  ['only a spike', 'abcba', ''],
  ['only one point', 'aaaa', ''],
  ['only two points', 'abab', ''],
])('repeated points and spikes are removed: %s', (_, given, expected) => {
  expect(letters(cleanRing(ring(given)))).toBe(expected);
});

test('the starting point of a ring does not change which points remain', () => {
  const open = 'abccecfcd';
  for (let turn = 0; turn < open.length; turn++) {
    const turned = open.slice(turn) + open.slice(0, turn);
    const cleaned = letters(cleanRing(ring(turned + turned[0]))).slice(0, -1);
    expect([...cleaned].sort().join('')).toBe('abcd');
  }
});

/** Degrees of longitude, 0 to 360, in units east of 180°. */
function longitudes(...degrees: number[]): Int32Array {
  return Int32Array.from(degrees.flatMap((longitude, place) => [(longitude - 180) * 10_000_000, place % 2]));
}

test.each([
  ['170 to 178', [170, 178, 178, 170], [170, 178, 178, 170], false],
  ['across 180', [179, 181, 181, 179], [179, 181, 181, 179], false],
  ['across 0, starting in the west', [359, 1, 1, 359, 359], [359, 361, 361, 359, 359], true],
  ['across 0, starting in the east', [1, 359, 359, 1], [1, -1, -1, 1], true],
  [
    'from 350 over 0 to 175, where New Zealand is',
    [350, 60, 120, 175, 120, 60, 350],
    [-10, 60, 120, 175, 120, 60, -10],
    true,
  ],
])('a ring that jumps by more than 180° is unwrapped: %s', (_, given, expected, isMoved) => {
  const positions = longitudes(...given);
  expect(unwrapRing(positions)).toEqual({ ok: true, isMoved });
  expect(positions).toEqual(longitudes(...expected));
});

test.each([
  ['around the pole', [0, 90, 180, 270, 0], 'ring-around-globe'],
  ['from 180 around to 179 and back', [180, 270, 0, 90, 179, 90, 0, 270, 180], 'ring-too-wide'],
])('a ring that cannot be unwrapped is refused: %s', (_, given, reason) => {
  expect(unwrapRing(longitudes(...given))).toEqual({ ok: false, reason });
});
