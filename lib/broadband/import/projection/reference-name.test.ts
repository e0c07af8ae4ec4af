import { expect, test } from 'vitest';
import { codeAndWords } from '#tests/support/refusals.ts';
import type { ReferenceCode } from './reference.ts';
import { parseReferenceName } from './reference-name.ts';

test.each<[name: string, code: ReferenceCode]>([
  ['EPSG:2193', 2193],
  ['epsg:27200', 27200],
  [' 2193 ', 2193],
  ['urn:ogc:def:crs:EPSG::2193', 2193],
  ['urn:ogc:def:crs:EPSG:9.6:4167', 4167],
  ['http://www.opengis.net/def/crs/EPSG/0/3857', 3857],
  ['http://www.opengis.net/gml/srs/epsg.xml#4326', 4326],
  ['urn:ogc:def:crs:OGC:1.3:CRS84', 4326],
  ['WGS 84', 4326],
  ['NZTM2000', 2193],
  ['ESRI:102100', 3857],
])('%s is read', (name, code) => {
  expect(parseReferenceName(name)).toMatchObject({ ok: true, reference: { code } });
});

test.each([
  ['EPSG:3793', 'EPSG:3793 (NZGD2000 / Chatham Islands TM 2000)'],
  ['EPSG:2105', 'EPSG:2105 (NZGD2000 / Mount Eden 2000)'],
  ['EPSG:2132', 'EPSG:2132 (NZGD2000 / Bluff 2000)'],
  ['urn:ogc:def:crs:EPSG::27205', 'EPSG:27205 (NZGD49 / Mount Eden Circuit)'],
  ['27232', 'EPSG:27232 (NZGD49 / Bluff Circuit)'],
  ['EPSG:32760', 'EPSG:32760 (WGS 84 / UTM zone 60S)'],
  ['EPSG:28356', 'EPSG:28356'],
  ['Mars', '"Mars"'],
  ['', '""'],
])('%j is refused with its name', (name, shown) => {
  const parsed = parseReferenceName(name);
  expect(parsed.ok ? '' : codeAndWords(parsed.reason)).toEqual([
    'reference-not-read',
    expect.stringContaining(`The coordinates are in ${shown}, which is not read.`),
  ]);
});
