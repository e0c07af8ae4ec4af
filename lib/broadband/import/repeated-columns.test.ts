import { expect, test } from 'vitest';
import { file, square } from '#tests/support/files/coverage-files.ts';
import { readFeatures } from '#tests/support/files/read-features.ts';
import { dbf, shapefileZip, shp } from '#tests/support/files/shapefile.ts';
import { codeAndWords, rejectionOf } from '#tests/support/refusals.ts';

const shapes = shp([[square(174, -41).toReversed()]]);
const zipped = (...names: string[]) =>
  shapefileZip({
    shp: shapes,
    dbf: dbf(
      names.map((name) => ({ name })),
      [names.map(() => '1')],
    ),
  });

test.each<[title: string, bytes: Buffer | string, table: string, column: string]>([
  ['names cut to eight letters', zipped('provider', 'bandwidt', 'bandwidt'), 'towns.dbf', 'bandwidt'],
  ['names with macrons', zipped('tūī', 'kea', 'tūī'), 'towns.dbf', 'tūī'],
  ['names cut to ten letters', zipped('bandwidth_min', 'bandwidth_max'), 'towns.dbf', 'bandwidth_'],
  ['a table', 'wkt,max,name,max\nPOINT (1 2),1,x,2\n', 'towns.geojson', 'max'],
])('a file with two columns of one name is refused with the name: %s', async (_, bytes, table, column) => {
  const { reason } = await rejectionOf(readFeatures(file(bytes)));
  expect(codeAndWords(reason)).toEqual([
    'column-repeated',
    `${table} has the column ${column} twice, and only one of them could be read. Give each column its own name.`,
  ]);
});

const polygon = JSON.stringify({ type: 'Polygon', coordinates: [square(174, -41)] });
const placemark = (data: string) =>
  `<kml><Placemark><name>of the place</name><ExtendedData>${data}</ExtendedData></Placemark></kml>`;

test.each<[title: string, text: string, property: string]>([
  ['GeoJSON', `{"type":"Feature","geometry":${polygon},"properties":{"max":1,"name":"x","max":2}}`, 'max'],
  ['GeoJSON, a list', `{"type":"Feature","geometry":${polygon},"properties":{"max":1,"max":[2]}}`, 'max'],
  [
    'KML, by a schema',
    placemark('<SchemaData><SimpleData name="max">1</SimpleData><SimpleData name="max">2</SimpleData></SchemaData>'),
    'max',
  ],
  [
    'KML, without a schema',
    placemark('<Data name="max"><value>1</value></Data><Data name="max"><value>2</value></Data>'),
    'max',
  ],
])('a feature with two values of one name is a fault: %s', async (_, text, property) => {
  const { features } = await readFeatures(file(text));
  expect(features[0]?.faults.map(codeAndWords)).toEqual([
    [
      'property-twice',
      `It has two values of ${JSON.stringify(property)}, of which only one could be read: give each its own name.`,
    ],
  ]);
});

test('data of a placemark that are named like its own elements win', async () => {
  const { features } = await readFeatures(file(placemark('<Data name="name"><value>of the data</value></Data>')));
  expect(features[0]?.faults).toEqual([]);
  expect(features[0]?.properties.get('name')).toBe('of the data');
});
