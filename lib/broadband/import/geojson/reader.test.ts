import { expect, test } from 'vitest';
import { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { type DeclaredReference, Georeference, ReadAgain } from '#lib/broadband/import/projection/georeference.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { tries } from '#tests/support/long.ts';
import { codeAndWords, refusalOf, wordsOf } from '#tests/support/refusals.ts';
import { GeoJsonReader } from './reader.ts';

const square = [
  [174, -41],
  [175, -41],
  [175, -40],
  [174, -40],
  [174, -41],
];
const hole = [
  [174.2, -40.8],
  [174.4, -40.8],
  [174.4, -40.6],
  [174.2, -40.8],
];
const polygon = { type: 'Polygon', coordinates: [square] };
const feature = { type: 'Feature', properties: { provider: 'One' }, geometry: polygon };

function read(
  text: string,
  size = Number.POSITIVE_INFINITY,
  area = new AreaBuilder(),
): { features: SourceFeature[]; reader: GeoJsonReader } {
  const bytes = Buffer.from(text);
  const reader = new GeoJsonReader(area);
  const features: SourceFeature[] = [];
  for (let at = 0; at < bytes.length; at += size) features.push(...reader.write(bytes.subarray(at, at + size)));
  reader.end();
  return { features, reader };
}

/** The polygons of each feature, as rings of units, or the reason why it has none. */
function areas(features: readonly SourceFeature[]) {
  return features.map(({ area }) => {
    return typeof area === 'string' ? area : area.parts.map((part) => part.map((ring) => [...ring]));
  });
}

function units(ring: readonly (readonly number[])[]): number[] {
  return ring.flatMap(([x = 0, y = 0]) => [toUnitX(x), toUnitY(y)]);
}

const one = [[[units(square)]]];
const good: [title: string, text: string, expected: unknown][] = [
  ['a FeatureCollection', JSON.stringify({ type: 'FeatureCollection', features: [feature] }), one],
  ['features before the type', JSON.stringify({ features: [feature], type: 'FeatureCollection' }), one],
  ['an empty FeatureCollection', '{"type":"FeatureCollection","features":[]}', []],
  ['a Feature', JSON.stringify(feature), one],
  [
    'a Feature with its members in any order',
    JSON.stringify({ geometry: { coordinates: [square], type: 'Polygon' }, id: 7, properties: null, type: 'Feature' }),
    one,
  ],
  ['a geometry', JSON.stringify(polygon), one],
  ['a geometry with its coordinates first', JSON.stringify({ coordinates: [square], type: 'Polygon' }), one],
  ['lines of features', `${JSON.stringify(feature)}\n${JSON.stringify(feature)}\r\n\n`, [...one, ...one]],
  [
    'record separators (RFC 8142)',
    `\u001e${JSON.stringify(feature)}\n\u001e${JSON.stringify(polygon)}\n`,
    [...one, ...one],
  ],
  ['a hole', JSON.stringify({ type: 'Polygon', coordinates: [square, hole] }), [[[units(square), units(hole)]]]],
  [
    'a MultiPolygon',
    JSON.stringify({ type: 'MultiPolygon', coordinates: [[square, hole], [hole]] }),
    [[[units(square), units(hole)], [units(hole)]]],
  ],
  ['heights', JSON.stringify({ type: 'Polygon', coordinates: [square.map(([x, y]) => [x, y, 12.5])] }), one],
  [
    'foreign members of every kind',
    JSON.stringify({
      type: 'FeatureCollection',
      x: [[1, [2]], { features: [] }],
      bbox: [1, 2, 3, 4],
      features: [{ ...feature, geometries2: [1], y: { coordinates: [[1]], geometry: { type: 'x' } } }],
      z: null,
    }),
    one,
  ],
  [
    'properties named like members',
    JSON.stringify({
      ...feature,
      properties: { geometry: { type: 'Point' }, coordinates: [[1, 2]], type: 'x', crs: 'EPSG:2193' },
    }),
    one,
  ],
  ['a null geometry', JSON.stringify({ ...feature, geometry: null }), ['no geometry']],
  ['empty coordinates', '{"type":"Polygon","coordinates":[]}', ['no geometry']],
  ['a point', '{"type":"Point","coordinates":[174,-41]}', ['Point']],
  ['points', '{"type":"MultiPoint","coordinates":[[174,-41]]}', ['MultiPoint']],
  ['a line', '{"type":"LineString","coordinates":[[174,-41],[175,-41]]}', ['LineString']],
  ['lines', '{"type":"MultiLineString","coordinates":[[[174,-41],[175,-41]]]}', ['MultiLineString']],
  [
    'a collection of geometries',
    JSON.stringify({ type: 'GeometryCollection', geometries: [polygon, { type: 'Point', coordinates: [1, 2] }] }),
    one,
  ],
  [
    'a collection without an area',
    '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}',
    ['GeometryCollection'],
  ],
  [
    'a collection of lines before an area, types last',
    JSON.stringify({
      geometries: [
        {
          coordinates: [
            [1, 2],
            [3, 4],
          ],
          type: 'LineString',
        },
        { coordinates: polygon.coordinates, type: 'Polygon' },
      ],
      type: 'GeometryCollection',
    }),
    one,
  ],
  [
    'a collection in a collection, of a feature',
    JSON.stringify({
      ...feature,
      geometry: {
        type: 'GeometryCollection',
        geometries: [
          { type: 'GeometryCollection', geometries: [polygon] },
          { type: 'MultiPolygon', coordinates: [] },
        ],
      },
    }),
    one,
  ],
  [
    'a clockwise ring',
    JSON.stringify({ type: 'Polygon', coordinates: [[...square].reverse()] }),
    [[[units([...square].reverse())]]],
  ],
  ['an open ring, which is closed', JSON.stringify({ type: 'Polygon', coordinates: [square.slice(0, 4)] }), one],
  [
    'longitudes of -180 to 0, held as 180 to 360',
    '{"type":"Polygon","coordinates":[[[-176.5,-44],[-176,-44],[-176,-43],[-176.5,-44]]]}',
    [
      [
        [
          units([
            [183.5, -44],
            [184, -44],
            [184, -43],
            [183.5, -44],
          ]),
        ],
      ],
    ],
  ],
  [
    'a polygon across 180°',
    '{"type":"Polygon","coordinates":[[[179,-44],[-179,-44],[-179,-43],[179,-44]]]}',
    [
      [
        [
          units([
            [179, -44],
            [181, -44],
            [181, -43],
            [179, -44],
          ]),
        ],
      ],
    ],
  ],
  [
    'more than 7 decimals, rounded once',
    '{"type":"Polygon","coordinates":[[[174.00000004,-41.00000006],[175,-41],[175,-40],[174.00000004,-41.00000006]]]}',
    [
      [
        [
          units([
            [174, -41.0000001],
            [175, -41],
            [175, -40],
            [174, -41.0000001],
          ]),
        ],
      ],
    ],
  ],
  [
    'a ring of one position, which is removed',
    '{"type":"Polygon","coordinates":[[[174,-41],[174,-41],[174,-41],[174,-41]]]}',
    [[]],
  ],
  [
    'CRS84 at the end',
    JSON.stringify({ ...feature, crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } } }),
    one,
  ],
  [
    'EPSG:4326 at the front',
    JSON.stringify({ crs: { type: 'name', properties: { name: 'EPSG:4326' } }, ...feature }),
    one,
  ],
  ['NZGD2000 by its code', JSON.stringify({ crs: { type: 'EPSG', properties: { code: 4167 } }, ...feature }), one],
  ['crs null', JSON.stringify({ ...feature, crs: null }), one],
];

test.each(good)('GeoJSON is read, wherever the chunks are cut: %s', (_, text, expected) => {
  for (const size of [1, 7, 100_000]) {
    const { features } = read(text, size);
    expect(areas(features)).toEqual(expected);
    expect(
      features.flatMap(({ faults, area }) => [...faults, ...(typeof area === 'string' ? [] : area.faults)]),
    ).toEqual([]);
  }
});

test('features are numbered, with their lines, ids, properties and the layer’s name', () => {
  const text = `{"type":"FeatureCollection","name":"towns",\n"features":[\n${JSON.stringify({ ...feature, id: 'a' })},\n\n${JSON.stringify({ ...feature, id: 2, properties: { Tūī: [1], x: true, y: null, __proto__: 1 } })}]}`;
  const { features, reader } = read(text, 11);
  expect(reader.layerName).toBe('towns');
  expect(features.map(({ number, line, id }) => ({ number, line, id }))).toEqual([
    { number: 1, line: 3, id: 'a' },
    { number: 2, line: 5, id: 2 },
  ]);
  expect([...(features[1]?.properties ?? [])].map(([name, value]) => [name, String(value)])).toEqual([
    ['Tūī', 'Symbol(a list or an object)'],
    ['x', 'true'],
    ['y', 'null'],
  ]);
});

function withCoordinates(type: string, coordinates: string): string {
  return `{"type":"Feature","properties":null,"geometry":{"type":"${type}","coordinates":${coordinates}}}`;
}

const faulty: [text: string, code: string, fault: string][] = [
  [
    '{"type":"FeatureCollection","features":[{"type":"Polygon","coordinates":[]}]}',
    'feature-type',
    'Its "type" is "Polygon", but must be "Feature".',
  ],
  [
    '{"type":"FeatureCollection","features":[{"geometry":null}]}',
    'feature-type',
    'Its "type" is missing, but must be "Feature".',
  ],
  ['{"type":"Feature","properties":null}', 'geometry-missing', 'It has no "geometry" member.'],
  ['{"type":"Feature","geometry":5}', 'member-wrong', 'The "geometry" is 5.'],
  ['{"type":"Feature","geometry":[]}', 'member-wrong', 'The "geometry" is a list.'],
  ['{"type":"Feature","geometry":null,"properties":"x"}', 'member-wrong', 'The "properties" is "x".'],
  ['{"type":"Feature","geometry":null,"properties":[]}', 'member-wrong', 'The "properties" is a list.'],
  ['{"type":"Feature","geometry":null,"id":true}', 'member-wrong', 'The "id" is true.'],
  ['{"type":"Feature","geometry":null,"id":{}}', 'member-wrong', 'The "id" is an object.'],
  [
    '{"type":"Feature","geometry":{"type":"Polygon","coordinates":[]},"geometry":{"type":"Polygon","coordinates":[]}}',
    'member-twice',
    'It has two "geometry" members.',
  ],
  [
    '{"type":"Polygon","coordinates":[],"coordinates":[]}',
    'member-twice',
    'Its geometry has two "coordinates" members.',
  ],
  [
    '{"type":"Feature","geometry":null,"coordinates":[]}',
    'member-misplaced',
    'It has a "coordinates" member, which a feature must not have.',
  ],
  [
    '{"type":"Feature","geometry":null,"geometries":[]}',
    'member-misplaced',
    'It has a "geometries" member, which a feature must not have.',
  ],
  [
    '{"type":"Polygon","coordinates":[],"properties":{}}',
    'member-misplaced',
    'Its geometry has a "properties" member, which a geometry must not have.',
  ],
  [
    '{"type":"Feature","geometry":{"type":"Polygon","coordinates":[],"features":[]}}',
    'member-misplaced',
    'Its geometry has a "features" member, which a geometry must not have.',
  ],
  ['{"type":"Feature","geometry":{"coordinates":[]}}', 'geometry-type', 'The "type" of its geometry is missing.'],
  ['{"type":"Feature","geometry":{"type":5,"coordinates":[]}}', 'member-wrong', 'The "type" of its geometry is 5.'],
  [
    '{"type":"Feature","geometry":{"type":"polygon","coordinates":[]}}',
    'geometry-type',
    'The "type" of its geometry is "polygon".',
  ],
  [
    '{"type":"Feature","geometry":{"type":"Circle","coordinates":[1,2]}}',
    'geometry-type',
    'The "type" of its geometry is "Circle".',
  ],
  [
    '{"type":"Feature","geometry":{"type":"Polygon"}}',
    'coordinates-missing',
    'Its geometry has no list of "coordinates".',
  ],
  [
    '{"type":"Feature","geometry":{"type":"Polygon","coordinates":null}}',
    'member-wrong',
    'The "coordinates" of its geometry is null.',
  ],
  [withCoordinates('Polygon', '{}'), 'member-wrong', 'The "coordinates" of its geometry is an object.'],
  [
    withCoordinates('Polygon', '[[174,-41],[175,-41],[175,-40],[174,-41]]'),
    'coordinates-wrong',
    'Its coordinates are not those of a Polygon: lists must be nested 3 deep, but are nested 2 deep.',
  ],
  [
    withCoordinates('MultiPolygon', '[[[174,-41],[175,-41],[175,-40],[174,-41]]]'),
    'coordinates-wrong',
    'Its coordinates are not those of a MultiPolygon: lists must be nested 4 deep, but are nested 3 deep.',
  ],
  [
    withCoordinates('Polygon', '[[[174],[175,-41],[175,-40],[174,-41]]]'),
    'coordinates-wrong',
    'Its coordinates are not those of a Polygon: a position has only one number.',
  ],
  [
    withCoordinates('Polygon', '[[[174,-41],[175,-41],[],[174,-41]]]'),
    'coordinates-wrong',
    'Its coordinates are not those of a Polygon: they contain an empty list.',
  ],
  [
    withCoordinates('Polygon', '[[]]'),
    'coordinates-wrong',
    'Its coordinates are not those of a Polygon: they contain an empty list.',
  ],
  [
    withCoordinates('Polygon', '[[["174","-41"]]]'),
    'coordinates-wrong',
    'Its coordinates are not those of a Polygon: they contain "174".',
  ],
  [
    withCoordinates('Polygon', '[[[174,null]]]'),
    'coordinates-wrong',
    'Its coordinates are not those of a Polygon: they contain null.',
  ],
  [
    withCoordinates('Polygon', '[[{"x":174,"y":-41}]]'),
    'coordinates-wrong',
    'Its coordinates are not those of a Polygon: they contain an object.',
  ],
  [
    withCoordinates('Polygon', '[[[174,-41],[[175,-41]]]]'),
    'coordinates-wrong',
    'Its coordinates are not those of a Polygon: positions are at different depths.',
  ],
  [
    withCoordinates('Polygon', '[[[174,-41,[1]]]]'),
    'coordinates-wrong',
    'Its coordinates are not those of a Polygon: a position contains a list.',
  ],
];

test.each(faulty)('a bad structure is a fault of its feature: %s', (text, code, fault) => {
  for (const size of [1, 100_000])
    expect(read(text, size).features[0]?.faults.map(codeAndWords)).toContainEqual([code, fault]);
});

const wrongAreas: [coordinates: string, faults: object[], stray: string[]][] = [
  ['[[[174,-41],[175,-41]]]', [{ code: 'ring-too-short', ring: 1, positions: 3, isClosed: false }], []],
  ['[[[174,-41],[175,-41],[174,-41]]]', [{ code: 'ring-too-short', ring: 1, positions: 3, isClosed: true }], []],
  [
    `[${JSON.stringify(square)},[[174.5,-40.5]]]`,
    [{ code: 'ring-too-short', ring: 2, positions: 1, isClosed: true }],
    [],
  ],
  [
    '[[[174,-91],[175,-41],[175,-40],[174,-91]]]',
    [],
    [
      'The latitude -91 is outside -90 to 90 (ring 1, position 1).',
      'The latitude -91 is outside -90 to 90 (ring 1, position 4).',
    ],
  ],
  [
    '[[[174,-41],[361,-41],[-181,-40],[174,-41]]]',
    [],
    [
      'The longitude 361 is outside -180 to 360 (ring 1, position 2).',
      'The longitude -181 is outside -180 to 360 (ring 1, position 3).',
    ],
  ],
  [
    `[${JSON.stringify(square)},[[174,1e999],[1,1],[2,2],[174,-40]]]`,
    [],
    ['The latitude Infinity is outside -90 to 90 (ring 2, position 1).'],
  ],
  ['[[[-180,-50],[180,-50],[180,-30],[-180,-30],[-180,-50]]]', [{ code: 'ring-around-globe', ring: 1 }], []],
  ['[[[0,-50],[360,-50],[360,-30],[0,-30],[0,-50]]]', [{ code: 'ring-around-globe', ring: 1 }], []],
  ['[[[0,-50],[90,-50],[180,-50],[-90,-50],[0,-50]]]', [{ code: 'ring-around-globe', ring: 1 }], []],
];

test.each(wrongAreas)('an impossible area is a fault: %s', (coordinates, faults, stray) => {
  const [found] = read(withCoordinates('Polygon', coordinates)).features;
  const area = typeof found?.area === 'object' ? found.area : undefined;
  expect(area?.faults).toEqual(faults);
  expect(area?.stray.faults.map(wordsOf)).toEqual(stray);
});

const refused: [text: string, code: string, sentence: string][] = [
  ['[]', 'not-geojson', 'The file is JSON, but not GeoJSON: it has a list on line 1 where an object is expected.'],
  ['"x"', 'not-geojson', 'The file is JSON, but not GeoJSON: it has a value on line 1 where an object is expected.'],
  ['{}', 'not-geojson', 'The file is JSON, but not GeoJSON: the object on line 1 has no "type".'],
  [
    '{"type":"Topology","objects":{}}',
    'not-geojson',
    'The file is JSON, but not GeoJSON: "type" is "Topology" on line 1.',
  ],
  [
    '{"type":"featurecollection","features":[]}',
    'not-geojson',
    'The file is JSON, but not GeoJSON: "type" is "featurecollection" on line 1.',
  ],
  [
    '{"type":"FeatureCollection"}',
    'geojson-without-features',
    'The FeatureCollection on line 1 has no list of "features".',
  ],
  [
    '{"type":"FeatureCollection","features":{}}',
    'geojson-without-features',
    'The FeatureCollection on line 1 has no list of "features".',
  ],
  [
    '{"type":"FeatureCollection","features":[],"features":[]}',
    'geojson-features-twice',
    'The file has two "features" members.',
  ],
  [
    '{"type":"FeatureCollection","features":[],"geometry":null}',
    'geojson-member-misplaced',
    'The FeatureCollection on line 1 must not have a "geometry" member.',
  ],
  [
    '{"type":"FeatureCollection","features":[],"properties":{}}',
    'geojson-member-misplaced',
    'The FeatureCollection on line 1 must not have a "properties" member.',
  ],
  [
    '{"type":"FeatureCollection","features":[],"coordinates":[]}',
    'geojson-member-misplaced',
    'The FeatureCollection on line 1 must not have a "coordinates" member.',
  ],
  [
    '{"type":"Feature","geometry":null,"features":[]}',
    'geojson-member-misplaced',
    'The Feature on line 1 must not have a "features" member.',
  ],
  [
    '{"type":"FeatureCollection","features":[\nnull]}',
    'geojson-not-a-feature',
    'The list of features has null on line 2: each element must be a Feature.',
  ],
  [
    '{"type":"FeatureCollection","features":[[]]}',
    'geojson-not-a-feature',
    'The list of features has a list on line 1: each element must be a Feature.',
  ],
  [
    JSON.stringify({ ...feature, crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2105' } } }),
    'reference-not-read',
    'The coordinates are in EPSG:2105 (NZGD2000 / Mount Eden 2000), which is not read. Export the file in one of these: EPSG:2193 (NZTM2000), EPSG:4326 (WGS 84), EPSG:4167 (NZGD2000), EPSG:27200 (New Zealand Map Grid) and EPSG:3857 (Web Mercator).',
  ],
  [
    JSON.stringify({ ...feature, crs: { type: 'link', properties: { href: 'http://example.com/crs' } } }),
    'reference-unnamed',
    'The file has a "crs" member that does not name a reference system. Use --crs to set it.',
  ],
  [
    JSON.stringify({
      crs: { type: 'name', properties: { name: 'EPSG:2193' } },
      type: 'FeatureCollection',
      features: [{ ...feature, crs: { type: 'name', properties: { name: 'EPSG:3857' } } }],
    }),
    'references-differ',
    'The file says that its coordinates are in EPSG:2193 (NZTM2000), and elsewhere that they are in EPSG:3857 (Web Mercator). Use --crs to choose one.',
  ],
];

test.each(refused)('a file that is not GeoJSON is refused: %s', (text, code, sentence) => {
  for (const size of [1, 100_000])
    expect(codeAndWords(refusalOf(() => read(text, size)).reason)).toEqual([code, sentence]);
});

const inNztm = {
  type: 'Polygon',
  coordinates: [
    [
      [1748735, 5427916],
      [1749000, 5427916],
      [1749000, 5428000],
      [1748735, 5427916],
    ],
  ],
};
const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2193' } };

test.each([
  ['at the front', { type: 'FeatureCollection', crs, features: [{ ...feature, geometry: inNztm }] }],
  ['at the end', { type: 'FeatureCollection', features: [{ ...feature, geometry: inNztm }], crs }],
  ['in a feature', { type: 'FeatureCollection', features: [{ ...feature, geometry: inNztm, crs }] }],
  ['in a geometry', { ...feature, geometry: { ...inNztm, crs } }],
])('the projection is taken from the crs member, wherever it is: %s', (_, content) => {
  const text = JSON.stringify(content);
  let known: DeclaredReference | undefined;
  const readWith = () => read(text, 10, new AreaBuilder(new Georeference({}, known)));
  try {
    readWith();
  } catch (fault) {
    if (!(fault instanceof ReadAgain)) throw fault;
    known = fault.declared;
  }
  const [area] = areas(readWith().features);
  // computed by PROJ's cs2cs
  expect(area?.[0]?.[0]?.slice(0, 2)).toEqual([toUnitX(174.7761935), toUnitY(-41.2865044)]);
});

// more than one call of a function takes as arguments
const manyPositions = tries(200_000, 1_000_000);
test(`a ring of ${manyPositions} positions is read`, () => {
  const ring = Array.from({ length: manyPositions }, (_, place) => {
    const angle = (place / manyPositions) * 2 * Math.PI;
    return `[${(174 + Math.cos(angle)).toFixed(7)},${(-41 + Math.sin(angle)).toFixed(7)}]`;
  });
  const { features } = read(`{"type":"Polygon","coordinates":[[${ring.join(',')},${ring[0]}]]}`, 65_536);
  const area = features[0]?.area;
  expect(typeof area === 'object' && area.parts[0]?.[0]?.length).toBe(2 * manyPositions + 2);
});
