import { expect, test } from 'vitest';
import { wordsOf } from '#tests/support/refusals.ts';
import type { Placement } from './georeference.ts';
import { Extent, getMisplacement } from './location.ts';
import { type ReferenceCode, references } from './reference.ts';

type Box = [minX: number, minY: number, maxX: number, maxY: number];

function misplacementOf(
  [minX, minY, maxX, maxY]: Box,
  placement: Partial<Placement> & { code?: ReferenceCode },
  found: object,
) {
  const { code = 4326, ...rest } = placement;
  const extent = new Extent();
  extent.add(minX, minY);
  extent.add(maxX, maxY);
  return getMisplacement({
    placement: { reference: references[code], isSwapped: false, declaredBy: undefined, isAsked: false, ...rest },
    extent,
    positions: 10,
    stray: 0,
    parts: 2,
    partsOutside: 0,
    ...found,
  });
}

const all = { stray: 10, parts: 0 };
const outside = { partsOutside: 2 };
const gisborne: Box = [2_037_000, 5_709_000, 2_038_000, 5_710_000];

test.each<[title: string, box: Box, placement: Parameters<typeof misplacementOf>[1], found: object, sentence: string]>([
  [
    'metres that fit two projections: both are suggested, with the place where each would put the data',
    gisborne,
    {},
    all,
    'The coordinates are not longitude and latitude: they range from 2037000 to 2038000 and from 5709000 to 5710000. They may be metres of a map projection, but the file does not say which. One of these may be right: --crs EPSG:2193 (NZTM2000) would put the centre 1 km from Gisborne; --crs EPSG:27200 (New Zealand Map Grid) would put the centre 194 km from Queenstown.',
  ],
  [
    'New Zealand Map Grid',
    [2_658_000, 5_989_000, 2_660_000, 5_990_000],
    {},
    all,
    'The coordinates are not longitude and latitude: they range from 2658000 to 2660000 and from 5989000 to 5990000. They may be metres of a map projection, but the file does not say which. One of these may be right: --crs EPSG:27200 (New Zealand Map Grid) would put the centre less than 1 km from Wellington; --crs EPSG:2193 (NZTM2000) would put the centre 678 km from Gisborne.',
  ],
  [
    'degrees with the latitude first, at the Chatham Islands',
    [-44.1, -176.6, -44, -176.5],
    {},
    all,
    'The coordinates are not longitude and latitude: they range from -44.1 to -44 and from -176.6 to -176.5. One of these may be right: --crs EPSG:4326 --swap (WGS 84, latitude first) would put the centre 726 km from Masterton.',
  ],
  [
    'degrees where a projection is declared',
    [174, -41, 175, -40],
    { code: 2193, declaredBy: 'prj' },
    all,
    'The coordinates are not in EPSG:2193 (NZTM2000), according to the .prj file: they range from 174 to 175 and from -41 to -40. One of these may be right: --crs EPSG:4326 (WGS 84) would put the centre 63 km from Paraparaumu.',
  ],
  [
    'northings first where NZTM2000 is declared',
    [5_427_916, 1_748_735, 5_428_000, 1_749_000],
    { code: 2193, declaredBy: 'crs-member' },
    all,
    'The coordinates are not in EPSG:2193 (NZTM2000), according to the "crs" member: they range from 5427916 to 5428000 and from 1748735 to 1749000. One of these may be right: --crs EPSG:2193 --swap (NZTM2000, northing first) would put the centre less than 1 km from Wellington.',
  ],
  [
    'another system than the chosen one',
    [174, -41, 175, -40],
    { code: 3857, isAsked: true },
    { partsOutside: 2, stray: 6 },
    'The coordinates are not in EPSG:3857 (Web Mercator), which was chosen: they range from 174 to 175 and from -41 to -40. One of these may be right: --crs EPSG:4326 (WGS 84) would put the centre 63 km from Paraparaumu.',
  ],
  [
    'Map Grid declared as NZTM2000: valid numbers, far out at sea',
    [2_900_000, 6_400_000, 2_910_000, 6_410_000],
    { code: 2193, declaredBy: 'prj' },
    outside,
    'In EPSG:2193 (NZTM2000), according to the .prj file, no area would be in New Zealand: they range from 2900000 to 2910000 and from 6400000 to 6410000. One of these may be right: --crs EPSG:27200 (New Zealand Map Grid) would put the centre 62 km from Ōpōtiki.',
  ],
])('a file in another reference system is refused: %s', (_, box, placement, found, sentence) => {
  const misplacement = misplacementOf(box, placement, found);
  expect(misplacement && wordsOf({ code: 'coverage-misplaced', ...misplacement })).toBe(sentence);
});

test.each<[title: string, box: Box, placement: Parameters<typeof misplacementOf>[1], found: object]>([
  ['some areas are outside', gisborne, { code: 2193, declaredBy: 'prj' }, { partsOutside: 1 }],
  ['only a few positions are stray', [0, 0, 5e9, 5e9], {}, { stray: 4 }],
  ['all areas are outside, but no other system fits better', [100, 10, 101, 11], {}, outside],
  ['all areas are outside the service area, on the Chatham Islands', [-176.6, -44.1, -176.5, -44], {}, outside],
  ['staff chose the system', [2_900_000, 6_400_000, 2_910_000, 6_410_000], { code: 2193, isAsked: true }, outside],
  ['the file has no areas', [0, 0, 0, 0], {}, { positions: 0, parts: 0 }],
])('a file is accepted when %s', (_, box, placement, found) => {
  expect(misplacementOf(box, placement, found)).toBeUndefined();
});
