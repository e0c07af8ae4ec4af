import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { rememberChoices } from '#db/broadband/remembered-choices.ts';
import { coverageOffer } from '#db/broadband/schema.ts';
import { coverageChoices, noChoices } from '#lib/broadband/import/mapping/choices.ts';
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
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { coverageFileAt } from './coverage-file.ts';
import { inspectCoverage } from './inspect-coverage.ts';

/** A delivery with its provider's own column names and values. */
function delivery(properties: object = {}): object {
  const own = { ISP: 'Kea Net', TECH: 'FTTH', STATUS: 'Y', PLAN: '900/500', ...properties };
  return { type: 'Feature', properties: own, geometry: { type: 'Polygon', coordinates: [square(174, -41)] } };
}

test('a file is described with its columns, their meanings and its faults; nothing changes', async () => {
  const database = freshDatabase();
  const before = dump(database);
  const given = file(collection(delivery(), delivery({ TECH: 'Smoke' }), feature({}, square(174, -41).slice(0, 2))));
  const inspection = await withCoverageLock(database.writer, nowMs, () => inspectCoverage(database, given, noChoices));
  expect(inspection).toMatchObject({
    name: 'towns.geojson',
    bytes: given.bytes,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    layers: [],
    found: {
      format: 'GeoJSON',
      layerName: null,
      faultsInAll: 1,
      remembered: null,
      notes: [],
      report: { features: 3, parts: 2 },
      projection: { code: 4326, problem: null, candidates: [] },
      faults: [
        {
          where: { feature: 3, line: 1 },
          reason: { code: 'ring-too-short', ring: 1, positions: 3, isClosed: false },
        },
      ],
    },
  });
  expect(inspection.found?.columns.slice(0, 2)).toEqual([
    {
      name: 'ISP',
      filled: 2,
      blank: 1,
      hasMore: false,
      numbers: 0,
      least: null,
      most: null,
      pairs: 0,
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
  // plain data, so that it can pass between processes
  expect(JSON.parse(JSON.stringify(inspection))).toEqual(JSON.parse(JSON.stringify(structuredClone(inspection))));
  expect(dump(database)).toEqual(before);
});

test('a file with several layers needs one to be chosen first', async () => {
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

test('metres without a declared system are shown with the candidates, and read once one is chosen', async () => {
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
    code: 4326,
    asked: false,
    declaredBy: null,
    problem: { kind: 'not-in-reference' },
    candidates: [{ code: 2193, name: 'NZTM2000', swap: false, town: 'Wellington' }],
  });
  const chosen = await inspectCoverage(database, given, { ...noChoices, crs: 2193 });
  expect(chosen.found?.projection).toMatchObject({ code: 2193, asked: true, problem: null, accuracyMetres: 2 });
  expect(found?.location).toBeNull();
  expect(chosen.found?.location).toMatchObject({ town: 'Wellington', west: expect.closeTo(174.775, 2) });
});

test('an unreadable file is refused', async () => {
  const database = freshDatabase();
  const { reason } = await rejectionOf(inspectCoverage(database, file('{"type":"FeatureColl'), noChoices));
  expect(reason).toEqual({ code: 'file-cut-short', line: 1 });
});

const asDelivered = {
  ...noChoices,
  columns: {
    provider: 'ISP',
    technology: 'TECH',
    availability: 'STATUS',
    bandwidth_max_mbps: 'PLAN[first]',
    bandwidth_up_max_mbps: 'PLAN[second]',
  },
  constants: { bandwidth_min_mbps: 100, bandwidth_up_min_mbps: 20 },
  values: { technology: { FTTH: 'Fibre' }, availability: { Y: 'Available' } },
} as const;

test('an import without choices is refused with the likely options', async () => {
  const database = freshDatabase();
  const { reason } = await rejectionOf(importFile(database, file(delivery())));
  expect(reason.code).toBe('fields-missing');
  expect(wordsOf(reason)).toBe(
    'The file has no column named technology, provider, availability, bandwidth_min_mbps, bandwidth_max_mbps, bandwidth_up_min_mbps, bandwidth_up_max_mbps, which every offer needs. ' +
      'Its columns are "ISP", "TECH", "STATUS", "PLAN". ' +
      "The columns seem to mean: --map technology=TECH --value technology:FTTH=Fibre --map provider=ISP --map availability=STATUS --value availability:Y=Available --map 'bandwidth_max_mbps=PLAN[first]' --map 'bandwidth_up_max_mbps=PLAN[second]'. Check these options and use them, or use --as-proposed for all of them. " +
      'No column seems to be bandwidth_min_mbps, bandwidth_up_min_mbps: use --min-down, --min-up, or --map FIELD=COLUMN.',
  );
});

test('the choices are remembered for the provider’s next file with the same columns', async () => {
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
  expect(imported.notes).toEqual([{ code: 'remembered-choices', provider: 'Kea Net', usedAt: nowMs }]);
  expect(database.reader.db.select().from(coverageOffer).all().at(-1)).toMatchObject({
    availability: 'Available',
    minDownloadMbps: 100,
    maxDownloadMbps: 300,
    maxUploadMbps: 100,
  });
});

test.each<[title: string, properties: object, options: object]>([
  ['another provider', { ISP: 'Moa' }, {}],
  ['other columns', { MORE: 1 }, {}],
])('the choices for one file are not used for %s', async (_, properties, options) => {
  const database = freshDatabase();
  await importFile(database, file(delivery()), { choices: asDelivered });
  const { reason } = await rejectionOf(importFile(database, file(delivery(properties)), options));
  expect(reason.code).toBe('fields-missing');
});

test("when providers' choices differ for the same columns, the provider must be known", async () => {
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

test('the last twenty lists of columns are kept for each provider', async () => {
  const database = freshDatabase();
  await importFile(database, file(collection(feature({}, square(175, -41)))));
  for (let shape = 0; shape < 30; shape++) {
    rememberChoices(database.writer.db, ['One'], [`column ${shape}`], { ...noChoices, swap: true }, nowMs + shape);
  }
  const kept = database.writer.sqlite.prepare('SELECT columns FROM coverage_choice ORDER BY used_at').pluck().all();
  expect(kept).toEqual(Array.from({ length: 20 }, (_, place) => `["column ${place + 10}"]`));
});

test('columns are recognised when their names differ from the fields only in capitals and separators', async () => {
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
  expect((await rejectionOf(importFile(database, given))).reason).toMatchObject({
    code: 'fields-missing',
    proposals: [{ field: 'availability', column: 'availabili', meanings: [] }],
  });
  const { layers } = await importFile(database, given, {
    choices: { ...noChoices, columns: { availability: 'availabili' } },
  });
  expect(layers).toHaveLength(1);
});

test('an archive that has changed since its inspection is refused', async () => {
  const database = freshDatabase();
  const table = dbf([{ name: 'provider' }], [['One']]);
  const given = file(shapefileZip({ shp: shp([[square(174, -41).toReversed()]]), dbf: table }));
  const choices = coverageChoices.parse({ constants: offered });
  const { sha256 } = await inspectCoverage(database, given, choices);
  const changed = await rejectionOf(importFile(database, given, { choices, sha256: sha256.replace(/./g, '0') }));
  expect(changed.reason).toEqual({ code: 'file-changed' });
  expect(await importFile(database, given, { choices, sha256 })).toMatchObject({ sha256 });
});

test.each([
  // a text is hashed while it is checked
  [
    'GeoJSON',
    ['check-file', 'store-areas'],
    () => file(collection(...Array.from({ length: 2000 }, () => feature({}, square(174, -41))))),
  ],
  [
    'Shapefile',
    ['read-file', 'check-file', 'store-areas'],
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
    ['read-file', 'check-features', 'store-areas'],
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
])('an import cancelled at any step leaves nothing: %s', async (_, stages, make) => {
  const database = freshDatabase();
  const before = dump(database);
  const given = make();
  const choices = coverageChoices.parse({ constants: offered });
  for (const wanted of stages) {
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
  const { sqlite_sequence: _b, ...others } = before;
  expect(left).toEqual(others);
  const names = readdirSync(dirname(database.writer.sqlite.name)).filter((name) => name.includes('scratch'));
  expect(names).toEqual([]);
});
