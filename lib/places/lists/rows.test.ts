import { expect, test } from 'vitest';
import { towns } from '#lib/places/towns.ts';
import type { Reason } from '#lib/refusal.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import { parseAddressRow } from './address-row.ts';
import { parseGazetteerRow } from './gazetteer-row.ts';
import { recogniseList } from './list-kinds.ts';
import { parseLocalityRow } from './locality-row.ts';

function gazetteer(changes: Partial<Parameters<typeof parseGazetteerRow>[0]>) {
  const faults: Reason[] = [];
  const row = {
    name: 'Owhiro Bay',
    feat_type: 'Suburb',
    latitude: '-41.343',
    longitude: '174.757',
    status: '',
    reo: '0',
  };
  return { place: parseGazetteerRow({ ...row, ...changes }, (reason) => faults.push(reason)), faults };
}

function address(changes: Partial<Parameters<typeof parseAddressRow>[0]>) {
  const faults: Reason[] = [];
  const blank = {
    address_id: '',
    postcode: '',
    full_address: '',
    full_address_ascii: '',
    shape_x: '',
    shape_y: '',
    gd2000_xcoord: '',
    gd2000_ycoord: '',
  };
  return { place: parseAddressRow({ ...blank, ...changes }, (reason) => faults.push(reason)), faults };
}

test('a place is distinguished from others of its name by its kind and the nearest larger town', () => {
  expect(gazetteer({}).place).toEqual({
    name: 'Owhiro Bay',
    detail: 'Suburb, near Wellington',
    latitude: -41.343,
    longitude: 174.757,
    isMaori: false,
    isServed: true,
    rank: 2,
  });
  expect(gazetteer({ status: 'Unofficial Replaced' }).place).toMatchObject({
    detail: 'Suburb (former name), near Wellington',
    rank: 22,
  });
  expect(gazetteer({ name: 'Wellington', feat_type: 'Town' }).place).toMatchObject({ detail: 'Town', rank: 0 });
  expect(gazetteer({ name: 'Ōwhiro  Bay\n', reo: '1' }).place).toMatchObject({ name: 'Ōwhiro Bay ', isMaori: true });
});

test('one of the larger towns is where the map has its name, so that its pin is there', () => {
  const [wellington] = towns.filter(({ name }) => name === 'Wellington');
  const { latitude, longitude } = wellington ?? {};
  const row = { name: 'Wellington', feat_type: 'Town', latitude: '-41.275774', longitude: '174.783517' };
  expect(gazetteer(row).place).toMatchObject({ latitude, longitude });
  expect(gazetteer({ ...row, feat_type: 'Harbour' }).place).toMatchObject({ latitude: -41.275774 });
});

test('the Chathams are outside the service area: they rank last, and their longitude is negative', () => {
  expect(gazetteer({ feat_type: 'Island', latitude: '-43.917863', longitude: '183.507719' }).place).toMatchObject({
    detail: 'Island',
    longitude: -176.492281,
    isServed: false,
    rank: 106,
  });
});

test('a row without a name or a position is skipped; an unreadable position is a fault', () => {
  expect(gazetteer({ name: '–' })).toEqual({ place: undefined, faults: [] });
  expect(gazetteer({ latitude: '', longitude: '' })).toEqual({ place: undefined, faults: [] });
  expect(gazetteer({ latitude: '5420000' }).faults).toEqual([{ code: 'not-a-latitude', text: '5420000' }]);
  expect(gazetteer({ longitude: '' }).faults).toEqual([{ code: 'not-a-longitude', text: '' }]);
  expect(wordsOf({ code: 'not-a-latitude', text: '5420000' })).toBe(
    'The latitude "5420000" is not a number of degrees from -90 to 90.',
  );
  expect(wordsOf({ code: 'not-a-longitude', text: '' })).toBe(
    'The longitude "" is not a number of degrees from -180 to 360.',
  );
});

test('an address is read from either pair of columns; a unit follows its house', () => {
  const place = { name: '12 Rātā Street, Naenae', latitude: -41.2, longitude: 174.94 };
  const full_address = place.name;
  expect(address({ full_address, shape_x: '174.94', shape_y: '-41.2' }).place).toMatchObject({ ...place, rank: 0 });
  expect(address({ full_address, gd2000_xcoord: '174.94', gd2000_ycoord: '-41.2' }).place).toMatchObject(place);
  expect(address({ full_address_ascii: '1/12 Rata', shape_x: '174.94', shape_y: '-41.2' }).place).toMatchObject({
    name: '1/12 Rata',
    rank: 1,
  });
});

test('the first line identifies the list', () => {
  expect(recogniseList('\ufeffid,name,status,feat_type,latitude,longitude,reo')).toBe('gazetteer');
  expect(recogniseList('WKT,"full_address",full_address_ascii,shape_X,shape_Y')).toBe('addresses');
  expect(recogniseList('sep=;\r\n"Name";"Feat Type";"Lat";"Long"\r\n')).toBe('gazetteer');
  expect(recogniseList('\n\nname\talias\ty\tx\n')).toBe('aliases');
  expect(recogniseList('domain,registered,cancel_date')).toBeUndefined();
});

test.each([
  ['the longitude first', 'wkt', 'POLYGON ((174.7 -41.3, 174.8 -41.3, 174.8 -41.2, 174.7 -41.2, 174.7 -41.3))'],
  ['the latitude first', 'shape', 'MULTIPOLYGON (((-41.3 174.7, -41.3 174.8, -41.2 174.8, -41.2 174.7, -41.3 174.7)))'],
  ['a point', 'shape', 'POINT (-41.25 174.75)'],
])('a locality is inside its area, written with %s', (_what, column, text) => {
  const blank = { wkt: '', shape: '', shape_x: '', shape_y: '', population_estimate: '' };
  const row = { ...blank, name: 'Karori', type: 'Suburb', major_name: 'Wellington', [column]: text };
  const faults: Reason[] = [];
  expect(parseLocalityRow(row, (reason) => faults.push(reason))).toMatchObject({ latitude: -41.25, longitude: 174.75 });
  expect(faults).toEqual([]);
});
