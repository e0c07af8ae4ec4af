import { expect, test } from 'vitest';
import { wordsOf } from '#tests/support/refusals.ts';
import { parseWktReference } from './wkt-reference.ts';

// as written by PROJ's `projinfo EPSG:N -o WKT1_ESRI`, `WKT1_GDAL` and `WKT2:2019`, without the parts that are not read
const nzgd =
  'GEOGCS["GCS_NZGD_2000",DATUM["D_NZGD_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const wgs =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const nztm = `PROJCS["NZGD_2000_New_Zealand_Transverse_Mercator",${nzgd},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",1600000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",173.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;
const nzmg =
  'PROJCS["GD_1949_New_Zealand_Map_Grid",GEOGCS["GCS_New_Zealand_1949",DATUM["D_New_Zealand_1949",SPHEROID["International_1924",6378388.0,297.0]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["New_Zealand_Map_Grid"],PARAMETER["False_Easting",2510000.0],PARAMETER["False_Northing",6023150.0],PARAMETER["Longitude_Of_Origin",173.0],PARAMETER["Latitude_Of_Origin",-41.0],UNIT["Meter",1.0]]';
const webMercator = `PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",${wgs},PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],UNIT["Meter",1.0]]`;
const nztmOfIso =
  'PROJCRS["NZGD2000 / New Zealand Transverse Mercator 2000",BASEGEOGCRS["NZGD2000",DATUM["New Zealand Geodetic Datum 2000",ELLIPSOID["GRS 1980",6378137,298.257222101,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]]],CONVERSION["New Zealand Transverse Mercator 2000",METHOD["Transverse Mercator",ID["EPSG",9807]],PARAMETER["Latitude of natural origin",0],PARAMETER["Longitude of natural origin",173],PARAMETER["Scale factor at natural origin",0.9996],PARAMETER["False easting",1600000],PARAMETER["False northing",10000000]],CS[Cartesian,2],AXIS["northing (N)",north],AXIS["easting (E)",east],LENGTHUNIT["metre",1]]';

test.each([
  ['NZTM2000 of ESRI', nztm, 2193],
  ['NZTM2000 of ISO', nztmOfIso, 2193],
  ['NZTM2000 by another name', nztm.replace('NZGD_2000_New_Zealand_Transverse_Mercator', 'my grid'), 2193],
  ['a code overrides the name', 'PROJCS["x",AUTHORITY["EPSG","27200"]]', 27200],
  ['with heights', `COMPD_CS["x",${nztm},VERT_CS["y"]]`, 2193],
  ['New Zealand Map Grid', nzmg, 27200],
  ['Web Mercator', webMercator, 3857],
  ['NZGD2000', nzgd, 4167],
  ['WGS 84', wgs, 4326],
])('%s is recognised by its parameters', (_, text, code) => {
  expect(parseWktReference(text)).toMatchObject({ ok: true, reference: { code } });
});

test.each([
  [
    'another meridian',
    nztm.replace('["Central_Meridian",173.0]', '["Central_Meridian",175.0]'),
    '"NZGD_2000_New_Zealand_Transverse_Mercator"',
  ],
  ['feet', nztm.replace('UNIT["Meter",1.0]', 'UNIT["Foot",0.3048]'), '"NZGD_2000_New_Zealand_Transverse_Mercator"'],
  ['another datum', nztm.replace('D_NZGD_2000', 'D_Tokyo'), '"NZGD_2000_New_Zealand_Transverse_Mercator"'],
  ['degrees from Paris', wgs.replace('["Greenwich",0.0]', '["Paris",2.337]'), '"GCS_WGS_1984"'],
  ['gradians', wgs.replace('0.0174532925199433', '0.015707963'), '"GCS_WGS_1984"'],
  [
    'a number that is not read',
    'PROJCS["x",AUTHORITY["EPSG","3793"]]',
    'EPSG:3793 (NZGD2000 / Chatham Islands TM 2000)',
  ],
])('%s is refused with its name', (_, text, name) => {
  const parsed = parseWktReference(text);
  expect(parsed.ok ? '' : wordsOf(parsed.reason)).toContain(`The coordinates are in ${name}, which is not read.`);
});

test.each(['', '{"a":1}', 'PROJCS["cut', `${'PROJCS['.repeat(10_000)}`])('%s is not WKT', (text) => {
  expect(parseWktReference(text)).toEqual({
    ok: false,
    reason: { code: 'reference-not-described' },
  });
});
