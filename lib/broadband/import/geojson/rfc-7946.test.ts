import { expect, test } from 'vitest';
import { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { Refusal } from '#lib/refusal.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import { GeoJsonReader } from './reader.ts';

// Each MUST and SHALL of RFC 7946, in its order, with a text that breaks it and the resulting fault; or with the reason
// why such a text is read nevertheless. A text that follows the rule is read without a fault.

const ring = '[[174,-41],[175,-41],[175,-40],[174,-41]]';
const area = `{"type":"Polygon","coordinates":[${ring}]}`;
const feature = `{"type":"Feature","properties":{},"geometry":${area}}`;
const featureWith = (geometry: string) => `{"type":"Feature","properties":{},"geometry":${geometry}}`;
const collectionWith = (members: string) => `{"type":"FeatureCollection","features":[${feature}]${members}}`;

/** Why a text is refused, or the faults of its features and their areas. */
function reasonsOf(text: string): readonly string[] {
  const reader = new GeoJsonReader(new AreaBuilder());
  try {
    const features = [...reader.write(Buffer.from(text))];
    reader.end();
    return features
      .flatMap(({ faults, area: found }) => [
        ...faults,
        ...(typeof found === 'object' ? [...found.faults, ...found.stray.faults] : []),
      ])
      .map(wordsOf);
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return [wordsOf(fault.reason)];
  }
}

interface Rule {
  readonly section: string;
  readonly rule: string;
  readonly keeps: string;
  readonly breaks: string;
  readonly sentence: string;
}

const rules: readonly Rule[] = [
  {
    section: '2',
    rule: 'a GeoJSON text is a JSON object',
    keeps: feature,
    breaks: `[${feature}]`,
    sentence: 'The file is JSON, but not GeoJSON: it has a list on line 1 where an object is expected.',
  },
  {
    section: '3',
    rule: 'it has a member "type"',
    keeps: feature,
    breaks: '{"features":[]}',
    sentence: 'The file is JSON, but not GeoJSON: the object on line 1 has no "type".',
  },
  {
    section: '3',
    rule: 'its type is one of the nine',
    keeps: feature,
    breaks: '{"type":"Topology","objects":{}}',
    sentence: 'The file is JSON, but not GeoJSON: "type" is "Topology" on line 1.',
  },
  {
    section: '3.1',
    rule: 'the type of a geometry is one of the seven',
    keeps: featureWith(area),
    breaks: featureWith('{"type":"Circle","coordinates":[174,-41]}'),
    sentence: 'The "type" of its geometry is "Circle".',
  },
  {
    section: '3.1',
    rule: 'a geometry that is no collection has a list of coordinates',
    keeps: featureWith(area),
    breaks: featureWith('{"type":"Polygon"}'),
    sentence: 'Its geometry has no list of "coordinates".',
  },
  {
    section: '3.1.1',
    rule: 'a position has two elements or more',
    keeps: area.replaceAll('-41]', '-41,12]'),
    breaks: area.replace('174,-41', '174'),
    sentence: 'Its coordinates are not those of a Polygon: a position has only one number.',
  },
  {
    section: '3.1.1',
    rule: 'the elements of a position are numbers',
    keeps: area,
    breaks: area.replace('174,-41', '"174","-41"'),
    sentence: 'Its coordinates are not those of a Polygon: they contain "174".',
  },
  {
    section: '3.1.6',
    rule: 'a ring has four positions or more',
    keeps: area,
    breaks: '{"type":"Polygon","coordinates":[[[174,-41],[175,-41],[174,-41]]]}',
    sentence: 'Ring 1 has 3 positions, but needs at least 4.',
  },
  {
    section: '3.1.6',
    rule: 'the coordinates of a Polygon are a list of rings',
    keeps: area,
    breaks: `{"type":"Polygon","coordinates":${ring}}`,
    sentence: 'Its coordinates are not those of a Polygon: lists must be nested 3 deep, but are nested 2 deep.',
  },
  {
    section: '3.1.7',
    rule: 'the coordinates of a MultiPolygon are a list of those of Polygons',
    keeps: `{"type":"MultiPolygon","coordinates":[[${ring}]]}`,
    breaks: `{"type":"MultiPolygon","coordinates":[${ring}]}`,
    sentence: 'Its coordinates are not those of a MultiPolygon: lists must be nested 4 deep, but are nested 3 deep.',
  },
  {
    section: '3.2',
    rule: 'a Feature has a member "geometry"',
    keeps: featureWith('null'),
    breaks: '{"type":"Feature","properties":{}}',
    sentence: 'It has no "geometry" member.',
  },
  {
    section: '3.2',
    rule: 'the geometry of a Feature is a geometry or null',
    keeps: featureWith('null'),
    breaks: featureWith('5'),
    sentence: 'The "geometry" is 5.',
  },
  {
    section: '3.2',
    rule: 'the properties of a Feature are an object or null',
    keeps: '{"type":"Feature","geometry":null,"properties":null}',
    breaks: '{"type":"Feature","geometry":null,"properties":[]}',
    sentence: 'The "properties" is a list.',
  },
  {
    section: '3.2',
    rule: 'the id of a Feature is a string or a number',
    keeps: '{"type":"Feature","geometry":null,"properties":null,"id":"a"}',
    breaks: '{"type":"Feature","geometry":null,"properties":null,"id":true}',
    sentence: 'The "id" is true.',
  },
  {
    section: '3.3',
    rule: 'a FeatureCollection has a list of features',
    keeps: collectionWith(''),
    breaks: '{"type":"FeatureCollection"}',
    sentence: 'The FeatureCollection on line 1 has no list of "features".',
  },
  {
    section: '3.3',
    rule: 'each element of the list is a Feature',
    keeps: collectionWith(''),
    breaks: `{"type":"FeatureCollection","features":[${area}]}`,
    sentence: 'Its "type" is "Polygon", but must be "Feature".',
  },
  ...['coordinates', 'geometries', 'geometry', 'properties'].map((member) => ({
    section: '7.1',
    rule: `a FeatureCollection has no member "${member}"`,
    keeps: collectionWith(',"name":"towns"'),
    breaks: collectionWith(`,"${member}":[]`),
    sentence: `The FeatureCollection on line 1 must not have a "${member}" member.`,
  })),
  ...['coordinates', 'geometries'].map((member) => ({
    section: '7.1',
    rule: `a Feature has no member "${member}"`,
    keeps: feature,
    breaks: `{"type":"Feature","properties":{},"geometry":null,"${member}":[]}`,
    sentence: `It has a "${member}" member, which a feature must not have.`,
  })),
  {
    section: '7.1',
    rule: 'a Feature has no member "features"',
    keeps: feature,
    breaks: '{"type":"Feature","properties":{},"geometry":null,"features":[]}',
    sentence: 'The Feature on line 1 must not have a "features" member.',
  },
  ...['geometry', 'properties', 'features'].map((member) => ({
    section: '7.1',
    rule: `a geometry has no member "${member}"`,
    keeps: feature,
    breaks: featureWith(`{"type":"Polygon","coordinates":[${ring}],"${member}":null}`),
    sentence: `Its geometry has a "${member}" member, which a geometry must not have.`,
  })),
];

test.each(rules)('RFC 7946, $section: $rule', ({ keeps, breaks, sentence }) => {
  expect(reasonsOf(keeps)).toEqual([]);
  expect(reasonsOf(breaks)).toContain(sentence);
});

test.each([
  // the meaning is clear: the ring is closed, and the report mentions it
  [
    '3.1.6',
    'the last position of a ring is its first',
    area.replace(',[174,-41]]', ']').replace('[[174', '[[176,-41],[174'),
  ],
  // the section itself asks readers not to refuse it; even-odd ignores direction
  [
    '3.1.6',
    'rings follow the right-hand rule',
    '{"type":"Polygon","coordinates":[[[174,-41],[175,-40],[175,-41],[174,-41]]]}',
  ],
  // even-odd treats all rings alike
  [
    '3.1.6',
    'the first ring is the exterior one',
    '{"type":"Polygon","coordinates":[[[174.5,-40.8],[174.8,-40.8],[174.8,-40.6],[174.5,-40.8]],[[174,-41],[175,-41],[175,-40],[174,-41]]]}',
  ],
  // extents are computed from the positions
  ['5', 'a bbox has twice as many numbers as there are dimensions', collectionWith(',"bbox":[1,2,3]')],
])('RFC 7946, %s: a text that breaks this rule is still read: %s', (_, __, text) => {
  expect(reasonsOf(text)).toEqual([]);
});
