import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getComparison } from '#db/broadband/comparisons.ts';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { largeLosses } from '#lib/broadband/measure/large-loss.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { databaseTemplate } from '#tests/support/files/database-template.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { findLosses } from './find-losses.ts';

async function importSquares(
  database: Connections,
  technology: string,
  longitudes: readonly number[],
  mode: 'join' | 'replace' = 'join',
) {
  const squares = longitudes.map((longitude) => feature({ technology }, square(longitude, -41)));
  return (await importFile(database, file(collection(...squares)), { mode })).id;
}

const publishedFile = databaseTemplate(async (path) => {
  const database = openDatabase(path);
  migrate(database.writer);
  for (const technology of ['Fibre', 'ADSL']) {
    await publishVersion(database, await importSquares(database, technology, [170, 171, 172, 173, 174]), writing);
  }
  closeDatabase(database);
});

/** A copy of a database with five squares of Fibre and five of ADSL, published as version 2. */
async function published(): Promise<Connections> {
  const folder = makeFolder();
  const path = join(folder.path, 'watea.db');
  await publishedFile(path);
  const database = openDatabase(path);
  onTestFinished(() => {
    closeDatabase(database);
    folder.remove();
  });
  return database;
}

test('a version without a base takes nothing away', async () => {
  const database = await published();
  expect(await findLosses(database.reader, 2, undefined, {})).toEqual([]);
});

test.each([
  ['a fifth', [170, 171, 172, 173], []],
  ['two fifths', [170, 171, 172], [{ technology: 'Fibre' }]],
  ['nothing, but elsewhere something is new', [170, 171, 172, 173, 174, 175], []],
])('of a technology that loses %s, the losses are those of all figures', async (_, longitudes, losses) => {
  const database = await published();
  const id = await importSquares(database, 'Fibre', longitudes, 'replace');
  const found = await findLosses(database.reader, id, 2, {});
  expect(found).toMatchObject(losses);
  expect(found).toHaveLength(losses.length);
  const measured = largeLosses(getComparison(database.reader.db, id)?.areas ?? []);
  expect(found.map(({ technology }) => technology)).toEqual(measured.map(({ technology }) => technology));
  for (const [place, { lost, before }] of found.entries()) {
    expect(lost).toBeCloseTo(measured[place]?.lost ?? Number.NaN, 9);
    expect(before).toBeCloseTo(measured[place]?.before ?? Number.NaN, 9);
  }
});

test('a base whose figures are not stored yet is measured', async () => {
  const database = await published();
  const id = await importSquares(database, 'Fibre', [170], 'replace');
  const known = await findLosses(database.reader, id, 2, {});
  database.writer.sqlite.exec('UPDATE coverage_comparison SET totals = NULL');
  const measured = await findLosses(database.reader, id, 2, {});
  expect(known).toHaveLength(1);
  expect(measured[0]?.before).toBeCloseTo(known[0]?.before ?? Number.NaN, 9);
});

test('what the progress throws ends it', async () => {
  const database = await published();
  const scattered = Array.from({ length: 4000 }, (_, place) =>
    feature({ technology: 'Cable' }, square(168 + (place % 80) * 0.1, -46 + Math.floor(place / 80) * 0.1, 0.03)),
  );
  const { id } = await importFile(database, file(collection(...scattered)));
  const stop = () => {
    throw new Error('stopped');
  };
  await expect(findLosses(database.reader, id, 2, { onProgress: stop })).rejects.toThrow('stopped');
  expect(await findLosses(database.reader, id, 2, {})).toEqual([]);
});
