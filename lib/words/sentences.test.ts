import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sentences } from './sentences.ts';

test('no code has sentences in two tables, where one would silently win', async () => {
  const source = readFileSync(new URL('./sentences.ts', import.meta.url), 'utf8');
  const tables = [...source.matchAll(/^import \{ (\w+Words) \} from '(.+)';$/gm)];
  const codes: string[] = [];
  for (const [, name = '', file = ''] of tables) {
    const table = ((await import(new URL(file, import.meta.url).href)) as Record<string, object>)[name];
    codes.push(...Object.keys(table ?? {}));
  }
  expect(codes.filter((code, place) => codes.indexOf(code) !== place)).toEqual([]);
  expect(codes.toSorted()).toEqual(Object.keys(sentences).toSorted());
});
