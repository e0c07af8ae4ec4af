import { describe, expect, test } from 'vitest';
import type { Connections } from '#db/client.ts';
import { openTileReader } from '#db/tiles/tile-reader.ts';
import { readTileSets } from '#db/tiles/tile-sets.ts';
import type { TileAddress } from '#lib/tiles/tile-address.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { featuresOf, tilePath } from '#tests/support/tiles.ts';
import { drawMissing } from './draw-layers.ts';
import { completeVersion } from './figures/complete-version.ts';
import { publishVersion } from './publish-version.ts';
import { deleteVersion } from './remove-version.ts';

const look = { colour: '#3f64f9', pattern: 'rising' } as const;

function tileAt(setId: number, longitude: number, latitude: number, z: number): TileAddress {
  const [, , , x = 0, y = 0] = tilePath(setId, longitude, latitude, z).split('/').slice(1).map(Number);
  return { setId, z, x, y, format: 'mvt' };
}

function make({ reader }: Connections, versionId: number, address: TileAddress) {
  const tiles = openTileReader(reader.sqlite.name);
  try {
    const making = tiles.make(versionId, look, address);
    return making.outcome === 'made' ? featuresOf(making.body) : making.outcome;
  } finally {
    tiles.close();
  }
}

const count = ({ reader }: Connections, table: string) =>
  reader.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

const wellington = square(174.7, -41.3);
const fibre = [{ availability: 'Available', provider: 'One', max_mbps: 900 }];
const cable = [{ availability: 'Available', provider: 'Two', max_mbps: 900 }];

async function twoVersions(database: Connections) {
  const first = await importFile(database, file(collection(feature({}, wellington))));
  await publishVersion(database, first.id, writing);
  const other = feature({ technology: 'Cable', provider: 'Two' }, wellington);
  const second = await importFile(database, file(collection(other), 'cable.geojson'));
  return { first: first.id, second: second.id };
}

describe.each([4, 7, 10, 13, 16])('at zoom %i', (z) => {
  test('a version shows its layers, shared ones and its own', async () => {
    const database = freshDatabase();
    const { first, second } = await twoVersions(database);
    const at = (setId: number) => tileAt(setId, 174.75, -41.25, z);
    expect(make(database, first, at(1))).toEqual(fibre);
    expect(make(database, first, at(2))).toBe('empty');
    expect(make(database, second, at(1))).toEqual(fibre);
    expect(make(database, second, at(2))).toEqual(cable);
  });
});

test('a layer is stored once, however many versions have it, and removed with the last of them', async () => {
  const database = freshDatabase();
  const { second } = await twoVersions(database);
  expect(count(database, 'coverage_drawing')).toBe(2);
  await deleteVersion(database, second, writing);
  expect(count(database, 'coverage_drawing')).toBe(1);
  const layers = database.reader.sqlite.prepare('SELECT DISTINCT layer_id FROM coverage_piece').pluck().all();
  expect(layers).toEqual([1]);
});

test('a version that does not exist, is being made or was deleted has no tiles', async () => {
  const database = freshDatabase();
  const { second } = await twoVersions(database);
  const address = tileAt(2, 174.75, -41.25, 10);
  expect(make(database, 99, address)).toBe('gone');
  database.writer.sqlite.exec(`UPDATE coverage_version SET state = 'building' WHERE id = ${second}`);
  expect(make(database, second, address)).toBe('gone');
});

test('a drawing that fails leaves nothing behind, and can be made later', async () => {
  const database = freshDatabase();
  // the failure must come after the first of the pieces is written
  database.writer.sqlite.exec(
    `CREATE TRIGGER full BEFORE INSERT ON coverage_drawing BEGIN SELECT RAISE(ABORT, 'full'); END`,
  );
  await expect(importFile(database, file(collection(feature({}, wellington))))).rejects.toThrow('full');
  for (const table of ['coverage_piece', 'coverage_drawing']) expect(count(database, table)).toBe(0);
  database.writer.sqlite.exec('DROP TRIGGER full');
  await completeVersion(database.writer, 1, writing);
  expect(count(database, 'coverage_drawing')).toBe(1);
});

test('offers that are not available are not drawn', async () => {
  const database = freshDatabase();
  const { id } = await importFile(database, file(collection(feature({ availability: 'Not Available' }, wellington))));
  expect(count(database, 'coverage_piece')).toBe(0);
  expect(readTileSets(database.reader, id).get(1)).toMatchObject({ isDrawn: true, box: undefined });
  expect(make(database, id, tileAt(1, 174.75, -41.25, 10))).toBe('empty');
});

describe('layers from before there were tiles', () => {
  test('are undrawn, not empty, until they are drawn; then they equal newly imported ones', async () => {
    const database = freshDatabase();
    const { first } = await twoVersions(database);
    const pieces = () => database.reader.sqlite.prepare('SELECT * FROM coverage_piece').raw().all();
    const asImported = pieces();
    database.writer.sqlite.exec('DELETE FROM coverage_drawing; DELETE FROM coverage_piece WHERE level > 8');
    const address = tileAt(1, 174.75, -41.25, 10);
    expect(make(database, first, address)).toBe('undrawn');
    expect(readTileSets(database.reader, first).get(1)?.isDrawn).toBe(false);

    expect(await drawMissing(database.writer, writing)).toBe(2);
    expect(make(database, first, address)).toEqual(fibre);
    expect(pieces()).toEqual(asImported);
    expect(await drawMissing(database.writer, writing)).toBe(0);
  });
});

test('the box of a technology encloses all its areas', async () => {
  const database = freshDatabase();
  const { second } = await twoVersions(database);
  const box = readTileSets(database.reader, second).get(2)?.box;
  expect(box).toEqual({ minX: -53_000_000, minY: -413_000_000, maxX: -52_000_000, maxY: -412_000_000 });
});

test('two versions have the same fingerprint of a technology exactly when they have the same layers of it', async () => {
  const database = freshDatabase();
  const { first, second } = await twoVersions(database);
  const [one, other] = [first, second].map((id) => readTileSets(database.reader, id));
  expect(one?.get(1)?.fingerprint).toBe(other?.get(1)?.fingerprint);
  expect(one?.get(2)?.fingerprint).not.toBe(other?.get(2)?.fingerprint);
});
