import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = `${import.meta.dirname}/../..`;
const sourcesOf = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/*.test.ts'] }).map((name) => ({
    name,
    text: readFileSync(`${root}/${name}`, 'utf8'),
  }));

test('no process that others wait for opens a writing connection that waits inside SQLite', () => {
  const sources = [...sourcesOf('{server,app}/**/*.{ts,tsx}'), ...sourcesOf('db/client.ts')];
  const opened = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/(?<!function )\bopen(?:Writer|Database)\((.*)\)/g)].map(([, given = '']) => ({ name, given })),
  );
  const blocking = opened.filter(({ given }) => !/wait: 'yielding'|^file, lockWait$/.test(given));
  expect(opened.length).toBeGreaterThan(3);
  expect(blocking).toEqual([]);
});
