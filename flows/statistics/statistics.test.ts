import { describe, expect, test } from 'vitest';
import { deleteVersionRow } from '#db/broadband/versions.ts';
import type { Connections } from '#db/client.ts';
import { areasOf, getAreaSet } from '#db/statistics/area-sets.ts';
import { figuresOf, figuresOfArea, measuredByDay, measurementsOf, presentMeasurement } from '#db/statistics/figures.ts';
import { publishVersion, rollBack } from '#flows/broadband/publish-version.ts';
import { importPlaces } from '#flows/places/import-places.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { areaOf } from '#lib/broadband/rectangle.ts';
import type { AreaFigures } from '#lib/statistics/area-figures.ts';
import { collection, feature, file, importFile, nowMs, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { refusalOf } from '#tests/support/refusals.ts';
import { type AreasImport, importAreas, removeAreas } from './import-areas.ts';
import { measureStatistics } from './measure-statistics.ts';

const by = { actor: { who: 'jo@watea.example', address: null }, nowMs } as const;
const asked = { column: 'name', name: 'Districts', attribution: 'Stats NZ', ...by } as const;

/** An area of a file, with a property `name`. */
function named(name: unknown, ...rings: number[][][]): object {
  return { type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: rings } };
}

const districts = [
  named('Ōpōtiki', square(174, -41)),
  named('Gore', square(174.1, -41)),
  // an area in two features
  named('Ōpōtiki', square(175, -42)),
];

function load(database: Connections, features: readonly object[] = districts, more: Partial<AreasImport> = {}) {
  return importAreas(database.writer, file(collection(...features), 'districts.geojson'), { ...asked, ...more });
}

async function publish(database: Connections, ...features: object[]): Promise<number> {
  const { id } = await importFile(database, file(collection(...features)), { mode: 'replace all' });
  await publishVersion(database, id, writing);
  return id;
}

function setOf(database: Connections) {
  const set = getAreaSet(database.reader, 'Districts');
  if (set === undefined) throw new Error('The set does not exist.');
  return set;
}

/** The figures of the version that was measured last, by name. */
function figures(database: Connections): Record<string, AreaFigures> {
  const last = measurementsOf(database.reader, setOf(database).id).at(-1);
  const found = last === undefined ? [] : figuresOf(database.reader, last.id);
  return Object.fromEntries(found.map((area) => [area.name, area]));
}

const waiting = (database: Connections) =>
  database.reader.sqlite
    .prepare<[], { parameters: string }>(
      "SELECT parameters FROM work WHERE kind = 'area figures' AND state = 'waiting'",
    )
    .all()
    .map(({ parameters }) => JSON.parse(parameters).versionId);

/** Square metres of a part of a square of 0.1 degrees. */
const squareMetres = (latitude: number, width = 0.1) =>
  areaOf({
    minX: toUnitX(174),
    maxX: toUnitX(174 + width),
    minY: toUnitY(latitude),
    maxY: toUnitY(latitude + 0.1),
  });

type Place = readonly [latitude: number, longitude: number];

const addresses = (points: readonly Place[]) =>
  Buffer.from(
    [
      'full_address,shape_X,shape_Y',
      ...points.map(([y, x], at) => `"${at + 1} Example Street, Town",${x},${y}`),
      '',
    ].join('\n'),
  );

async function loadAddresses(database: Connections, ...points: readonly Place[]) {
  async function* bytes() {
    yield addresses(points);
  }
  await importPlaces(database.writer, bytes(), { source: 'addresses.csv', onProgress: () => undefined, ...by });
}

describe('the figures of areas', () => {
  test('areas that are replaced while they are measured are measured next', async () => {
    const database = freshDatabase();
    await load(database);
    const version = await publish(database, feature({}, square(174, -41)));
    const measuring = measureStatistics(database.writer, version, { nowMs });
    database.writer.sqlite.exec('UPDATE area_set SET revision = revision + 1');
    expect(await measuring).toEqual([]);
    expect(waiting(database)).toEqual([version]);
    expect(await measureStatistics(database.writer, version, { nowMs })).toEqual(['Districts']);
    expect(waiting(database)).toEqual([]);
  });

  test('are of what each technology, and all together, reach of them, by availability and speed', async () => {
    const database = freshDatabase();
    const imported = await load(database);
    expect(imported).toMatchObject({ set: 'Districts', areas: 2, outside: [] });
    const id = await publish(
      database,
      feature({ bandwidth_max_mbps: 950 }, square(174.05, -41)),
      feature({ technology: 'ADSL', bandwidth_min_mbps: 1, bandwidth_max_mbps: 18 }, square(174, -41)),
      feature({ technology: 'Cable', availability: 'Planned', bandwidth_max_mbps: 300 }, square(174, -41, 0.2)),
    );
    expect(await measureStatistics(database.writer, id, { nowMs })).toEqual(['Districts']);
    const { Ōpōtiki: opotiki, Gore: gore } = figures(database);
    expect(opotiki?.squareMetres).toBeCloseTo(squareMetres(-41) + squareMetres(-42), 4);
    const [, cable, , , adsl] = ['1', '2', '3', '4', '5'];
    const landOf = (area: AreaFigures | undefined, technology: string) => area?.reached[technology]?.land;
    const half = expect.closeTo(squareMetres(-41, 0.05), 3);
    const whole = expect.closeTo(squareMetres(-41), 3);
    const none = expect.closeTo(0, 3);
    expect(landOf(opotiki, '1')?.Available).toEqual([half, half, half, half, half]);
    expect(landOf(opotiki, adsl ?? '')?.Available).toEqual([whole, none, none, none, none]);
    expect(landOf(opotiki, cable ?? '')?.Planned).toEqual([whole, whole, whole, whole, none]);
    expect(landOf(opotiki, 'all')).toEqual({
      Available: [whole, half, half, half, half],
      Underway: [none, none, none, none, none],
      // where nothing that fast is available yet
      Planned: [none, half, half, half, none],
    });
    expect(landOf(gore, '1')?.Available).toEqual([half, half, half, half, half]);
    expect(opotiki).toMatchObject({ slug: 'opotiki', addresses: null });
  });

  test('count the addresses in each area, each as the look-up answers for it', async () => {
    const database = freshDatabase();
    await load(database);
    await loadAddresses(database, [-40.95, 174.02], [-40.95, 174.07], [-40.95, 174.15], [-38, 177]);
    const id = await publish(database, feature({}, square(174.05, -41)));
    await measureStatistics(database.writer, id, { nowMs });
    const { Ōpōtiki: opotiki, Gore: gore } = figures(database);
    expect([opotiki?.addresses, gore?.addresses]).toEqual([2, 1]);
    expect(opotiki?.reached['1']?.addresses?.Available).toEqual([1, 1, 1, 1, 1]);
    // on the border, which belongs to what is offered
    expect(gore?.reached.all?.addresses?.Available).toEqual([1, 1, 1, 1, 1]);
  });

  test('are made by a job when something is published, once; and again when areas or addresses are replaced', async () => {
    const database = freshDatabase();
    await load(database);
    expect(waiting(database)).toEqual([]);
    const first = await publish(database, feature({}, square(174, -41)));
    expect(waiting(database)).toEqual([first]);
    expect(await measureStatistics(database.writer, first, { nowMs })).toEqual(['Districts']);
    expect(waiting(database)).toEqual([]);
    expect(await measureStatistics(database.writer, first, { nowMs })).toEqual([]);
    await load(database);
    await loadAddresses(database, [-40.95, 174.02]);
    expect(waiting(database)).toEqual([first]);
    expect(await measureStatistics(database.writer, first, { nowMs: nowMs + 1 })).toEqual(['Districts']);
    expect(measurementsOf(database.reader, setOf(database).id)).toMatchObject([
      { versionId: first, measuredAt: nowMs + 1, revision: 2, addressList: 1 },
    ]);
  });

  test('of a version stay when it is removed and when the areas are replaced: a series grows', async () => {
    const database = freshDatabase();
    await load(database);
    const first = await publish(database, feature({}, square(174, -41)));
    await measureStatistics(database.writer, first, { nowMs });
    const second = await publish(database, feature({}, square(174, -41, 0.05)));
    await measureStatistics(database.writer, second, { nowMs });
    deleteVersionRow(database.writer.db, first);
    await load(database, [named('Ōpōtiki', square(174, -41, 0.05))]);
    await measureStatistics(database.writer, second, { nowMs });
    const { id } = setOf(database);
    expect(measurementsOf(database.reader, id).map(({ versionId }) => versionId)).toEqual([first, second]);
    expect([...figuresOfArea(database.reader, id, 'opotiki').values()].map((area) => area.reached.all?.land)).toEqual([
      expect.objectContaining({ Available: expect.arrayContaining([expect.closeTo(squareMetres(-41), 3)]) }),
      expect.anything(),
    ]);
    expect(figuresOfArea(database.reader, id, 'gore').size).toBe(1);
  });

  test('after a rollback are those of what is published again', async () => {
    const database = freshDatabase();
    await load(database);
    const first = await publish(database, feature({}, square(174, -41)));
    await measureStatistics(database.writer, first, { nowMs });
    const second = await publish(database, feature({}, square(174, -41, 0.05)));
    const { id } = setOf(database);
    expect(presentMeasurement(database.reader, id)?.versionId).toBe(first);
    await measureStatistics(database.writer, second, { nowMs });
    expect(presentMeasurement(database.reader, id)?.versionId).toBe(second);
    await rollBack(database, writing);
    expect(presentMeasurement(database.reader, id)?.versionId).toBe(first);
  });

  test('over time are of what was in force at the end of each day: a rollback is the last of them', async () => {
    const database = freshDatabase();
    await load(database);
    const day = 24 * 60 * 60 * 1000;
    const versions: number[] = [];
    for (const at of [0, 1, 1]) {
      const { id } = await importFile(database, file(collection(feature({}, square(174, -41)))), {
        mode: 'replace all',
      });
      await publishVersion(database, id, { ...writing, nowMs: nowMs + at * day });
      await measureStatistics(database.writer, id, { nowMs });
      versions.push(id);
    }
    await rollBack(database, { ...writing, nowMs: nowMs + 2 * day });
    const { id } = setOf(database);
    const versionOf = new Map(measurementsOf(database.reader, id).map((measured) => [measured.id, measured.versionId]));
    const series = measuredByDay(database.reader, id).map((measured) => [
      (measured.at - nowMs) / day,
      versions.indexOf(versionOf.get(measured.id) ?? 0),
    ]);
    expect(series).toEqual([
      [0, 0],
      [1, 2],
      [2, 1],
    ]);
  });

  test('of a set that is replaced while it is measured are not stored', async () => {
    const database = freshDatabase();
    await load(database);
    const id = await publish(database, feature({}, square(174, -41)));
    const measuring = measureStatistics(database.writer, id, { nowMs });
    // the set has been read, and nothing is stored before the event loop turns
    database.writer.sqlite.exec('UPDATE area_set SET revision = revision + 1');
    expect(await measuring).toEqual([]);
    expect(measurementsOf(database.reader, setOf(database).id)).toEqual([]);
    expect(await measureStatistics(database.writer, id, { nowMs })).toEqual(['Districts']);
  });

  test('are not made of a version that is gone', async () => {
    const database = freshDatabase();
    await load(database);
    expect(await measureStatistics(database.writer, 77, { nowMs })).toEqual([]);
  });
});

describe('areas', () => {
  test.each<[string, readonly object[], Partial<AreasImport>, unknown]>([
    [
      'without the column',
      districts,
      { column: 'nmae' },
      { code: 'area-column-not-found', column: 'nmae', columns: ['name'] },
    ],
    ['one without a name', [...districts, named(' ', square(170, -45))], {}, { code: 'coverage-faults', count: 1 }],
    [
      'one whose name is no text',
      [...districts, named(null, square(170, -45))],
      {},
      { code: 'coverage-faults', count: 1 },
    ],
    ['all outside the service area', [named('Chatham Islands', square(183, -44))], {}, { code: 'areas-outside' }],
    [
      'no polygons',
      [{ type: 'Feature', properties: { name: 'A' }, geometry: null }],
      {},
      { code: 'areas-without-polygons' },
    ],
  ])('are refused with all that is wrong, and nothing changes: %s', async (_, features, more, reason) => {
    const database = freshDatabase();
    await load(database);
    const refused = await load(database, features, more).catch((fault) => fault);
    expect(
      refusalOf(() => {
        throw refused;
      }).reason,
    ).toMatchObject(reason as object);
    expect(setOf(database).revision).toBe(1);
    expect(areasOf(database.reader, setOf(database).id)).toHaveLength(2);
  });

  test.each([
    ['points', 'name,latitude,longitude\nGore,-46,169\n', ['name', 'latitude', 'longitude']],
    ['no places', 'name,code\nGore,1\n', ['name', 'code']],
    ['points that reach somewhere', 'name,latitude,longitude,radius\nGore,-46,169,5\n', []],
  ])('in a table of %s are refused in words of areas', async (_, text, columns) => {
    const { writer } = freshDatabase();
    const refused = await importAreas(writer, file(text, 'table.csv'), asked).catch((fault) => fault);
    expect(refused.reason).toEqual({ code: 'areas-without-borders', columns });
  });

  test('outside the service area are left out and named', async () => {
    const database = freshDatabase();
    const imported = await load(database, [...districts, named('Chatham Islands', square(183, -44))]);
    expect(imported).toMatchObject({ areas: 2, outside: ['Chatham Islands'] });
  });

  test('are removed with their figures, which the audit log has', async () => {
    const database = freshDatabase();
    await load(database);
    const id = await publish(database, feature({}, square(174, -41)));
    await measureStatistics(database.writer, id, { nowMs });
    await removeAreas(database.writer, 'Districts', by);
    const count = (table: string) => database.reader.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    expect(['area_set', 'area', 'area_measurement', 'area_figure'].map(count)).toEqual([0, 0, 0, 0]);
    const actions = database.reader.sqlite
      .prepare("SELECT action, subject FROM audit_entry WHERE action LIKE 'areas.%'")
      .all();
    expect(actions).toEqual([
      { action: 'areas.import', subject: 'areas "Districts"' },
      { action: 'areas.remove', subject: 'areas "Districts"' },
    ]);
    await expect(removeAreas(database.writer, 'Districts', by)).rejects.toThrow('no-such-area-set');
  });
});
