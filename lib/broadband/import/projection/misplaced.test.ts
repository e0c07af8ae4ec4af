import { expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { Extent } from './extent.ts';
import type { Placement } from './georeference.ts';
import { refuseMisplaced } from './misplaced.ts';
import { type ReferenceCode, references } from './reference.ts';

type Box = [minX: number, minY: number, maxX: number, maxY: number];

function check([minX, minY, maxX, maxY]: Box, placement: Partial<Placement> & { code?: ReferenceCode }, found: object) {
  const { code = 4326, ...rest } = placement;
  const extent = new Extent();
  extent.add(minX, minY);
  extent.add(maxX, maxY);
  refuseMisplaced({
    placement: { reference: references[code], isSwapped: false, by: undefined, isAsked: false, ...rest },
    ...{ extent, positions: 10, stray: 0, parts: 2, partsOutside: 0, ...found },
  });
}

const all = { stray: 10, parts: 0 };
const outside = { partsOutside: 2 };
const gisborne: Box = [2_037_000, 5_709_000, 2_038_000, 5_710_000];

test.each<[title: string, box: Box, placement: Parameters<typeof check>[1], found: object, sentence: string]>([
  [
    'metres that may be of two projections: each is told, and where it would put the data',
    gisborne,
    {},
    all,
    'The coordinates are no longitude and latitude: they go from 2037000 to 2038000 and 5709000 to 5710000, as metres of a map projection do, and the file does not say of which. Say which they are: --crs EPSG:2193 (NZTM2000) would put their middle 1 km from Gisborne; --crs EPSG:27200 (New Zealand Map Grid) would put their middle 194 km from Queenstown.',
  ],
  [
    'New Zealand Map Grid',
    [2_658_000, 5_989_000, 2_660_000, 5_990_000],
    {},
    all,
    'The coordinates are no longitude and latitude: they go from 2658000 to 2660000 and 5989000 to 5990000, as metres of a map projection do, and the file does not say of which. Say which they are: --crs EPSG:27200 (New Zealand Map Grid) would put their middle less than 1 km from Wellington; --crs EPSG:2193 (NZTM2000) would put their middle 678 km from Gisborne.',
  ],
  [
    'degrees with the latitude first, at the Chatham Islands',
    [-44.1, -176.6, -44, -176.5],
    {},
    all,
    'The coordinates are no longitude and latitude: they go from -44.1 to -44 and -176.6 to -176.5. Say which they are: --crs EPSG:4326 --swap (WGS 84, latitude first) would put their middle 726 km from Masterton.',
  ],
  [
    'degrees where a projection is declared',
    [174, -41, 175, -40],
    { code: 2193, by: 'the .prj file' },
    all,
    'The coordinates are not those of EPSG:2193 (NZTM2000), as the .prj file says: they go from 174 to 175 and -41 to -40. Say which they are: --crs EPSG:4326 (WGS 84) would put their middle 63 km from Paraparaumu.',
  ],
  [
    'northings first where NZTM2000 is declared',
    [5_427_916, 1_748_735, 5_428_000, 1_749_000],
    { code: 2193, by: 'the "crs" member' },
    all,
    'The coordinates are not those of EPSG:2193 (NZTM2000), as the "crs" member says: they go from 5427916 to 5428000 and 1748735 to 1749000. Say which they are: --crs EPSG:2193 --swap (NZTM2000, northing first) would put their middle less than 1 km from Wellington.',
  ],
  [
    'not what was asked for',
    [174, -41, 175, -40],
    { code: 3857, isAsked: true, by: undefined },
    { partsOutside: 2, stray: 6 },
    'The coordinates are not those of EPSG:3857 (Web Mercator), as was asked for: they go from 174 to 175 and -41 to -40. Say which they are: --crs EPSG:4326 (WGS 84) would put their middle 63 km from Paraparaumu.',
  ],
  [
    'Map Grid declared as NZTM2000: valid numbers, far out at sea',
    [2_900_000, 6_400_000, 2_910_000, 6_410_000],
    { code: 2193, by: 'the .prj file' },
    outside,
    'Read by EPSG:2193 (NZTM2000), as the .prj file says, no area would lie in New Zealand: they go from 2900000 to 2910000 and 6400000 to 6410000. Say which they are: --crs EPSG:27200 (New Zealand Map Grid) would put their middle 62 km from Ōpōtiki.',
  ],
])('a file that is read by the wrong reference system is refused: %s', (_, box, placement, found, sentence) => {
  expect(() => check(box, placement, found)).toThrow(new Refusal(sentence));
});

test.each<[title: string, box: Box, placement: Parameters<typeof check>[1], found: object]>([
  ['some areas are outside', gisborne, { code: 2193, by: 'x' }, { partsOutside: 1 }],
  ['few positions are stray', [0, 0, 5e9, 5e9], {}, { stray: 4 }],
  ['all areas are outside, but no other system fits better', [100, 10, 101, 11], {}, outside],
  ['all areas are outside the service area, on the Chatham Islands', [-176.6, -44.1, -176.5, -44], {}, outside],
  ['somebody insists', [2_900_000, 6_400_000, 2_910_000, 6_410_000], { code: 2193, isAsked: true }, outside],
  ['there are no areas at all', [0, 0, 0, 0], {}, { positions: 0, parts: 0 }],
])('a file is left alone when %s', (_, box, placement, found) => {
  expect(() => check(box, placement, found)).not.toThrow();
});
