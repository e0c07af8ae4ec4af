import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { macrons, macronsFile, macronsFont } from './build-macrons.ts';

test('the letters with macrons match the installed typeface', async () => {
  expect(readFileSync(macronsFile).equals(await macronsFont())).toBe(true);
});

test('the style sheet requests exactly these letters from the small file', () => {
  const css = readFileSync(new URL('macrons.css', macronsFile), 'utf8');
  const ranges = [...css.matchAll(/U\+([0-9A-F]{4})-([0-9A-F]{4})/g)].map(([, from = '', to = '']) => [from, to]);
  const letters = ranges.flatMap((range) => range.map((hex) => String.fromCodePoint(Number.parseInt(hex, 16))));
  expect(letters.toSorted()).toEqual([...macrons].toSorted());
});
