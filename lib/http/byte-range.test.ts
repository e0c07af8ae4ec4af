import { expect, test } from 'vitest';
import { parseByteRange } from './byte-range.ts';

test.each([
  [undefined, undefined],
  ['bytes=0-0', { start: 0, length: 1 }],
  ['bytes=10-19', { start: 10, length: 10 }],
  ['bytes=90-', { start: 90, length: 10 }],
  ['bytes=90-900', { start: 90, length: 10 }],
  ['bytes=-5', { start: 95, length: 5 }],
  ['bytes=-500', { start: 0, length: 100 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=-', undefined],
  ['lines=0-1', undefined],
])('%s of 100 bytes', (header, range) => expect(parseByteRange(header, 100)).toEqual(range));
