import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withOpenDataLock } from '#db/broadband/lock.ts';
import type { Connections } from '#db/client.ts';
import { dataFilePath, dataFolder } from '#db/open-data/data-folder.ts';
import { dataFilesOf, getOpenDataChoice, listDataVersions } from '#db/open-data/open-data.ts';
import { transact } from '#db/transaction.ts';
import { keepCoverage } from '#flows/broadband/coverage-changes.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { importAreas } from '#flows/statistics/import-areas.ts';
import { collection, feature, file, importFile, nowMs, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf } from '#tests/support/refusals.ts';
import { changeOpenData } from './change-open-data.ts';
import { makeOpenData } from './make-files.ts';
import { addMissingOpenDataJob } from './open-data-job.ts';

const by = { actor: { who: 'jo@watea.example', address: null }, nowMs } as const;
const offered = { isOffered: true, licence: 'CC-BY-4.0', attribution: 'Commerce Commission' } as const;

async function publish(database: Connections, ...features: object[]): Promise<number> {
  const { id } = await importFile(database, file(collection(...features)), { mode: 'replace all' });
  await publishVersion(database, id, writing);
  return id;
}

const waiting = ({ reader }: Connections) =>
  reader.sqlite.prepare("SELECT count(*) FROM work WHERE kind = 'open data' AND state = 'waiting'").pluck().get();

const make = (database: Connections) => makeOpenData(database, { nowMs, baseUrl: 'https://watea.example' });

/** The files of a version by name, and what is in them. */
function filesOf({ reader }: Connections, versionId: number): Record<string, Buffer> {
  return Object.fromEntries(
    dataFilesOf(reader, versionId).map(({ name, bytes, sha256 }) => {
      const content = readFileSync(dataFilePath(reader.sqlite.name, sha256));
      expect([content.length, hash('sha256', content)], name).toEqual([bytes, sha256]);
      return [name, content];
    }),
  );
}

const onDisk = ({ reader }: Connections) => readdirSync(dataFolder(reader.sqlite.name));

const fibre = (south: number) => feature({ technology: 'Fibre', provider: 'North Fibre' }, square(174, south));
const adsl = feature({ technology: 'ADSL', provider: 'Copper Ltd' }, square(174.05, -41));

describe('open data', () => {
  test('nothing is offered until staff choose a licence and whom to name', async () => {
    const database = freshDatabase();
    await publish(database, fibre(-41));
    expect(waiting(database)).toBe(0);
    expect(await make(database)).toEqual([]);
    const refused = await rejectionOf(changeOpenData(database.writer, { isOffered: true }, by));
    expect(refused.faults.map(({ where }) => where)).toEqual([{ field: 'licence' }, { field: 'attribution' }]);
    const tooLong = changeOpenData(database.writer, { isOffered: true, attribution: 'x'.repeat(301) }, by);
    expect((await rejectionOf(tooLong)).faults.map(({ reason }) => reason.code)).toEqual([
      'too-long',
      'open-data-without-licence',
    ]);
    expect(getOpenDataChoice(database.reader).isOffered).toBe(false);
    await changeOpenData(database.writer, { licence: 'CC0-1.0', attribution: 'Crown' }, by);
    expect(waiting(database)).toBe(0);
  });

  test('the whole, each technology, provider and area are files in three formats, with licence and sources', async () => {
    const database = freshDatabase();
    const areas = collection(
      {
        type: 'Feature',
        properties: { name: 'Ōpōtiki' },
        geometry: { type: 'Polygon', coordinates: [square(174.05, -41)] },
      },
      { type: 'Feature', properties: { name: 'Gore' }, geometry: { type: 'Polygon', coordinates: [square(175, -41)] } },
    );
    const asked = { column: 'name', name: 'Districts', attribution: 'Stats NZ', ...by };
    await importAreas(database.writer, file(areas, 'districts.geojson'), asked);
    const version = await publish(database, fibre(-41), adsl);
    await changeOpenData(database.writer, offered, by);
    expect(waiting(database)).toBe(1);
    expect(await make(database)).toEqual([version]);
    expect(waiting(database)).toBe(0);
    const files = filesOf(database, version);
    const parts = [
      'whole',
      'technology-adsl',
      'technology-fibre',
      'provider-copper-ltd',
      'provider-north-fibre',
      'districts-opotiki',
      'districts-gore',
    ];
    expect(Object.keys(files)).toEqual(
      parts.flatMap((part) => ['geojson', 'gpkg', 'csv'].map((ending) => `coverage-${version}-${part}.${ending}`)),
    );
    const geoJson = (part: string) => JSON.parse(String(files[`coverage-${version}-${part}.geojson`]));
    const providersOf = (part: string) =>
      geoJson(part).features.map(({ properties }: { properties: { provider: string } }) => properties.provider);
    expect(geoJson('whole')).toMatchObject({
      license: 'https://creativecommons.org/licenses/by/4.0/',
      attribution: expect.stringMatching(
        /^Commerce Commission, Creative Commons Attribution 4\.0 International .*North Fibre.*Copper Ltd/,
      ),
    });
    expect(providersOf('whole').toSorted()).toEqual(['Copper Ltd', 'North Fibre']);
    expect(providersOf('technology-fibre')).toEqual(['North Fibre']);
    expect(providersOf('provider-copper-ltd')).toEqual(['Copper Ltd']);
    // who has nothing in a file is no source of it
    expect(geoJson('provider-copper-ltd').attribution).not.toContain('North Fibre');
    expect(providersOf('districts-gore')).toEqual([]);
    // the area begins in the middle of the fibre, and has all of the ADSL
    const cut = geoJson('districts-opotiki').features.find(
      ({ properties }: { properties: { technology: string } }) => properties.technology === 'Fibre',
    );
    const longitudes = cut.geometry.coordinates[0].map(([longitude]: [number]) => longitude);
    expect([Math.min(...longitudes), Math.max(...longitudes)]).toEqual([174.05, 174.1]);
    const csv = String(files[`coverage-${version}-districts-opotiki.csv`]).split('\r\n');
    expect(csv).toHaveLength(4);
    expect(files[`coverage-${version}-whole.gpkg`]?.subarray(0, 15).toString()).toBe('SQLite format 3');
    expect(onDisk(database)).toHaveLength(new Set(Object.values(files).map((content) => hash('sha256', content))).size);
  });

  test('files that are made again are alike to the byte', async () => {
    const database = freshDatabase();
    const version = await publish(database, fibre(-41));
    await changeOpenData(database.writer, offered, by);
    await make(database);
    const before = filesOf(database, version);
    rmSync(dataFolder(database.reader.sqlite.name), { recursive: true });
    await transact(database.writer, () => addMissingOpenDataJob(database.writer, nowMs, false));
    expect(listDataVersions(database.reader)).toEqual([]);
    expect(waiting(database)).toBe(1);
    await make(database);
    expect(filesOf(database, version)).toEqual(before);
  });

  test('under another licence the former files are gone at once, and made anew', async () => {
    const database = freshDatabase();
    const version = await publish(database, fibre(-41));
    await changeOpenData(database.writer, offered, by);
    await make(database);
    await changeOpenData(database.writer, { licence: 'ODbL-1.0' }, by);
    expect(listDataVersions(database.reader)).toEqual([]);
    expect(waiting(database)).toBe(1);
    await make(database);
    const [first] = Object.values(filesOf(database, version));
    expect(String(first)).toContain('opendatacommons.org');
    expect(onDisk(database).toSorted()).toEqual(
      [...new Set(dataFilesOf(database.reader, version).map(({ sha256 }) => sha256))].toSorted(),
    );
  });

  test('a kept version keeps its files when another is published; the others go', async () => {
    const database = freshDatabase();
    await changeOpenData(database.writer, offered, by);
    const first = await publish(database, fibre(-41));
    await make(database);
    await keepCoverage(database.writer, { versionId: first, isKept: true }, by);
    const second = await publish(database, fibre(-42));
    await make(database);
    const third = await publish(database, fibre(-43));
    expect(waiting(database)).toBe(1);
    expect(await make(database)).toEqual([third]);
    expect(listDataVersions(database.reader).map(({ versionId }) => versionId)).toEqual([third, first]);
    await keepCoverage(database.writer, { versionId: second, isKept: true }, by);
    expect(await make(database)).toEqual([second]);
    await keepCoverage(database.writer, { versionId: first, isKept: false }, by);
    expect(waiting(database)).toBe(1);
    expect(await make(database)).toEqual([]);
    expect(listDataVersions(database.reader).map(({ versionId }) => versionId)).toEqual([third, second]);
  });

  test('what is changed while files are made is made next', async () => {
    const database = freshDatabase();
    const version = await publish(database, fibre(-41));
    await changeOpenData(database.writer, offered, by);
    let isChanged = false;
    const onProgress = () => {
      if (!isChanged) changeOpenData.within(database.writer.db, { licence: 'ODbL-1.0' }, by);
      isChanged = true;
    };
    expect(await makeOpenData(database, { nowMs, baseUrl: 'https://watea.example', onProgress })).toEqual([]);
    expect(waiting(database)).toBe(1);
    expect(await make(database)).toEqual([version]);
    expect(waiting(database)).toBe(0);
  });

  test('only one process at a time makes files', async () => {
    const database = freshDatabase();
    await publish(database, fibre(-41));
    await changeOpenData(database.writer, offered, by);
    const refused = await withOpenDataLock(database.writer, () => rejectionOf(make(database)));
    expect(refused.reason).toEqual({ code: 'open-data-busy' });
    expect(await make(database)).toHaveLength(1);
  });

  test('what is no longer offered is removed from the disk', async () => {
    const database = freshDatabase();
    await publish(database, fibre(-41));
    await changeOpenData(database.writer, offered, by);
    await make(database);
    await changeOpenData(database.writer, { isOffered: false }, by);
    expect(waiting(database)).toBe(1);
    await make(database);
    expect(existsSync(dataFolder(database.reader.sqlite.name)) ? onDisk(database) : []).toEqual([]);
    expect(listDataVersions(database.reader)).toEqual([]);
  });
});
