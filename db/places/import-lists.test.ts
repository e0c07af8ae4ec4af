import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { importPlaces } from '#flows/places/import-places.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import type { Refusal } from '#lib/refusal.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import { findAddresses, findPlaces } from './search.ts';

const by = { actor: { who: 'command line', address: null }, nowMs: 1_800_000_000_000 };

function opened() {
  onTestFinished(() => setProcessWide('place-lists', undefined));
  const { reader, writer } = freshDatabase();
  const take = (bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, list?: 'aliases') =>
    importPlaces(writer, toAsync(bytes), { source: 'file', list, ...by, onProgress: () => {} });
  const find = (typed: string) => findPlaces(reader, typed, 8).places.map(({ name, detail }) => [name, detail]);
  return { reader, take, find };
}

async function* toAsync(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

const text = (...lines: readonly string[]) => [Buffer.from(lines.join('\n'))];

/** A GeoPackage with one layer in `reference`. */
function geoPackage(reference: number, columns: string, rows: readonly (readonly [Buffer, ...unknown[]])[]): Buffer {
  const folder = makeFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, 'list.gpkg');
  const sqlite = new Database(path);
  sqlite.exec(`
    CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
    CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER);
    INSERT INTO gpkg_contents VALUES ('empty', 'features'), ('places', 'features');
    INSERT INTO gpkg_geometry_columns VALUES ('empty', 'geom', 1), ('places', 'geom', 1);
    INSERT INTO gpkg_spatial_ref_sys VALUES (1, 'EPSG', ${reference});
    CREATE TABLE empty (fid INTEGER PRIMARY KEY, geom BLOB);
    CREATE TABLE places (fid INTEGER PRIMARY KEY, geom BLOB, ${columns});
  `);
  const insert = sqlite.prepare(`INSERT INTO places VALUES (NULL${', ?'.repeat(rows[0]?.length ?? 0)})`);
  for (const row of rows) insert.run(...row);
  sqlite.close();
  return readFileSync(path);
}

const head = Buffer.from([0x47, 0x50, 0, 1, 1, 0, 0, 0]);
const doubles = (...values: readonly number[]) => Buffer.from(Float64Array.from(values).buffer);
const numbers = (...values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);
const little = Buffer.from([1]);
const point = (x: number, y: number) => Buffer.concat([head, little, numbers(1), doubles(x, y)]);
const square = (x: number, y: number, side: number) =>
  Buffer.concat([
    head,
    little,
    numbers(6, 1),
    little,
    numbers(3, 1, 5),
    doubles(x, y, x + side, y, x + side, y + side, x, y + side, x, y),
  ]);

test("LINZ's suburbs and localities are read from CSV, each at a point inside its area", async () => {
  const { take, find, reader } = opened();
  const area = '"MULTIPOLYGON (((174.7 -41.3,174.8 -41.3,174.8 -41.2,174.7 -41.2,174.7 -41.3)))"';
  const imported = await take(
    text(
      'WKT,id,name,type,major_name,population_estimate',
      `${area},1,Karori,Suburb,Wellington,14700`,
      '"POINT (174.9 -41.1)",2,Karori Park,Park_Reserve,Wellington,',
      ',3,Nowhere,Suburb,Wellington,',
    ),
  );
  expect(imported).toMatchObject({ list: 'localities', entries: 2, skipped: 1 });
  expect(find('karori')).toEqual([
    ['Karori', 'Suburb, Wellington'],
    ['Karori Park', 'Park reserve, Wellington'],
  ]);
  expect(find('karori wellington')[0]).toEqual(['Karori', 'Suburb, Wellington']);
  expect(findPlaces(reader, 'karori', 1).places[0]).toMatchObject({ latitude: -41.25, longitude: 174.75 });
});

test('a row of an area has room for many corners', async () => {
  const { take, find } = opened();
  const corners = Array.from({ length: 60_000 }, (_, at) => `${(174 + at / 100_000).toFixed(7)} -41.3`).join(',');
  const area = `"POLYGON ((174 -41.3,${corners},174.6 -41.2,174 -41.2,174 -41.3))"`;
  await take(text('WKT,name,type,major_name', `${area},Long Bay,Locality,`));
  expect(find('long bay')).toEqual([['Long Bay', 'Locality']]);
});

test('addresses and localities are read from a GeoPackage, packed or not, in any reference system that is read', async () => {
  const { take, find, reader } = opened();
  const addresses = geoPackage(2193, 'address_id INTEGER, full_address TEXT', [
    [point(1_748_735, 5_427_916), 77, '3/12A Rātā Street, Te Aro, Wellington'],
  ]);
  expect(await take([gzipSync(addresses)])).toMatchObject({ list: 'addresses', entries: 1, skipped: 0 });
  const [address] = findAddresses(reader, 'flat 3, 12a rata st', 8);
  expect(address).toMatchObject({ addressId: 77 });
  expect(address?.latitude).toBeCloseTo(-41.2865, 3);
  expect(address?.longitude).toBeCloseTo(174.7762, 3);
  await take([
    geoPackage(4167, 'name TEXT, type TEXT, major_name TEXT', [
      [square(174.7, -41.3, 0.1), 'Te Aro', 'Suburb', 'Wellington'],
    ]),
  ]);
  // lists are opened again within a moment
  await expect
    .poll(() => find('te aro'))
    .toEqual([
      ['Te Aro', 'Suburb, Wellington'],
      ['Rātā Street, Te Aro, Wellington', 'Street, number 12'],
      ['3/12A Rātā Street, Te Aro, Wellington', ''],
    ]);
});

test('other names find a place by its official name, if a list has it; codes of airports are left out', async () => {
  const { take, find } = opened();
  await take(text('name,feat_type,latitude,longitude,status', 'Tīrau,Town,-37.98,175.76,Official'));
  const imported = await take(
    text(
      'name,alias,latitude,longitude,placetype,population',
      'Tirau,Oxford Town,-37.98,175.76,locality,778',
      'Tirau,Tīrau,-37.98,175.76,locality,778',
      'Tirau,TIU,-37.98,175.76,locality,778',
      'Bulls,Ō-hine-puhiawe,-40.17,175.38,locality,1781',
    ),
    'aliases',
  );
  expect(imported).toMatchObject({ list: 'aliases', entries: 2, skipped: 2 });
  expect(find('oxford town')).toEqual([['Tīrau', 'Town, near Matamata']]);
  expect(find('ohinepuhiawe')).toEqual([['Bulls', 'Locality']]);
  expect(find('tiu')).toEqual([]);
});

test('only a list of other names is imported as one', async () => {
  const { take } = opened();
  const refused = await take(text('full_address,shape_X,shape_Y', '1 Rātā Street,174.9,-41.2'), 'aliases').catch(
    (fault: Refusal) => wordsOf(fault.reason),
  );
  expect(refused).toBe(
    'file is not a list of other names of places: its first line must name the columns name, alias, latitude and longitude.',
  );
});

const aliases = '../shared/data/nz-place-aliases.csv';

test.skipIf(!existsSync(aliases))('a list of Who’s On First is read', async () => {
  const { take, find } = opened();
  const imported = await take(createReadStream(aliases), 'aliases');
  expect(imported.entries + imported.skipped).toBe(838);
  expect(imported.entries).toBeGreaterThan(400);
  for (const [typed, name] of [
    ['Kaiwaewae', 'Featherston'],
    ['tamaki makaurau', 'Auckland'],
    ['rahui pokeka', 'Huntly'],
  ] as const)
    expect(find(typed)[0]?.[0], typed).toBe(name);
});
