import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handledPaths, pageMethods } from './page-paths.ts';
import { publicPathAt } from './public-paths.ts';

const root = join(import.meta.dirname, '../..');

test('every handler that is not a public path is in the table', () => {
  const patterns = globSync('app/**/route.ts', { cwd: root })
    .map((file) => `/${file.split('/').slice(1, -1).join('/')}`.replace(/\[+(?:\.\.\.)?(\w+)\]+/g, '<$1>'))
    .filter((pattern) => publicPathAt(pattern.replaceAll(/[<>]/g, '')) === undefined);
  expect(handledPaths.map(({ pattern }) => pattern).toSorted()).toEqual(patterns.toSorted());
});

test.each([
  ['/', 'GET, HEAD, OPTIONS, POST'],
  ['/admin/staff/7', 'GET, HEAD, OPTIONS, POST'],
  ['/admin/uploads', 'OPTIONS, POST'],
  ['/admin/uploads/ab12', 'DELETE, HEAD, OPTIONS, PATCH'],
  ['/admin/uploads/a/b', 'GET, HEAD, OPTIONS, POST'],
  ['/favicon.ico', 'GET, HEAD, OPTIONS'],
  ['/land/nz.json', 'GET, HEAD, OPTIONS'],
  ['/_next/static/chunks/a.js', 'GET, HEAD, OPTIONS'],
])('B3: %s answers %s', (path, allow) => {
  expect(pageMethods(path).join(', ')).toBe(allow);
});
