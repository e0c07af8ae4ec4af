import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keyByHash } from '#db/access/keys.ts';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { hasDemonstration } from '#db/demonstration/marks.ts';
import { setGeneration } from '#db/generation.ts';
import { migrate } from '#db/migrate.ts';
import { namesReleasedBy } from '#db/registry/droplist-rows.ts';
import { registerLookup } from '#db/registry/lookup.ts';
import { domain } from '#db/registry/schema.ts';
import { listAreaSets } from '#db/statistics/area-sets.ts';
import { figuresOf, presentMeasurement } from '#db/statistics/figures.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { buildWitness } from '#flows/registry/build-witness.ts';
import { importAreas } from '#flows/statistics/import-areas.ts';
import { hashApiKey, isApiKeyShape } from '#lib/access/keys/api-key.ts';
import { parsePoint } from '#lib/broadband/point.ts';
import { demonstrationAreaSet } from '#lib/demonstration/areas.ts';
import { towns } from '#lib/places/towns.ts';
import { runReleaseJob } from '#tests/models/register.ts';
import { addAllowedNetwork, addKey, addRegistrar, requireUser } from '#tests/support/access.ts';
import {
  collection,
  feature,
  file as geoJson,
  importFile,
  square,
  writing,
} from '#tests/support/files/coverage-files.ts';
import { databaseTemplate } from '#tests/support/files/database-template.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { readDemonstrationKey, removeDemonstration, seedDemonstration } from './seed.ts';

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const fileOf = ({ writer }: Connections) => writer.sqlite.name;
const seed = (database: Connections) => seedDemonstration(database, fileOf(database), nowMs);
const seededFile = databaseTemplate(async (path) => {
  const database = openDatabase(path);
  migrate(database.writer);
  await seedDemonstration(database, path, nowMs);
  closeDatabase(database);
});
/** A copy of one database with the demonstration data, for tests that do not look at how it is added. */
async function seededDatabase(): Promise<Connections> {
  const folder = makeFolder();
  const path = join(folder.path, 'watea.db');
  await seededFile(path);
  const database = openDatabase(path);
  onTestFinished(() => {
    closeDatabase(database);
    folder.remove();
  });
  return database;
}
const remove = (database: Connections) => removeDemonstration(database, fileOf(database), nowMs + 1000);

/** Every row of every table, except the counters that only increase and the history of publications. */
function dump({ writer }: Connections): Record<string, unknown> {
  const counters = [
    'witness_key',
    'witness_record',
    'witness_part',
    'generation',
    'sqlite_sequence',
    'coverage_publication',
    'coverage_version',
    'release_run',
    'release_witness',
  ];
  const names = writer.sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();
  const kept = names.map(String).filter((name) => !counters.includes(name));
  return Object.fromEntries(
    kept.map((name) => [
      name,
      writer.sqlite
        .prepare(`SELECT * FROM ${name}`)
        .all()
        .map((row) => JSON.stringify(row)),
    ]),
  );
}

/** What the API would answer, whatever the version number: the content of the published cells and layers. */
function contentOf(database: Connections) {
  const { coverage_cell, coverage_area_block, coverage_seal, coverage_comparison, coverage_version_layer, ...rest } =
    dump(database);
  const layers = database.writer.sqlite
    .prepare(
      `SELECT layer_id FROM coverage_version_layer
       WHERE version_id = (SELECT value FROM generation WHERE subject = 'coverage') ORDER BY layer_id`,
    )
    .pluck()
    .all();
  const cells = database.writer.sqlite
    .prepare(
      `SELECT id % 68719476736, hex(body) FROM coverage_cell
       WHERE id / 68719476736 = (SELECT value FROM generation WHERE subject = 'coverage')`,
    )
    .raw()
    .all();
  const areas = database.writer.sqlite
    .prepare(
      `SELECT key, hex(body) FROM coverage_area_block
       WHERE key >= 0 AND version_id = (SELECT value FROM generation WHERE subject = 'coverage') ORDER BY key`,
    )
    .raw()
    .all();
  const ofRemovedVersions = database.writer.sqlite
    .prepare('SELECT version_id FROM coverage_area_block WHERE version_id NOT IN (SELECT id FROM coverage_version)')
    .all();
  return { ...rest, layers, cells, areas, ofRemovedVersions };
}

/** The register as last published. */
function registerOf({ reader }: Connections) {
  return {
    find: (name: string) => registerLookup(reader).inSnapshot((register) => register.find(name)),
    listed: (name: string) => registerLookup(reader).inSnapshot((register) => register.listed(name)),
  };
}

/** A database with existing names, lists, registrar, key and coverage. */
async function usedDatabase(): Promise<Connections> {
  const database = freshDatabase();
  const { db, sqlite } = database.writer;
  for (const name of ['kea.nz', 'weka.co.nz', 'demo-rimu-farm.net.nz']) {
    db.insert(domain).values({ name, revision: 1, registered: 1_500_000_000 }).run();
  }
  db.insert(domain)
    .values({ name: 'weka.co.nz', revision: 2, registered: 1_500_000_000, cancelled: 1_780_000_000 })
    .run();
  setGeneration(db, 'register', 2, 5);
  sqlite.exec("INSERT INTO listed_name VALUES ('demo-reserved.nz', 'Prohibited', 'mine'), ('moa.nz', 'Reserved', '')");
  buildWitness(database.writer);
  const registrarId = addRegistrar(db, 'Mine', 3, 1);
  addAllowedNetwork(db, { registrarId, network: '127.0.0.0/8', note: 'mine' }, 1);
  addKey(db, { userId: requireUser(db, 'me@isp.example', 1), hash: hashApiKey('mine'), prefix: 'mine' }, 1);
  const { id } = await importFile(database, geoJson(collection(feature({ provider: 'Mine' }, square(174, -41)))));
  await publishVersion(database, id, writing);
  return database;
}

test('the demonstration data has names, lists, coverage, a registrar that allows loopback, and a user with a key', async () => {
  const database = await seededDatabase();
  const count = (sql: string) => database.reader.sqlite.prepare(sql).pluck().get();
  expect(count('SELECT count(*) FROM domain')).toBeGreaterThan(1900);
  expect(count('SELECT count(*) FROM listed_name')).toBe(5);
  expect(database.reader.sqlite.prepare('SELECT name FROM registrar').pluck().all()).toEqual([
    'Demonstration registrar',
  ]);
  expect(database.reader.sqlite.prepare('SELECT network, note FROM allowed_network ORDER BY id').raw().all()).toEqual([
    ['127.0.0.0/8', 'demonstration data'],
    ['::1/128', 'demonstration data'],
  ]);
  expect(registerOf(database).find('demo-kauri-books.co.nz')).toBeDefined();
  expect(count("SELECT entries FROM place_list WHERE list = 'addresses'")).toBe(64);

  const lookup = coverageLookup(database.reader);
  for (const { latitude, longitude, name } of towns) {
    const parsed = parsePoint(String(latitude), String(longitude));
    expect(parsed.ok && lookup.offersAt(parsed.point).length, name).toBeGreaterThanOrEqual(3);
  }
});

test('N11: its key works and is in a file that only the owner may read, not in the database; adding the data again changes nothing', async () => {
  const database = freshDatabase();
  expect(hasDemonstration(database.reader)).toBe(false);
  expect(await seed(database)).toBe(true);
  expect(hasDemonstration(database.reader)).toBe(true);
  const keyFile = `${fileOf(database)}.demonstration-key`;
  const key = readDemonstrationKey(fileOf(database)) ?? '';
  expect(isApiKeyShape(key)).toBe(true);
  expect(key).toHaveLength(45);
  expect(readFileSync(keyFile, 'utf8')).toBe(`${key}\n`);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(keyByHash(database.reader)(hashApiKey(key))).toMatchObject({
    revokedAt: null,
    expiresAt: null,
    origins: null,
  });
  for (const suffix of ['', '-wal']) {
    expect(readFileSync(`${fileOf(database)}${suffix}`).includes(key)).toBe(false);
  }

  const bytes = () => [database.writer.sqlite.serialize().toString('base64'), readDemonstrationKey(fileOf(database))];
  const before = bytes();
  expect(await seed(database)).toBe(false);
  expect(bytes()).toEqual(before);
});

/** Removes the demonstration data and checks that the database is the same as before. */
async function expectRemoved(database: Connections, before: unknown): Promise<void> {
  expect(contentOf(database)).not.toEqual(before);
  expect(await remove(database)).toBe(true);
  expect(contentOf(database)).toEqual(before);
  expect(hasDemonstration(database.reader)).toBe(false);
  expect(existsSync(`${fileOf(database)}.demonstration-key`)).toBe(false);
  expect(readDemonstrationKey(fileOf(database))).toBeUndefined();
  expect(await remove(database)).toBe(false);
}

test('adding it to existing data leaves that data unchanged, and removing it restores the previous state exactly', async () => {
  const database = await usedDatabase();
  const before = contentOf(database);
  await seed(database);
  const lookup = registerOf(database);
  expect(lookup.find('demo-rimu-farm.net.nz')).toEqual({ registered: 1_500_000_000, cancelled: null, freeAt: null });
  expect(lookup.find('weka.co.nz')).toEqual({ registered: 1_500_000_000, cancelled: 1_780_000_000, freeAt: null });
  expect(lookup.listed('demo-reserved.nz')).toBe('Prohibited');
  const owner = database.reader.sqlite.prepare(
    'SELECT name FROM registrar JOIN allowed_network ON registrar_id = registrar.id WHERE network = ?',
  );
  expect(owner.pluck().get('127.0.0.0/8')).toBe('Mine');
  const parsed = parsePoint('-40.95', '174.05');
  expect(parsed.ok && coverageLookup(database.reader).offersAt(parsed.point).length).toBe(1);
  await expectRemoved(database, before);
});

test('adding and removing it leaves a new database; added again, it is the same with another key', async () => {
  const before = contentOf(freshDatabase());
  const database = await seededDatabase();
  const names = () => database.writer.sqlite.prepare('SELECT name, registered FROM domain ORDER BY name').all();
  const [first, key] = [names(), readDemonstrationKey(fileOf(database))];
  await expectRemoved(database, before);
  expect(await seed(database)).toBe(true);
  expect(names()).toEqual(first);
  expect(readDemonstrationKey(fileOf(database))).not.toBe(key);
});

const areaNames = ({ reader }: Connections) => listAreaSets(reader).map(({ name, source }) => [name, source]);
const importDistricts = ({ writer }: Connections, name: string) => {
  return importAreas(writer, geoJson(collection(feature({ name: 'Kurow' }, square(174, -41, 0.1)))), {
    column: 'name',
    name,
    attribution: '',
    nowMs,
  });
};

test('its areas have figures, and stay away where there are areas', async () => {
  const database = await seededDatabase();
  expect(areaNames(database)).toEqual([[demonstrationAreaSet, 'demonstration data']]);
  const measured = presentMeasurement(database.reader, listAreaSets(database.reader)[0]?.id ?? 0);
  const dunedin = figuresOf(database.reader, measured?.id ?? 0).find(({ slug }) => slug === 'dunedin');
  expect(Object.keys(dunedin?.reached ?? {}).length).toBeGreaterThan(3);
  const other = await usedDatabase();
  await importDistricts(other, 'Districts');
  await seed(other);
  expect(areaNames(other).map(([name]) => name)).toEqual(['Districts']);
});

test('areas of a file that have taken the name of the invented ones stay', async () => {
  const database = await seededDatabase();
  await importDistricts(database, demonstrationAreaSet);
  const imported = areaNames(database);
  await seed(database);
  await remove(database);
  expect(areaNames(database)).toEqual(imported);
});

test('names changed by the release job are removed as well; a name changed by a register file stays', async () => {
  const before = contentOf(freshDatabase());
  const database = await seededDatabase();
  const midnight = Date.parse('2026-11-21T00:00:00+13:00');
  const run = runReleaseJob(database.writer, { scheduleDate: midnight, kind: 'scheduled', nowMs: midnight });
  expect(run.released).toBeGreaterThan(0);
  const { db } = database.writer;
  db.insert(domain).values({ name: 'demo-kauri-books.co.nz', revision: 50, registered: 1_700_000_000 }).run();
  setGeneration(db, 'register', 50, midnight);
  buildWitness(database.writer);
  expect([...namesReleasedBy(database.writer, run)]).toHaveLength(run.released);
  await remove(database);
  expect([...namesReleasedBy(database.writer, run)]).toEqual([]);
  expect(registerOf(database).find('demo-kauri-books.co.nz')?.registered).toBe(1_700_000_000);
  db.delete(domain).run();
  expect(contentOf(database)).toEqual(before);
});
