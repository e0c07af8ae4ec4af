import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Connections } from '#db/client.ts';
import { checkAuditLog } from '#db/integrity.ts';
import { importPlaces, removeList } from '#flows/places/import-places.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import type { Fault, Reason, Refusal } from '#lib/refusal.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import { getList } from './lists.ts';
import { placeFile } from './place-file.ts';
import { findPlaces, searchableLists } from './search.ts';

const by = { actor: { who: 'command line', address: null }, nowMs: 1_800_000_000_000 };

function database(): Connections {
  const opened = freshDatabase();
  onTestFinished(() => setProcessWide('place-lists', undefined));
  return opened;
}

async function* bytes(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function take({ writer }: Connections, text: string | Uint8Array) {
  return importPlaces(writer, bytes(text), { source: 'list.csv', ...by, onProgress: () => {} });
}

const gazetteer = (...rows: readonly string[]) =>
  ['id,name,status,feat_type,latitude,longitude,reo,maybe', ...rows.map((row, id) => `${id},${row},0`)].join('\n');

const current = gazetteer(
  'Chatham Island,,Island,-43.9,183.5,0',
  'Whangārei,,Town,-35.72,174.3,1',
  'Port Whangārei,,Locality,-35.75,174.34,1',
  'Whangārei Heads,,Locality,-35.81,174.5,1',
  'Te Ātatū South,,Suburb,-36.86,174.63,1',
  'Ātatūrangi,,Hill,-38,176,1',
  'Mount Eden,,Town,-36.88,174.75,0',
  'Chatham Point,,Point,-45.5,166.9,0',
);

const addresses = [
  'WKT,full_address,full_address_ascii,shape_X,shape_Y',
  ',"2/12 Rātā Street, Naenae","2/12 Rata Street, Naenae",174.94,-41.2',
  ',"12 Rātā Street, Naenae","12 Rata Street, Naenae",174.94,-41.2',
  ',"112 Rātā Street, Naenae","112 Rata Street, Naenae",174.94,-41.2',
  ',"12 Whangārei Road, Tītahi","12 Whangarei Road, Titahi",174.84,-41.1',
].join('\r\n');

const names = ({ reader }: Connections, typed: string) => findPlaces(reader, typed, 8).places.map(({ name }) => name);

test('names equal to the typed text come first, then those that begin with it, then those that contain it', async () => {
  const opened = database();
  await take(opened, current);
  expect(names(opened, 'whangarei')).toEqual(['Whangārei', 'Whangārei Heads', 'Port Whangārei']);
  expect(names(opened, 'whang hea')).toEqual(['Whangārei Heads']);
  expect(names(opened, 'mt eden')).toEqual(['Mount Eden']);
});

test.each(['Ātatū', 'Atatu', 'Aatatuu', 'atatu'])('%s finds names written with macrons', async (typed) => {
  const opened = database();
  await take(opened, current);
  expect(names(opened, typed)).toEqual(['Ātatūrangi', 'Te Ātatū South']);
});

test('places outside the service area come last', async () => {
  const opened = database();
  await take(opened, current);
  expect(findPlaces(opened.reader, 'chatham', 8).places.map(({ name, isServed }) => [name, isServed])).toEqual([
    ['Chatham Point', true],
    ['Chatham Islands', false],
    ['Chatham Island', false],
  ]);
});

test('after a digit, addresses are found: a house before its units and before longer numbers', async () => {
  const opened = database();
  await take(opened, current);
  expect(searchableLists(opened.reader)).toEqual(['gazetteer']);
  await take(opened, gzipSync(addresses));
  await expect.poll(() => searchableLists(opened.reader)).toEqual(['gazetteer', 'addresses']);
  expect(names(opened, '12 rata st')).toEqual(['12 Rātā Street, Naenae', '2/12 Rātā Street, Naenae']);
  expect(names(opened, '12')).toEqual([
    '12 Rātā Street, Naenae',
    '12 Whangārei Road, Tītahi',
    '2/12 Rātā Street, Naenae',
  ]);
  expect(names(opened, 'whangarei')).toContain('12 Whangārei Road, Tītahi');
});

test('an import replaces its whole list, leaves one file, and is recorded', async () => {
  const opened = database();
  await take(opened, current);
  expect(names(opened, 'mount eden')).toEqual(['Mount Eden']);
  await take(opened, gazetteer('Oban,,Village,-46.9,168.13,0'));
  await expect.poll(() => names(opened, 'oban')).toEqual(['Oban']);
  expect(names(opened, 'mount eden')).toEqual([]);
  const { name: file } = opened.writer.sqlite;
  expect(readdirSync(dirname(file)).filter((name) => name.includes('gazetteer'))).toEqual(['watea.db.gazetteer-2']);
  expect(getList(opened.writer, 'gazetteer')).toMatchObject({ number: 2, source: 'list.csv', entries: 1 });
  expect(checkAuditLog(opened.reader)).toEqual({ rows: 2 });
  await removeList(opened.writer, 'gazetteer', by.nowMs);
  await expect.poll(() => names(opened, 'oban')).toEqual([]);
  expect(existsSync(placeFile(file, 'gazetteer', 2))).toBe(false);
});

const lostPosition: Fault = { where: { line: 2 }, reason: { code: 'not-a-latitude', text: 'south' } };
const notImported: Reason = { code: 'places-not-imported', file: 'list.csv' };

test.each<[string, string | Uint8Array, Reason, string, (readonly Fault[])?]>([
  [
    'a file that is neither list',
    'a,b\n1,2',
    { code: 'unknown-place-list', file: 'list.csv', gazetteer: ['name', 'feat_type', 'latitude', 'longitude'] },
    'list.csv is not a list of places that can be read: its first line must name the columns name, feat_type, latitude, longitude (New Zealand Gazetteer), full_address with shape_X and shape_Y (LINZ NZ Addresses), name, type and major_name (LINZ NZ Suburbs and Localities), or name, alias, latitude and longitude (other names of places).',
    [],
  ],
  [
    'a file without places',
    gazetteer(),
    { code: 'no-places', file: 'list.csv' },
    'list.csv contains no places, so nothing was imported.',
    [],
  ],
  [
    'an unreadable row',
    gazetteer('Oban,,Village,south,168.13,0'),
    notImported,
    'list.csv was not imported; the list is unchanged.',
    [lostPosition],
  ],
  ['damaged gzip', gzipSync(current).subarray(0, 60), notImported, 'list.csv was not imported; the list is unchanged.'],
])('%s is refused, and the current list stays', async (_what, text, reason, sentence, faults) => {
  const opened = database();
  await take(opened, current);
  const refused = await take(opened, text).then(
    () => undefined,
    (fault: Refusal) => fault,
  );
  expect(refused?.reason).toEqual(reason);
  expect(refused && wordsOf(refused.reason)).toBe(sentence);
  if (faults !== undefined) expect(refused?.faults).toEqual(faults);
  else expect(JSON.stringify(refused?.faults)).toContain('gzip');
  expect(names(opened, 'mount eden')).toEqual(['Mount Eden']);
  expect(readdirSync(dirname(opened.writer.sqlite.name)).filter((name) => name.includes('gazetteer'))).toHaveLength(1);
});

test('without its list files a database finds nothing, and reports that it has none', async () => {
  const opened = database();
  await take(opened, current);
  rmSync(placeFile(opened.writer.sqlite.name, 'gazetteer', 1));
  expect(searchableLists(opened.reader)).toEqual([]);
  expect(names(opened, 'mount eden')).toEqual([]);
});
