import { expect, test } from 'vitest';
import { findColumn } from './columns.ts';
import { csvHeadOf, csvValuesOf } from './csv-head.ts';

test.each<[text: string, delimiter: string, names: string[], isDeclared: boolean]>([
  ['lat,lng\n1,2\n', ',', ['lat', 'lng'], false],
  ['\ufeff"lat";"lng"\r\n1;2\r\n', ';', ['lat', 'lng'], false],
  ['lat\tlng\n', '\t', ['lat', 'lng'], false],
  ['a|b|c,d\n', '|', ['a', 'b', 'c,d'], false],
  ['"a,b,c";d\n', ';', ['a,b,c', 'd'], false],
  ['"a ""b""",c\n', ',', ['a "b"', 'c'], false],
  ['\ufeffsep=;\r\na,b;c\r\n', ';', ['a,b', 'c'], true],
  ['"sep=\t"\na\tb\n', '\t', ['a', 'b'], true],
  ['\n \nname\n', ',', ['name'], false],
  ['', ',', [''], false],
])('the head of %j is read', (text, delimiter, names, isDeclared) => {
  expect(csvHeadOf(text)).toMatchObject({ delimiter, names, isDeclared });
});

test('a head is whole once the line of the names has ended', () => {
  expect(
    ['', 'sep=;\n', 'lat', 'sep=;\nlat;lng', 'lat,lng\n', 'sep=;\nlat;lng\r'].map((text) => csvHeadOf(text).isWhole),
  ).toEqual([false, false, false, false, true, true]);
});

test.each<[line: string, values: string[]]>([
  ['-41.28,174.78', ['-41.28', '174.78']],
  ['"-41.28", "174.78"', ['-41.28', '174.78']],
  ['a "b",c', ['a "b"', 'c']],
  ['"1,5",2', ['1,5', '2']],
  [',', ['', '']],
])('the line %j has values', (line, values) => {
  expect(csvValuesOf(line, ',')).toEqual(values);
});

test.each<[name: string, header: string[], place: number]>([
  ['latitude', ['lng', 'lat'], 1],
  ['longitude', ['LAT', 'Long'], 1],
  ['longitude', ['y', 'x'], 1],
  ['latitude', ['y', 'latitude'], 1],
  ['cancel_date', ['domain', 'Cancel Date'], 1],
  ['domain', ['Name', 'domain'], 1],
  ['note', ['network', 'registrar'], -1],
])('%s is found in %j', (name, header, place) => {
  expect(findColumn(header, name)).toBe(place);
});
