import { expect, test } from 'vitest';
import { type Base, isBaseDue, mostKeptMs, parseBases, withBase } from './bases.ts';

const dayMs = 86_400_000;
const base = (day: number): Base => ({
  name: `watea-202611${10 + day}T000000000Z-full.tar.zst`,
  sequence: day * 100,
  madeAt: day * dayMs,
});

test('a base is made each day', () => {
  expect(isBaseDue([], 0)).toBe(true);
  expect(isBaseDue([base(1)], 2 * dayMs - 1)).toBe(false);
  expect(isBaseDue([base(1)], 2 * dayMs)).toBe(true);
});

test('the last two bases are kept, none for longer than entries', () => {
  expect(withBase([base(1), base(2)], base(3), 3 * dayMs)).toEqual([base(2), base(3)]);
  const later = { ...base(9), madeAt: base(1).madeAt + mostKeptMs };
  expect(withBase([base(1)], later, later.madeAt)).toEqual([later]);
});

test('a list is read as it was written, and nothing else is taken for one', () => {
  expect(parseBases(JSON.stringify([base(1)]))).toEqual([base(1)]);
  for (const text of ['', '{}', '[{}]', JSON.stringify([{ ...base(1), name: '../etc/passwd' }])])
    expect(parseBases(text), text).toBeUndefined();
});
