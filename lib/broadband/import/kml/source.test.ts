import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { leftOutLines } from '#lib/broadband/import/report-words.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { file, square } from '#tests/support/files/coverage-files.ts';
import { readFeatures, ringsOf } from '#tests/support/files/read-features.ts';
import { zipOf } from '#tests/support/files/zip-file.ts';
import { tries } from '#tests/support/long.ts';
import { codeAndWords, rejectionOf } from '#tests/support/refusals.ts';

type Ring = readonly (readonly number[])[];

function coordinates(ring: Ring): string {
  return `<LinearRing><coordinates>${ring.map((position) => position.join(',')).join(' ')}</coordinates></LinearRing>`;
}

function polygon(outer: Ring, ...holes: Ring[]): string {
  const inner = holes.map((hole) => `<innerBoundaryIs>${coordinates(hole)}</innerBoundaryIs>`).join('');
  return `<Polygon><outerBoundaryIs>${coordinates(outer)}</outerBoundaryIs>${inner}</Polygon>`;
}

function kml(content: string, head = '<?xml version="1.0" encoding="UTF-8"?>\n'): string {
  return `${head}<kml xmlns="http://www.opengis.net/kml/2.2">${content}</kml>`;
}

function units(ring: Ring): number[] {
  return ring.flatMap(([x = 0, y = 0]) => [toUnitX(x), toUnitY(y)]);
}

/** The same file, read in chunks of `size` bytes. */
function inPieces(whole: SourceFile, size: number): SourceFile {
  return {
    ...whole,
    async *read(start = 0, end = whole.bytes) {
      for await (const bytes of whole.read(start, end)) {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
    },
  };
}

const ring = square(174, -41);
const hole = square(174.02, -40.98, 0.02);
const one = [[units(ring)]];

test('placemarks are read with their names, data and areas', async () => {
  const text = kml(`<Document><name>all</name><Schema id="s"><SimpleField name="code" type="string"/></Schema>
    <Folder><name>Towns of Tūī</name>
    <Placemark id="a"><name>Ōtaki</name><description><![CDATA[<b>x</b> & y]]></description>
      <ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="code"> 101 </SimpleData></SchemaData>
        <Data name="provider"><displayName>who</displayName><value>Tom &amp; Co</value></Data></ExtendedData>
      ${polygon(ring, hole)}</Placemark>
    <Placemark><MultiGeometry><Point><coordinates>174,-41</coordinates></Point>${polygon(ring)}
      <MultiGeometry>${polygon(square(175, -41))}</MultiGeometry></MultiGeometry></Placemark>
    </Folder></Document>`);
  for (const size of [200, 100_000]) {
    const { features, format, layerName, placement } = await readFeatures(inPieces(file(text), size));
    expect({ format, layerName, code: placement.reference.code }).toEqual({
      format: 'KML',
      layerName: 'Towns of Tūī',
      code: 4326,
    });
    expect(features.map(({ number, line, id, faults }) => ({ number, line, id, faults }))).toEqual([
      { number: 1, line: 4, id: 'a', faults: [] },
      { number: 2, line: 8, id: undefined, faults: [] },
    ]);
    expect(Object.fromEntries(features[0]?.properties ?? [])).toEqual({
      name: 'Ōtaki',
      description: '<b>x</b> & y',
      code: '101',
      provider: 'Tom & Co',
    });
    expect(features.map(ringsOf)).toEqual([[[units(ring), units(hole)]], [[units(ring)], [units(square(175, -41))]]]);
  }
});

test.each<[title: string, content: string | Buffer, expected: unknown]>([
  ['heights', polygon(ring.map((position) => [...position, 12.5])), one],
  ['white space after commas', polygon(ring).replaceAll(',', ', \n'), one],
  ['exponents and signs', polygon(ring).replace('174,-41 ', '+1.74e2,-41 '), one],
  ['a prefix', polygon(ring).replaceAll(/<(\/?)/g, '<$1k:'), one],
  ['a point', '<Point><coordinates>174,-41</coordinates></Point>', 'Point'],
  ['a line', '<LineString><coordinates>174,-41 175,-41</coordinates></LineString>', 'LineString'],
  ['a track', '<gx:Track><when>2026</when><gx:coord>174 -41 0</gx:coord></gx:Track>', 'gx:Track'],
  [
    'tracks',
    '<gx:MultiTrack><gx:interpolate>0</gx:interpolate><gx:Track><gx:coord>174 -41 0</gx:coord></gx:Track></gx:MultiTrack>',
    'gx:MultiTrack',
  ],
  [
    'an area among others, two deep',
    `<MultiGeometry><gx:Track><gx:coord>174 -41 0</gx:coord></gx:Track><MultiGeometry><Point><coordinates>174,-41</coordinates></Point>${polygon(ring)}</MultiGeometry></MultiGeometry>`,
    one,
  ],
  [
    'gx: elements in an area',
    polygon(ring).replace(
      '<Polygon>',
      '<Polygon><gx:drawOrder>2</gx:drawOrder><gx:altitudeMode>clampToSeaFloor</gx:altitudeMode>',
    ),
    one,
  ],
  ['nothing', '<name>x</name>', 'no geometry'],
  ['an empty polygon', '<Polygon/>', 'no geometry'],
  [
    'a collection without areas',
    '<MultiGeometry><Point><coordinates>174,-41</coordinates></Point></MultiGeometry>',
    'Point',
  ],
])('a placemark is read, wherever the text is cut: %s', async (_, content, expected) => {
  const text = kml(`<Placemark>${content}</Placemark>`);
  for (const given of [file(text), inPieces(file(text), 200), file(gzipSync(text))]) {
    const [feature] = (await readFeatures(given)).features;
    expect(feature?.faults).toEqual([]);
    expect(feature && ringsOf(feature)).toEqual(expected);
  }
});

test.each<[content: string, code: string, fault: string]>([
  [polygon(ring).replace('174,-41', 'NaN,-41'), 'kml-not-coordinates', 'Its coordinates contain "NaN".'],
  [polygon(ring).replace('174,-41', '174,Infinity'), 'kml-not-coordinates', 'Its coordinates contain "Infinity".'],
  [polygon(ring).replace('174,-41', '174;-41'), 'kml-not-coordinates', 'Its coordinates contain "174;-41".'],
  [
    polygon(ring).replace('174,-41 ', '174 '),
    'kml-single-number',
    'Its coordinates contain a position with only one number, 174.',
  ],
  [
    polygon(ring).replace(
      '</outerBoundaryIs>',
      `</outerBoundaryIs><outerBoundaryIs>${coordinates(ring)}</outerBoundaryIs>`,
    ),
    'kml-outer-boundaries',
    'Its Polygon has several outer boundaries.',
  ],
  [
    `<Polygon><innerBoundaryIs>${coordinates(hole)}</innerBoundaryIs><outerBoundaryIs>${coordinates(ring)}</outerBoundaryIs></Polygon>`,
    'kml-hole-first',
    'Its Polygon has a hole before its outer boundary.',
  ],
])('a bad placemark is reported: %s', async (content, code, fault) => {
  const [feature] = (await readFeatures(file(kml(`<Placemark>${content}</Placemark>`)))).features;
  expect(feature?.faults.map(codeAndWords)).toEqual([[code, fault]]);
});

test('other encodings are read as the XML declaration says', async () => {
  const text = kml(
    `<Placemark><name>Café</name>${polygon(ring)}</Placemark>`,
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
  );
  const { features } = await readFeatures(file(Buffer.from(text, 'latin1')));
  expect(features[0]?.properties.get('name')).toBe('Café');
});

test('a KMZ archive is read from its only KML file, and refused with a second one that is not linked to', async () => {
  const text = kml(`<Placemark>${polygon(ring)}</Placemark>`);
  for (const members of [
    [{ name: 'towns.KML', content: text }],
    [
      { name: 'doc.kml', content: text },
      { name: 'images/x.png', content: '' },
    ],
  ]) {
    const { features, format } = await readFeatures(file(zipOf(members)));
    expect({ format, rings: features.map(ringsOf) }).toEqual({ format: 'KML', rings: [one] });
  }
  for (const [first, second] of [
    ['a.kml', 'b.kml'],
    ['doc.kml', 'files/north.kml'],
    ['files/NORTH.KML', 'doc.kml'],
  ] as const) {
    const several = zipOf([first, second].map((name) => ({ name, content: text })));
    expect((await rejectionOf(readFeatures(file(several)))).reason).toEqual({
      code: 'kmz-ambiguous',
      files: [first, second],
    });
  }
});

const laughs = `<!DOCTYPE kml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>`;

test.each<[title: string, text: string | Buffer, code: string, sentence: string]>([
  [
    'its own entities',
    kml('<Placemark><name>&c;</name></Placemark>', laughs),
    'kml-doctype',
    'The KML file has a document type declaration (DOCTYPE), which could pull in other files. It was not read: remove the declaration.',
  ],
  [
    'a file from elsewhere',
    kml('<Placemark><name>&x;</name></Placemark>', '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    'kml-doctype',
    'The KML file has a document type declaration (DOCTYPE), which could pull in other files. It was not read: remove the declaration.',
  ],
  [
    'a definition from another file',
    kml('', '<!DOCTYPE kml SYSTEM "http://example.com/kml.dtd">'),
    'kml-doctype',
    'The KML file has a document type declaration (DOCTYPE), which could pull in other files. It was not read: remove the declaration.',
  ],
  [
    'an unknown entity',
    kml('<Placemark>\n<name>&nbsp;</name></Placemark>'),
    'not-xml',
    'The file is not well-formed XML: line 3: Invalid character entity.',
  ],
  [
    'a link to another file',
    kml('\n<NetworkLink><Link><href>http://example.com/a.kml</href></Link></NetworkLink>'),
    'kml-network-link',
    'The KML file links to data elsewhere (NetworkLink, line 3), which is never fetched: save the data itself as KML or KMZ.',
  ],
  [
    'truncated',
    kml(`<Placemark>${polygon(ring)}</Placemark>`).slice(0, -80),
    'file-cut-short',
    'The file is incomplete: it ends too early, on line 2.',
  ],
  [
    'tags that do not match',
    kml('<Placemark></Folder>'),
    'not-xml',
    'The file is not well-formed XML: line 2: Unexpected close tag.',
  ],
  [
    'another kind of XML',
    '<?xml version="1.0"?><gpx></gpx>',
    'not-kml',
    'The file is XML, but not KML: its root element is <gpx>.',
  ],
  [
    'nested too deeply',
    kml('<Folder>'.repeat(200)),
    'kml-too-deep',
    'The elements of the KML file are nested more than 100 deep, on line 2.',
  ],
  [
    'a placemark in a placemark',
    kml('<Placemark><Placemark>'),
    'kml-placemark-nested',
    'A Placemark is inside another Placemark, on line 2.',
  ],
  [
    'not UTF-8',
    Buffer.from(kml('<name>Café</name>'), 'latin1'),
    'kml-wrong-encoding',
    'The KML file claims to be UTF-8, but is not: save it as UTF-8.',
  ],
  [
    'an unknown encoding',
    kml('', '<?xml version="1.0" encoding="EBCDIC-XX"?>'),
    'encoding-unknown',
    'The KML file is in the encoding "EBCDIC-XX", which is not known: save it as UTF-8.',
  ],
])('a bad KML file is refused: %s', async (_, text, code, sentence) => {
  for (const given of text.length > 300 ? [file(text), inPieces(file(text), 250)] : [file(text)])
    expect(codeAndWords((await rejectionOf(readFeatures(given))).reason)).toEqual([code, sentence]);
});

// more than one call of a function takes as arguments
const manyPositions = tries(200_000, 1_000_000);
test(`a ring of ${manyPositions} positions is read`, async () => {
  const positions = Array.from({ length: manyPositions }, (_, place) => {
    const angle = (place / manyPositions) * 2 * Math.PI;
    return [Number((174 + Math.cos(angle)).toFixed(7)), Number((-41 + Math.sin(angle)).toFixed(7))];
  });
  const [feature] = (await readFeatures(file(kml(`<Placemark>${polygon(positions)}</Placemark>`)))).features;
  expect(typeof feature?.area === 'object' && feature.area.parts[0]?.[0]?.length).toBe(2 * manyPositions + 2);
});

test('only folders and documents name the layer, not the tours and overlays in them', async () => {
  const tour =
    '<gx:Tour><name>Flight</name><gx:Playlist><gx:Wait><gx:duration>1</gx:duration></gx:Wait></gx:Playlist></gx:Tour>';
  const text = kml(`<Document><name>Towns</name>${tour}<GroundOverlay><name>Photo</name></GroundOverlay>
    <Placemark>${polygon(ring)}</Placemark></Document>`);
  expect((await readFeatures(file(text))).layerName).toBe('Towns');
});

const link = (href: string) =>
  `<NetworkLink><name>More</name><Link><href>${href}</href><refreshMode>onExpire</refreshMode></Link></NetworkLink>`;
const placemark = (name: string, west: number) =>
  `<Placemark><name>${name}</name>${polygon(square(west, -41))}</Placemark>`;

test('KML files that the main one links to in its archive are read with it, each once', async () => {
  const archive = zipOf([
    {
      name: 'files/far north.kml',
      content: kml(placemark('north', 175) + link('../doc.kml') + link('deep/south.kml#view')),
    },
    {
      name: 'doc.kml',
      content: kml(placemark('main', 174) + link('files/far%20north.kml') + link('files/far north.kml')),
    },
    {
      name: 'files/deep/south.kml',
      content: kml(`${placemark('south', 176)}<NetworkLink><Url><href>../../doc.kml</href></Url></NetworkLink>`),
    },
  ]);
  const { features, notes } = await readFeatures(file(archive));
  expect(features.map(({ number, line, properties }) => [number, line, properties.get('name')])).toEqual([
    [1, 2, 'main'],
    [2, undefined, 'north'],
    [3, undefined, 'south'],
  ]);
  expect(notes).toEqual([]);
});

test('what links outside of the file would have brought is named as left out', async () => {
  const links = [
    link('http://example.com/a.kml'),
    link('missing.kml'),
    link(''),
    link('http://example.com/a.kml'),
  ].join('');
  const text = kml(`<Document><name>Towns</name>${placemark('main', 174)}${links}</Document>`);
  for (const given of [file(text), inPieces(file(text), 20), file(zipOf([{ name: 'doc.kml', content: text }]))]) {
    const { features, notes, layerName } = await readFeatures(given);
    expect([features.length, layerName]).toEqual([1, 'Towns']);
    expect(notes).toEqual([
      { code: 'kml-links-left-out', links: 4, examples: ['http://example.com/a.kml', 'missing.kml', ''] },
    ]);
    expect(leftOutLines({ notes })).toEqual([
      'Coverage may be missing: the file links to data elsewhere (4 NetworkLinks), which is never fetched and was left out: "http://example.com/a.kml", "missing.kml", "". Save that data itself as KML or KMZ.',
    ]);
  }
});

test('a KML file that nothing links to is not left out in silence', async () => {
  const archive = zipOf([
    { name: 'doc.kml', content: kml(placemark('main', 174) + link('a.kml')) },
    { name: 'a.kml', content: kml(placemark('a', 175)) },
    { name: 'b.kml', content: kml(placemark('b', 176)) },
  ]);
  expect((await rejectionOf(readFeatures(file(archive)))).reason).toEqual({
    code: 'kmz-ambiguous',
    files: ['doc.kml', 'a.kml', 'b.kml'],
  });
});
