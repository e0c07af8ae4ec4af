import { expect, test } from 'vitest';
import { isFaultOfFile } from './kinds.ts';

test.each([
  ['register preview', 1, true],
  ['coverage import', 30, true],
  // a full disk, a busy queue: no faults in the file
  ['coverage import', 0, false],
  ['map fetch', 1, false],
  ['a kind of another version', 1, false],
])('a job of the kind %s that lists %i faults failed because of its file: %s', (kind, total, isOfFile) => {
  expect(isFaultOfFile(kind, { total })).toBe(isOfFile);
});
