import { describe, expect, test } from 'vitest';
import { defaultOpacity, type MapFragment, parseFragment, writeFragment } from './fragment.ts';

const nothing: MapFragment = { view: undefined, layers: 'best', opacity: defaultOpacity, asOf: '', only: '' };

test.each<[string, MapFragment]>([
  ['', nothing],
  ['#map=14/-41.2866/174.7756', { ...nothing, view: { zoom: 14, latitude: -41.2866, longitude: 174.7756 } }],
  ['#map=5.25/-41/172', { ...nothing, view: { zoom: 5.25, latitude: -41, longitude: 172 } }],
  ['#layers=1,4', { ...nothing, layers: [1, 4] }],
  ['#layers=none', { ...nothing, layers: [] }],
  [
    '#map=18/-36.85/174.76&layers=6&opacity=30',
    { ...nothing, view: { zoom: 18, latitude: -36.85, longitude: 174.76 }, layers: [6], opacity: 30 },
  ],
  ['#layers=2&as_of=2026-03-01', { ...nothing, layers: [2], asOf: '2026-03-01' }],
  ['#only=fast,now,kind:Fibre%20%26%20more', { ...nothing, only: 'fast,now,kind:Fibre & more' }],
])('%j is written and parsed alike', (text, fragment) => {
  expect(writeFragment(fragment)).toBe(text);
  expect(parseFragment(text)).toEqual(fragment);
});

test('a view is written with no more decimals than the map shows', () => {
  expect(writeFragment({ ...nothing, view: { zoom: 5, latitude: -41.123456, longitude: 172.98765 } })).toBe(
    '#map=5/-41.12/172.99',
  );
});

describe('invalid parts are ignored', () => {
  test.each([
    '#answer',
    '#map=14',
    '#map=14/-41',
    '#map=x/-41/174',
    '#map=14/-91/174',
    '#map=1e3/1/1',
    '#layers=0,-1,x,1.5,99999999',
    '#opacity=5',
    '#opacity=101',
    '#opacity=50.5',
    '#opacity=',
    '#as_of=yesterday',
    '#as_of=2026-3-1',
    '#%ZZ',
  ])('%s', (text) => expect(parseFragment(text)).toEqual(nothing));

  test('a repeated layer is drawn once', () => {
    expect(parseFragment('#layers=2,2,x,3').layers).toEqual([2, 3]);
  });
});
