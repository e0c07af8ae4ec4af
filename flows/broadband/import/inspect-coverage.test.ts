import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { rememberChoices } from '#db/broadband/remembered-choices.ts';
import { coverageOffer } from '#db/broadband/schema.ts';
import { coverageChoices, noChoices } from '#lib/broadband/import/mapping/choices.ts';
import { Refusal } from '#lib/refusal.ts';
import {
  collection,
  dump,
  feature,
  file,
  importFile,
  nowMs,
  offered,
  square,
} from '#tests/support/files/coverage-files.ts';
import { addLayer, beginGeoPackage, geometryBlob, sqliteFile, wkbPolygon } from '#tests/support/files/geopackage.ts';
import { dbf, shapefileZip, shp } from '#tests/support/files/shapefile.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { coverageFileAt } from './coverage-file.ts';
import { inspectCoverage } from './inspect-coverage.ts';

/** A delivery in its provider's own words. */
function delivery(properties: object = {}): object {
  const own = { ISP: 'Kea Net', TECH: 'FTTH', STATUS: 'Y', PLAN: '900/500', ...properties };
  return { type: 'Feature', properties: own, geometry: { type: 'Polygon', coordinates: [square(174, -41)] } };
}

test('a file is told with its columns, what they seem to mean, and what is wrong; nothing changes', async () => {
  const database = freshDatabase();
  const before = dump(database);
  const given = file(collection(delivery(), delivery({ TECH: 'Smoke' }), feature({}, square(174, -41).slice(0, 2))));
  const inspection = await withCoverageLock(database.writer, nowMs, () => inspectCoverage(database, given, noChoices));
  expect(inspection).toMatchObject({
    ...{ name: 'towns.geojson', bytes: given.bytes, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), layers: [] },
    found: {
      ...{ format: 'GeoJSON', layerName: null, faultsInAll: 1, remembered: null, notes: [] },
      report: { features: 3, parts: 2 },
      projection: { code: 4326, problem: null, candidates: [] },
      faults: [{ where: 'feature 3, line 1', message: expect.stringContaining('a ring needs at least 4') }],
    },
  });
  expect(inspection.found?.columns.slice(0, 2)).toEqual([
    {
      ...{ name: 'ISP', filled: 2, blank: 1, hasMore: false, numbers: 0, least: null, most: null, pairs: 0 },
      values: [{ value: 'Kea Net', count: 2 }],
    },
    expect.objectContaining({
      name: 'TECH',
      values: [
        { value: 'FTTH', count: 1 },
        { value: 'Smoke', count: 1 },
      ],
    }),
  ]);
  // plain data, to travel between processes
  expect(JSON.parse(JSON.stringify(inspection))).toEqual(JSON.parse(JSON.stringify(structuredClone(inspection))));
  expect(dump(database)).toEqual(before);
});

test('a layer has to be chosen first where there are several', async () => {
  const database = freshDatabase();
  const path = sqliteFile((sqlite) => {
    beginGeoPackage(sqlite);
    for (const name of ['farms', 'towns'])
      addLayer(sqlite, name, [[geometryBlob(wkbPolygon([square(174, -41)])), 'One', 9]]);
  });
  const layers = [
    { name: 'farms', features: 1 },
    { name: 'towns', features: 1 },
  ];
  expect(await inspectCoverage(database, coverageFileAt(path), noChoices)).toMatchObject({ found: null, layers });
  const chosen = await inspectCoverage(database, coverageFileAt(path), { ...noChoices, layer: 'towns' });
  expect(chosen).toMatchObject({ layers, found: { layerName: 'towns', report: { features: 1 } } });
});

test('metres that nobody declared are told with what they may be, and are read when that is chosen', async () => {
  const database = freshDatabase();
  const ring = [
    [1748735, 5427916],
    [1748735, 5428000],
    [1749000, 5427916],
    [1748735, 5427916],
  ];
  const given = file(shapefileZip({ shp: shp([[ring]]), dbf: dbf([{ name: 'provider' }], [['One']]) }));
  const { found } = await inspectCoverage(database, given, noChoices);
  expect(found?.projection).toMatchObject({
    ...{ code: 4326, asked: false, declaredBy: null },
    problem: expect.stringContaining('as metres of a map projection do, and the file does not say of which.'),
    candidates: [{ code: 2193, name: 'NZTM2000', swap: false, town: 'Wellington' }],
  });
  const chosen = await inspectCoverage(database, given, { ...noChoices, crs: 2193 });
  expect(chosen.found?.projection).toMatchObject({ code: 2193, asked: true, problem: null, accuracyMetres: 2 });
  expect(found?.whereabouts).toBeNull();
  expect(chosen.found?.whereabouts).toMatchObject({ town: 'Wellington', west: expect.closeTo(174.775, 2) });
});

test('a file that cannot be read is refused', async () => {
  const database = freshDatabase();
  await expect(inspectCoverage(database, file('{"type":"FeatureColl'), noChoices)).rejects.toThrow(
    new Refusal('The file ends in the middle, on line 1: it is not whole.'),
  );
});

const asDelivered = {
  ...noChoices,
  columns: {
    ...{ provider: 'ISP', technology: 'TECH', availability: 'STATUS' },
    ...{ bandwidth_max_mbps: 'PLAN[first]', bandwidth_up_max_mbps: 'PLAN[second]' },
  },
  constants: { bandwidth_min_mbps: 100, bandwidth_up_min_mbps: 20 },
  values: { technology: { FTTH: 'Fibre' }, availability: { Y: 'Available' } },
} as const;

test('an import without choices is refused with the options that seem to be meant', async () => {
  const database = freshDatabase();
  await expect(importFile(database, file(delivery()))).rejects.toThrow(
    new Refusal(
      'The file lacks what every offer needs: no column is named technology, provider, availability, bandwidth_min_mbps, bandwidth_max_mbps, bandwidth_up_min_mbps, bandwidth_up_max_mbps. ' +
        'Its columns are "ISP", "TECH", "STATUS", "PLAN". ' +
        "They seem to mean: --map technology=TECH --value technology:FTTH=Fibre --map provider=ISP --map availability=STATUS --value availability:Y=Available --map 'bandwidth_max_mbps=PLAN[first]' --map 'bandwidth_up_max_mbps=PLAN[second]'. Check that and give these options, or --as-proposed to take them all. " +
        'Nothing seems to be bandwidth_min_mbps, bandwidth_up_min_mbps: give --min-down, --min-up, or --map FIELD=COLUMN.',
    ),
  );
});

test('what was chosen is remembered for the provider’s next file with the same columns', async () => {
  const database = freshDatabase();
  await importFile(database, file(delivery()), { choices: asDelivered });
  const next = file(delivery({ PLAN: '300/100' }), 'next.geojson');
  const { found } = await inspectCoverage(database, next, noChoices);
  expect(found?.remembered).toEqual({
    providers: ['Kea Net'],
    usedAt: nowMs,
    choices: coverageChoices.parse(asDelivered),
  });

  const imported = await importFile(database, next, { newProviders: false });
  expect(imported.notes).toEqual([
    'What was not chosen is as for the last file of Kea Net with these columns (2026-11-20).',
  ]);
  expect(database.reader.db.select().from(coverageOffer).all().at(-1)).toMatchObject({
    ...{ availability: 'Available', minDownloadMbps: 100, maxDownloadMbps: 300, maxUploadMbps: 100 },
  });
});

test.each<[title: string, properties: object, options: object]>([
  ['another provider', { ISP: 'Moa' }, {}],
  ['other columns', { MORE: 1 }, {}],
])('what was chosen for one file is not taken for %s', async (_, properties, options) => {
  const database = freshDatabase();
  await importFile(database, file(delivery()), { choices: asDelivered });
  await expect(importFile(database, file(delivery(properties)), options)).rejects.toThrow(
    'The file lacks what every offer needs',
  );
});

test('where providers chose differently for the same columns, it must be known whose file it is', async () => {
  const database = freshDatabase();
  await importFile(database, file(delivery()), { choices: asDelivered });
  const columns = ['ISP', 'TECH', 'STATUS', 'PLAN'];
  await importFile(database, file(collection(feature({ provider: 'Moa' }, square(175, -41)))));
  const theirs = coverageChoices.parse({
    ...asDelivered,
    constants: { bandwidth_min_mbps: 50, bandwidth_up_min_mbps: 10 },
  });
  rememberChoices(database.writer.db, ['Moa'], columns, theirs, nowMs + 1);
  expect((await inspectCoverage(database, file(delivery()), noChoices)).found?.remembered).toBeNull();
  const ofMoa = await inspectCoverage(database, file(delivery()), { ...noChoices, constants: { provider: 'MOA' } });
  expect(ofMoa.found?.remembered).toMatchObject({ providers: ['Moa'], choices: theirs });
});

test('of each provider the last twenty shapes of files are kept', async () => {
  const database = freshDatabase();
  await importFile(database, file(collection(feature({}, square(175, -41)))));
  for (let shape = 0; shape < 30; shape++) {
    rememberChoices(database.writer.db, ['One'], [`column ${shape}`], { ...noChoices, swap: true }, nowMs + shape);
  }
  const kept = database.writer.sqlite.prepare('SELECT columns FROM coverage_choice ORDER BY used_at').pluck().all();
  expect(kept).toEqual(Array.from({ length: 20 }, (_, place) => `["column ${place + 10}"]`));
});

test('columns named as the fields but for capitals and separators are taken', async () => {
  const database = freshDatabase();
  const properties = Object.fromEntries(
    Object.entries(offered).map(([name, value]) => [name.toUpperCase().replaceAll('_', ' '), value]),
  );
  const given = { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [square(174, -41)] } };
  const { layers } = await importFile(database, file(given));
  expect(layers).toMatchObject([{ technology: 'Fibre', provider: 'One', offers: 1 }]);
});

test('GDAL’s ten-letter names are refused until they are confirmed', async () => {
  const database = freshDatabase();
  const { availability, ...rest } = offered;
  const given = file({
    type: 'Feature',
    properties: { ...rest, availabili: availability },
    geometry: { type: 'Polygon', coordinates: [square(174, -41)] },
  });
  await expect(importFile(database, given)).rejects.toThrow(
    'They seem to mean: --map availability=availabili. Check that and give these options, or --as-proposed to take them all.',
  );
  const { layers } = await importFile(database, given, {
    choices: { ...noChoices, columns: { availability: 'availabili' } },
  });
  expect(layers).toHaveLength(1);
});

test.each([
  ['GeoJSON', () => file(collection(...Array.from({ length: 2000 }, () => feature({}, square(174, -41)))))],
  [
    'Shapefile',
    () =>
      file(
        shapefileZip({
          shp: shp(Array(2000).fill([square(174, -41).toReversed()])),
          dbf: dbf([{ name: 'provider' }], Array(2000).fill(['One'])),
        }),
      ),
  ],
  [
    'GeoPackage',
    () =>
      coverageFileAt(
        sqliteFile((sqlite) => {
          beginGeoPackage(sqlite);
          sqlite.pragma('journal_mode = WAL');
          addLayer(
            sqlite,
            'towns',
            Array.from({ length: 2000 }, () => [geometryBlob(wkbPolygon([square(174, -41)])), 'One', 9] as const),
          );
        }),
      ),
  ],
])('an import that is given up leaves nothing, at whichever step: %s', async (_, make) => {
  const database = freshDatabase();
  const before = dump(database);
  const given = make();
  const choices = coverageChoices.parse({ constants: offered });
  for (const wanted of ['read-file', 'checking, ', 'store-areas']) {
    let isReached = false;
    const onProgress = (stage: string) => {
      if (!stage.startsWith(wanted) || isReached) return;
      isReached = true;
      throw 'cancel';
    };
    await expect(importFile(database, given, { choices, onProgress })).rejects.toBe('cancel');
    expect(isReached).toBe(true);
  }
  const { sqlite_sequence: _a, ...left } = dump(database);
  const { sqlite_sequence: _b, ...stood } = before;
  expect(left).toEqual(stood);
  const names = readdirSync(dirname(database.writer.sqlite.name)).filter((name) => name.includes('scratch'));
  expect(names).toEqual([]);
});
