import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { baseMapFile, getBaseMap } from '#db/base-map/base-map.ts';
import { smallPmtiles } from '#tests/support/base-map/small-pmtiles.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { importBaseMap, removeBaseMap } from './import-base-map.ts';

const by = { actor: { who: 'command line', address: null }, nowMs: 1_800_000_000_000 };
const tile = Buffer.from('a tile');

async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 50) yield bytes.subarray(at, at + 50);
}

function opened() {
  const { reader, writer } = freshDatabase();
  const file = writer.sqlite.name;
  const take = (bytes: Buffer, attribution?: string) =>
    importBaseMap(writer, pieces(bytes), { source: 'nz.pmtiles', attribution, ...by });
  const files = () => readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.base-map-`));
  onTestFinished(() => removeBaseMap(writer, by).catch(() => undefined));
  return { reader, writer, file, take, files };
}

test('a file is stored beside the database as it is, with what it says of its maker', async () => {
  const { reader, take, file, files } = opened();
  const bytes = smallPmtiles({ tile, attribution: '© Somebody' });
  expect(await take(bytes)).toEqual({ bytes: bytes.length, mostZoom: 0, attribution: '© Somebody' });
  const { number = 0, ...stored } = getBaseMap(reader) ?? {};
  expect(stored).toMatchObject({ source: 'nz.pmtiles', bytes: bytes.length, attribution: '© Somebody' });
  expect(readFileSync(baseMapFile(file, number))).toEqual(bytes);
  expect(files()).toHaveLength(1);
});

test('the next file replaces it under another number, and an attribution that is given wins', async () => {
  const { reader, take, file, files } = opened();
  await take(smallPmtiles({ tile }));
  const first = getBaseMap(reader);
  expect(first?.attribution).toContain('OpenStreetMap');
  await take(smallPmtiles({ tile, attribution: '© Somebody' }), '© Me');
  const second = getBaseMap(reader);
  expect(second?.attribution).toBe('© Me');
  expect(second?.number).toBeGreaterThan(first?.number ?? 0);
  expect(existsSync(baseMapFile(file, first?.number ?? 0))).toBe(false);
  expect(files()).toHaveLength(1);
});

test('removing it leaves no file, and no number is used again', async () => {
  const { reader, writer, take, files } = opened();
  await take(smallPmtiles({ tile }));
  const before = getBaseMap(reader)?.number ?? 0;
  await removeBaseMap(writer, by);
  expect(getBaseMap(reader)).toBeUndefined();
  expect(files()).toEqual([]);
  await take(smallPmtiles({ tile }));
  expect(getBaseMap(reader)?.number).toBeGreaterThan(before);
});

const whole = smallPmtiles({ tile });
const withLayers = (names: string[], version?: string) =>
  smallPmtiles({ tile, metadata: { version, vector_layers: names.map((id) => ({ id, fields: {} })) } });

test.each<[string, Buffer]>([
  ['version 4 of Protomaps’ layers', withLayers(['earth', 'water', 'roads', 'places'], '4.0.3')],
  ['a later version', withLayers(['earth', 'roads'], '5.0.0')],
  ['its layers without a version', withLayers(['roads'])],
  ['tiles in gzip', smallPmtiles({ tile, compressions: [2, 2] })],
])('a map that can be drawn is stored: %s', async (_what, bytes) => {
  const { reader, take } = opened();
  await take(bytes);
  expect(getBaseMap(reader)?.bytes).toBe(bytes.length);
});

test.each<[string, Buffer, string]>([
  ['another file', Buffer.from('PK, a zip archive '.repeat(20)), 'nz.pmtiles is not a PMTiles file of version 3.'],
  ['a short file', whole.subarray(0, 100), 'nz.pmtiles is not a PMTiles file of version 3.'],
  ['an empty file', Buffer.alloc(0), 'nz.pmtiles is not a PMTiles file of version 3.'],
  ['pictures', smallPmtiles({ tile, tileType: 2 }), 'nz.pmtiles contains pictures; a street map has vector tiles.'],
  ['Europe', smallPmtiles({ tile, bounds: [-10, 35, 30, 70] }), 'nz.pmtiles contains no tiles of New Zealand.'],
  [
    'the layers of OpenMapTiles',
    withLayers(['water', 'waterway', 'transportation', 'place']),
    'nz.pmtiles cannot be drawn: its layers are those of OpenMapTiles, water, waterway, transportation, place, not those of Protomaps (earth, roads, …).',
  ],
  [
    'the layers of Shortbread',
    withLayers(['ocean', 'streets']),
    'nz.pmtiles cannot be drawn: its layers are those of Shortbread, ocean, streets, not those of Protomaps (earth, roads, …).',
  ],
  [
    'layers of its own',
    withLayers(['parcels']),
    'nz.pmtiles cannot be drawn: its layers are parcels, not those of Protomaps (earth, roads, …).',
  ],
  [
    'an old version of Protomaps’ layers',
    withLayers(['earth', 'roads', 'natural'], '3.7.1'),
    'nz.pmtiles cannot be drawn: it has version 3.7.1 of Protomaps’ layers, and version 4 or later is needed.',
  ],
  [
    'tiles in Brotli',
    smallPmtiles({ tile, compressions: [2, 3] }),
    'The tiles of nz.pmtiles are compressed with Brotli, which browsers cannot unpack here: make the file again with gzip.',
  ],
  [
    'tiles in Zstandard',
    smallPmtiles({ tile, compressions: [2, 4] }),
    'The tiles of nz.pmtiles are compressed with Zstandard, which browsers cannot unpack here: make the file again with gzip.',
  ],
  [
    'directories in Brotli',
    smallPmtiles({ tile, compressions: [3, 2] }),
    'The directories of nz.pmtiles are compressed with Brotli, which browsers cannot unpack here: make the file again with gzip.',
  ],
  ['half a download', whole.subarray(0, whole.length - 1), 'nz.pmtiles is incomplete: download it again.'],
])('%s is refused, and the map before stays', async (_what, bytes, sentence) => {
  const { reader, take, files } = opened();
  await take(whole);
  const before = getBaseMap(reader);
  const { reason } = await rejectionOf(take(bytes));
  expect(wordsOf(reason)).toContain(sentence);
  expect(getBaseMap(reader)).toEqual(before);
  expect(files()).toHaveLength(1);
});
