import { expect, test } from 'vitest';
import { foldPlaceName, lettersIn, meaningsOf, namesInFull, squeezePlaceName } from './fold.ts';

test.each([
  ['Ātatū', 'atatu'],
  ['Aatatuu', 'atatu'],
  ['ATATU', 'atatu'],
  ['Whangārei', 'whangarei'],
  ['Maungawhau / Mount Eden', 'maungawhau mount eden'],
  ["O'Neills  Bay", 'oneills bay'],
  ['Te Waka-o-Ngārangikataka\nRidge', 'te waka o ngarangikataka ridge'],
  ['12A Queen Street', '12a quen stret'],
  [' – ', ''],
])('%j is searched as %j', (name, folded) => {
  expect(foldPlaceName(name)).toBe(folded);
});

test('an abbreviation may mean the full word, which is folded like every other', () => {
  expect(meaningsOf('mt')).toEqual(['mt', 'mount']);
  expect(meaningsOf('st')).toEqual(['st', 'saint', 'stret']);
  expect(meaningsOf('constructor')).toEqual(['constructor']);
  expect(meaningsOf('5th')).toEqual(['5th', 'fifth']);
  expect(meaningsOf('twelfth')).toEqual(['twelfth', '12th']);
  expect([meaningsOf('3'), meaningsOf('thre'), meaningsOf('90')]).toEqual([
    ['3', 'thre'],
    ['thre', '3'],
    ['90', 'ninety'],
  ]);
});

test('a name in short is one or several in full', () => {
  expect(namesInFull('pt chalmers')).toEqual(['point chalmers', 'port chalmers']);
  expect(namesInFull('karori')).toEqual(['karori']);
});

test.each([
  ['Te Kūiti', 'tekuiti'],
  ['Te Whanga-nui-a-Tara', 'tewhanganuiatara'],
  ['Te Ewa', 'tewa'],
])('%j is compared as %j, however its words are joined', (name, squeezed) => {
  expect(squeezePlaceName(name)).toBe(squeezed);
});

test('in a misspelt name doubled vowels are left as they were typed', () => {
  expect(lettersIn('Papaaio 2')).toBe('papaaio2');
});
