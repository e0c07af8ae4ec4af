import { describe, expect, test } from 'vitest';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { parseName } from './name.ts';
import { hasPart, parseNamePart } from './name-part.ts';

function stored(name: string): string {
  const parsed = parseName(name);
  if (!parsed.valid) throw new Error(`${name} is no name.`);
  return parsed.domain;
}

function isFound(text: string, name: string, where: 'anywhere' | 'at the beginning' = 'anywhere'): boolean {
  const part = parseNamePart(text);
  return part !== undefined && hasPart(stored(name), part, where);
}

describe('a name is found by its part', () => {
  test.each([
    ['kea', 'kea.nz'],
    ['KEA', 'old-kea.co.nz'],
    ['maori', 'māori.co.nz'],
    ['Māori', 'maori-arts.nz'],
    ['ori', 'māori.co.nz'],
    ['xn--mori-qsa', 'maori.co.nz'],
    ['kowhai.co', 'kōwhai.co.nz'],
    ['kowhai.', 'kōwhai.co.nz'],
    ['.school', 'kea.school.nz'],
    ['i.nz', 'tūī.nz'],
  ])('%s: %s', (text, name) => expect(isFound(text, name)).toBe(true));

  test.each([
    ['kea', 'keo.nz'],
    ['mori', 'māori.co.nz'],
    // what all names of a suffix have is not looked for
    ['co', 'kea.co.nz'],
    ['nz', 'kea.nz'],
    // the ASCII form has it, the name does not
    ['qsa', 'māori.co.nz'],
    ['xn', 'māori.co.nz'],
    ['kea.nz', 'kea.co.nz'],
  ])('%s: not %s', (text, name) => expect(isFound(text, name)).toBe(false));

  test('at the beginning', () => {
    expect(isFound('ta', 'tāwhaki.nz', 'at the beginning')).toBe(true);
    expect(isFound('wha', 'tāwhaki.nz', 'at the beginning')).toBe(false);
  });
});

test.each(['', '.', 'kea shop', 'kea%', 'kea_', '*', 'ä', 'xn--', 'a'.repeat(64)])('no name has %j', (text) =>
  expect(parseNamePart(text)).toBeUndefined(),
);

test('the ASCII form of each name that has a part has its consonants in their order', () => {
  const random = seededRandom(5);
  const below = (limit: number) => random(0, limit - 1);
  const letters = 'tkrnāēīōūaeiou1';
  let found = 0;
  for (let round = 0; round < tries(2000, 100_000); round++) {
    const label = Array.from({ length: 3 + below(9) }, () => letters[below(letters.length)]).join('');
    const from = below(label.length - 1);
    const typed = label.slice(from, from + 1 + below(4));
    const part = parseNamePart(typed);
    const name = stored(`${label}.nz`);
    if (part === undefined || !hasPart(name, part, 'anywhere')) throw new Error(`${typed} is not found in ${label}.`);
    expect(name).toMatch(new RegExp([...part.consonants].map((each) => RegExp.escape(each)).join('.*')));
    if (name.startsWith('xn--')) found++;
  }
  expect(found).toBeGreaterThan(500);
});
