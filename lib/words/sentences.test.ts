import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sentences } from './sentences.ts';

test('no code has sentences in two tables, where one would silently win', async () => {
  const source = readFileSync(new URL('./sentences.ts', import.meta.url), 'utf8');
  const imports = [...source.matchAll(/^import \{ ((?:\w+Words(?:, )?)+) \} from '(?:#lib\/words\/|\.\/)(.+)';$/gm)];
  const codes: string[] = [];
  for (const [, names = '', file = ''] of imports) {
    const tables = (await import(new URL(file, import.meta.url).href)) as Record<string, object>;
    for (const name of names.split(', ')) codes.push(...Object.keys(tables[name] ?? {}));
  }
  expect(codes.filter((code, place) => codes.indexOf(code) !== place)).toEqual([]);
  expect(codes.toSorted()).toEqual(Object.keys(sentences).toSorted());
});
