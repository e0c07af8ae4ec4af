import { expect, test } from 'vitest';
import { isFaultOfFile } from './kinds.ts';

test.each([
  ['register preview', 'missing-columns', true],
  ['coverage import', 'coverage-refused', true],
  ['map import', 'upload-gone', true],
  ['register preview', 'internal-error', false],
  ['coverage import', 'disk-full', false],
  ['map fetch', 'web-not-a-list', false],
  ['a kind of another version', 'missing-columns', false],
])('a job of the kind %s that ended with %s failed because of its file: %s', (kind, code, isOfFile) => {
  expect(isFaultOfFile(kind, { code } as never)).toBe(isOfFile);
});
