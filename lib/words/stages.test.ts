import { expect, test } from 'vitest';
import { countWords, stageWords } from './stages.ts';

test.each([
  ['check-file', 1200, 4800, 'Checking the file', '1,200 of 4,800 bytes'],
  ['store-areas', 7, 0, 'Storing areas', '7 areas'],
  ['store-areas', 0, 0, 'Storing areas', ''],
  ['tidy-up', 20, 0, 'Removing old coverage', '20'],
  ['a-stage-of-a-newer-version', 7, 9, 'Working', '7 of 9'],
])('%s, %d of %d', (stage, done, total, words, count) => {
  expect(stageWords(stage)).toBe(words);
  expect(countWords(stage, done, total)).toBe(count);
});
