import { expect, test } from 'vitest';
import { decimalMarks, plainNumber } from './decimal-comma.ts';

test.each<[string, rows: string[][], delimiter: string, marks: string[]]>([
  ['commas', [['174,25', '-41,5', 'One']], ';', [',', ',', ',']],
  ['points', [['174.25', '-41.5', 'One']], ';', ['.', '.', '.']],
  ['no decimals', [['174', '41', '']], ';', ['.', '.', '.']],
  ['commas and points in different columns', [['174.25', '12,5', '900']], ';', ['.', ',', '.']],
  ['both in one column', [['174.25'], ['174,5']], ';', ['either']],
  ['thousands and a comma', [['1.234,5', '1.000']], '\t', [',', ',']],
  ['thousands and a point', [['1,234.5', '1,000']], '\t', ['.', '.']],
  ['blanks between thousands', [['1 748 735,5', '5\u00a0427\u202f916']], ';', [',', ',']],
  ['three digits after a comma, between semicolons', [['174,776']], ';', [',']],
  ['three digits after a comma, between tabs', [['174,776']], '\t', ['.']],
  ['millions', [['1,748,735']], ';', ['.']],
  [
    'a comma only in the second row',
    [
      ['', 'x'],
      ['174,5', 'y'],
    ],
    ';',
    [',', ','],
  ],
])('%s', (_, rows, delimiter, marks) => {
  expect(decimalMarks(rows, rows[0]?.length ?? 0, delimiter).marks).toEqual(marks);
});

test.each<[text: string, mark: ',' | '.' | 'either', plain: string]>([
  ['174,25', ',', '174.25'],
  [' -41,5 ', ',', '-41.5'],
  ['1.234,5', ',', '1234.5'],
  ['1.234.567,5', ',', '1234567.5'],
  ['1 748 735,5', ',', '1748735.5'],
  ["1'748'735,5", ',', '1748735.5'],
  ['1.000', ',', '1000'],
  ['1.5', ',', '1.5'],
  ['900', ',', '900'],
  ['One, Two', ',', 'One, Two'],
  ['1,2,3', ',', '1,2,3'],
  ['174.25', '.', '174.25'],
  ['1,234.5', '.', '1234.5'],
  ['174,25', '.', '174,25'],
  ['1,234', '.', '1,234'],
  ['174,25', 'either', '174.25'],
  ['1,234.5', 'either', '1234.5'],
  ['1.234,5', 'either', '1234.5'],
  ['1,234', 'either', '1,234'],
  ['1.234', 'either', '1.234'],
])('%s with the mark %s is %s', (text, mark, plain) => {
  expect(plainNumber(text, mark)).toBe(plain);
});
