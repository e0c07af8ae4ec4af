import { expect, test } from 'vitest';
import { parsePoint } from '#lib/broadband/point.ts';
import { apiSentence } from './api.ts';

const form = 'in the form this service reads: digits with at most 7 decimals, such as -41.2865 or 174.7762.';
const box = 'out of the service coverage area: latitude -47.5 to -34.2, longitude 166.2 to 178.6.';
const forty = '1'.repeat(40);

test.each([
  ['1e3', '174', `The latitude "1e3" is not a number ${form}`],
  ['-41', '1.', `The longitude "1." is not a number ${form}`],
  ['', 'x', `The latitude "" and the longitude "x" are not numbers ${form}`],
  ['0', 'x', `The longitude "x" is not a number ${form}`],
  ['0', '174', `The latitude "0" is ${box}`],
  ['-41', '0', `The longitude "0" is ${box}`],
  [
    '174',
    '-41',
    `The latitude "174" and the longitude "-41" are ${box} The other way round they are inside: the latitude comes first.`,
  ],
  [forty, '174', `The latitude "${forty}" is ${box}`],
  [`${forty}2`, '174', `The latitude "${forty}…" is ${box}`],
])('N1, N2: %j, %j: %s', (y, x, sentence) => {
  const parsed = parsePoint(y, x);
  expect(parsed.ok ? undefined : apiSentence({ code: 'point-refused', parsed, y, x })).toBe(sentence);
});
