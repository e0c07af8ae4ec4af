import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

test.each([
  ['=HYPERLINK("http://example.nz")', `"'=HYPERLINK(""http://example.nz"")"`],
  ['+64 4 123', "'+64 4 123"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['a=b', 'a=b'],
  ['one, two', '"one, two"'],
  ['{"a":1}', '"{""a"":1}"'],
  ['', ''],
  [null, ''],
  [-7, '-7'],
])('%j is written as %s, which no spreadsheet runs', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a line ends with CRLF', () => {
  expect(csvLine([1, 'a', null])).toBe('1,a,\r\n');
});
