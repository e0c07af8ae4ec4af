import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getComparison } from '#db/broadband/comparisons.ts';
import { requireVersionDetails } from '#db/broadband/version-details.ts';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { completeVersion } from '#flows/broadband/figures/complete-version.ts';
import type { ImportOptions } from '#flows/broadband/import/import-coverage.ts';
import { retireLayer } from '#flows/broadband/publication.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import type { ComparedArea } from '#lib/broadband/measure/comparison.ts';
import { largeLosses } from '#lib/broadband/measure/large-loss.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { rectangleArea } from '#lib/broadband/rectangle.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { databaseTemplate } from '#tests/support/files/database-template.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { refusalOf } from '#tests/support/refusals.ts';
import { findLosses } from './compare-versions.ts';

const side = 0.1;
const cautious = { ...writing, isLossConfirmed: false };

/** Square kilometres of a square of 0.1 degrees at this latitude. */
function squareArea(latitude: number): number {
  return rectangleArea(side * 1e7, latitude * 1e7, (latitude + side) * 1e7) / 1e6;
}

async function importSquares(
  database: Connections,
  provider: string,
  longitudes: readonly number[],
  options: Partial<ImportOptions> & { properties?: object } = {},
) {
  const { properties, ...rest } = options;
  const features = longitudes.map((longitude) => feature({ provider, ...properties }, square(longitude, -41)));
  return await importFile(database, file(collection(...features)), { mode: 'replace', ...rest });
}

async function publishSquares(...given: Parameters<typeof importSquares>): Promise<number> {
  const { id } = await importSquares(...given);
  await publishVersion(given[0], id, writing);
  return id;
}

function areaOf(database: Connections, versionId: number, technology = 'Fibre', provider: string | null = null) {
  const found = getComparison(database.reader.db, versionId)?.areas.find(
    (area) => area.technology === technology && area.provider === provider,
  );
  if (found === undefined) throw new Error(`Version ${versionId} has no area of ${technology} of ${provider}.`);
  return found;
}

function expectArea(
  area: ComparedArea,
  expected: Partial<Record<'gained' | 'lost' | 'unchanged' | 'altered', number>>,
) {
  for (const [what, squares] of Object.entries(expected) as ['gained', number][]) {
    expect(area[what]).toBeCloseTo(squares * squareArea(-41), 8);
  }
}

test('the first version gains everything it covers', async () => {
  const database = freshDatabase();
  const { id, comparison } = await importSquares(database, 'One', [174, 175]);
  expectArea(areaOf(database, id), { gained: 2, lost: 0, unchanged: 0 });
  expect(getComparison(database.reader.db, id)).toMatchObject(comparison);
  expect(comparison.baseId).toBeNull();
  expect(comparison.changedCells.length).toBeGreaterThan(10);
  expect(comparison.changedCells.every(({ gained, lost }) => gained > 0 && lost === 0)).toBe(true);
});

test('a version is compared with its base, by technology and provider', async () => {
  const database = freshDatabase();
  await publishSquares(database, 'One', [174, 175]);
  await publishSquares(database, 'Two', [175]);
  const { id } = await importSquares(database, 'One', [175, 176]);
  expectArea(areaOf(database, id, 'Fibre', 'One'), { gained: 1, lost: 1, unchanged: 1, altered: 0 });
  expectArea(areaOf(database, id, 'Fibre', 'Two'), { gained: 0, lost: 0, unchanged: 1, altered: 0 });
  expectArea(areaOf(database, id), { gained: 1, lost: 1, unchanged: 1, altered: 0 });
});

test('points whose answer changes are listed with both answers, and no other points', async () => {
  const database = freshDatabase();
  await publishSquares(database, 'One', [174, 175]);
  const { id } = await importSquares(database, 'One', [175, 176], { properties: { bandwidth_max_mbps: 950 } });
  const { changedAnswers = [] } = getComparison(database.reader.db, id) ?? {};
  expect(changedAnswers).toHaveLength(20);
  expect(new Set(changedAnswers.map(({ kind }) => kind))).toEqual(new Set(['gained', 'lost', 'altered']));
  for (const { x, y, kind, before, after } of changedAnswers) {
    const expected = { gained: 176, lost: 174, altered: 175 }[kind];
    expect(x).toBeGreaterThanOrEqual(toUnitX(expected));
    expect(x).toBeLessThanOrEqual(toUnitX(expected + side));
    expect(y).toBeGreaterThanOrEqual(toUnitY(-41));
    const fibre = (answer: unknown) =>
      (answer as { results: { providers?: { bandwidth_max_mbps: number }[] }[] }).results[0];
    expect(fibre(before)?.providers?.[0]?.bandwidth_max_mbps).toBe(kind === 'gained' ? undefined : 900);
    expect(fibre(after)?.providers?.[0]?.bandwidth_max_mbps).toBe(kind === 'lost' ? undefined : 950);
  }
});

test('a change of an offer that a better one of its provider hides changes no answer', async () => {
  const database = freshDatabase();
  const both = (slower: number) =>
    file(
      collection(
        feature({}, square(174, -41)),
        feature({ bandwidth_min_mbps: 10, bandwidth_max_mbps: slower }, square(174, -41)),
      ),
    );
  const one = await importFile(database, both(50));
  await publishVersion(database, one.id, writing);
  const two = await importFile(database, both(60), { mode: 'replace' });
  expectArea(areaOf(database, two.id), { gained: 0, lost: 0, altered: 1 });
  expect(two.comparison.changedAnswers).toEqual([]);
});

test('a version that removes more than a fifth of a technology is published only with confirmation', async () => {
  const database = freshDatabase();
  const first = await publishSquares(database, 'One', [170, 171, 172, 173, 174]);
  const less = await importSquares(database, 'One', [170, 171, 172]);
  const refused = await publishVersion(database, less.id, cautious);
  expect(refused).toMatchObject({ outcome: 'unconfirmed', losses: [{ technology: 'Fibre' }] });
  expect(requireVersionDetails(database.reader, first, writing.nowMs).isPublished).toBe(true);
  expect(requireVersionDetails(database.reader, less.id, writing.nowMs).losses).toHaveLength(1);
  expect(await publishVersion(database, less.id, writing)).toMatchObject({ outcome: 'published' });
  // versions that were published before can be published again without confirmation
  expect(await publishVersion(database, first, cautious)).toMatchObject({ outcome: 'published' });
  expect(await publishVersion(database, less.id, cautious)).toMatchObject({ outcome: 'published' });
});

test('a fifth may be lost without confirmation, and one provider’s loss does not count where another covers the place', async () => {
  const database = freshDatabase();
  await publishSquares(database, 'One', [170, 171, 172, 173, 174]);
  const fewer = await importSquares(database, 'One', [170, 171, 172, 173]);
  expect(fewer.comparison.areas[0]?.lost).toBeGreaterThan(0.199 * 5 * squareArea(-41));
  await publishSquares(database, 'Two', [170, 171, 172, 173, 174]);
  const one = requireVersionDetails(database.reader, 3, writing.nowMs).layers.find(
    ({ provider }) => provider === 'One',
  );
  const retired = await retireLayer(database, one?.id ?? 0, writing);
  await completeVersion(database.writer, retired.id, writing);
  expect(areaOf(database, retired.id, 'Fibre', 'One').lost).toBeGreaterThan(100);
  expect(await publishVersion(database, retired.id, cautious)).toMatchObject({ outcome: 'published' });
});

test('a rebuilt version is measured against the published one, and must be confirmed again', async () => {
  const database = freshDatabase();
  await publishSquares(database, 'One', [174]);
  const mine = await importSquares(database, 'Mine', [175]);
  await publishSquares(database, 'Theirs', [175, 176]);
  expectArea(areaOf(database, mine.id), { gained: 1, unchanged: 1 });
  expect(requireVersionDetails(database.reader, mine.id, writing.nowMs).isOutdated).toBe(true);
  const { outcome, versionId } = await publishVersion(database, mine.id, cautious);
  expect(outcome).toBe('rebuilt');
  await completeVersion(database.writer, versionId, writing);
  expectArea(areaOf(database, versionId), { gained: 0, lost: 0, unchanged: 3, altered: 1 });
  expectArea(areaOf(database, versionId, 'Fibre', 'Mine'), { gained: 1 });
});

test('the details of a version list its layers, what it adds and removes, its report and problems', async () => {
  const database = freshDatabase();
  await publishSquares(database, 'One', [174]);
  const open = collection(feature({ provider: 'One' }, square(175, -41).slice(0, 4)));
  const { id } = await importFile(database, file(open, 'new.geojson'), { mode: 'replace', asOf: '2025-01-01' });
  expect(requireVersionDetails(database.reader, id, writing.nowMs)).toMatchObject({
    version: { id, baseId: 1, source: 'new.geojson' },
    isPublished: false,
    isOutdated: false,
    layers: [{ provider: 'One', delivery: 'new', offers: 1, isNew: true, age: { isFlagged: true } }],
    removedLayers: [{ provider: 'One', delivery: 'towns' }],
    report: { ringsClosed: 1 },
    problems: [{ kind: 'ring closed', feature: 1 }],
    losses: [{ technology: 'Fibre' }],
  });
  expect(refusalOf(() => requireVersionDetails(database.reader, 77, writing.nowMs)).reason).toEqual({
    code: 'no-such-version',
    versionId: 77,
  });
});

async function importTechnology(
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
    await publishVersion(database, await importTechnology(database, technology, [170, 171, 172, 173, 174]), writing);
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
  const id = await importTechnology(database, 'Fibre', longitudes, 'replace');
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
  const id = await importTechnology(database, 'Fibre', [170], 'replace');
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
