import { expect, test } from 'vitest';
import { countLeaves, leavesOfVersion } from '#db/broadband/cells.ts';
import { partsOfLayer } from '#db/broadband/layer-content.ts';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { differingLeaves } from '#db/broadband/measure/differing-leaves.ts';
import { blocksInUse, blocksOfVersion } from '#db/broadband/seals.ts';
import { getPublishedId, layersOf } from '#db/broadband/versions.ts';
import { type Connections, openReader } from '#db/client.ts';
import { EvenOdd } from '#tests/models/even-odd.ts';
import { criticalPoints } from '#tests/models/sample-points.ts';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { collection, feature, file, importFile, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { retireLayer } from './publication.ts';
import { publishVersion, rollBack } from './publish-version.ts';
import { deleteVersion, tidyCoverage } from './remove-version.ts';

/** A ring with so many vertices that a few of them make an index of many blocks. */
function jagged(longitude: number, latitude: number, vertices: number): number[][] {
  const ring = Array.from({ length: vertices }, (_, place) => {
    const angle = (place / vertices) * 2 * Math.PI;
    const reach = 0.04 + ((place * 7919) % 97) / 3000;
    return [longitude + reach * Math.cos(angle), latitude + reach * Math.sin(angle)];
  });
  return [...ring, ring[0] ?? []];
}

const towns = collection(
  ...Array.from({ length: 40 }, (_, place) =>
    feature({ provider: `P${place % 4}` }, jagged(173 + (place % 8) / 5, -41 + Math.floor(place / 8) / 5, 700)),
  ),
);

async function publishFile(database: Connections, content: object, options = {}): Promise<number> {
  const { id } = await importFile(database, file(content), options);
  await publishVersion(database, id, writing);
  return id;
}

/** Compares the published index with the even-odd rule. @returns how many points were compared */
function requireRight({ writer, reader }: Connections, seed: number): number {
  const id = getPublishedId(writer.db) ?? 0;
  const parts = layersOf(writer.db, id).flatMap((layer) => [...partsOfLayer(writer, layer.id)]);
  const reference = new EvenOdd(parts);
  const own = openReader(reader.sqlite.name);
  try {
    const lookup = coverageLookup(own);
    const points = [...criticalPoints(parts, [...leavesOfVersion(writer, id)], seededRandom(seed), 400)];
    const wrong = points.filter(
      (point) => lookup.offersAt(point).join() !== reference.offersAt(point.x, point.y).join(),
    );
    expect(wrong).toEqual([]);
    return points.length;
  } finally {
    own.sqlite.close();
  }
}

function blocksOf({ writer }: Connections, id: number): number[] {
  const directory = blocksOfVersion(writer, id)?.directory;
  return Array.from({ length: directory?.length ?? 0 }, (_, index) => directory?.idAt(index) ?? 0);
}

function storedBlocks({ writer }: Connections): number[] {
  return writer.sqlite.prepare<[], number>('SELECT id FROM coverage_cell ORDER BY id').pluck().all();
}

test('N8: a delivery of one town makes few blocks, and every answer is right after each change', async () => {
  const database = freshDatabase();
  const first = await publishFile(database, towns);
  const before = blocksOf(database, first);
  expect(before.length).toBeGreaterThan(25);
  requireRight(database, 1);

  const town = collection(feature({ provider: 'Town' }, jagged(173.41, -40.81, 500)));
  const second = await publishFile(database, town);
  const shared = blocksOf(database, second).filter((id) => before.includes(id));
  expect(shared.length).toBeGreaterThan(before.length * 0.85);
  expect(requireRight(database, 2)).toBeGreaterThan(300);

  const moved = collection(feature({ provider: 'Town' }, jagged(173.43, -40.8, 600)));
  const third = await publishFile(database, moved, { mode: 'replace' });
  expect(blocksOf(database, third).filter((id) => before.includes(id)).length).toBeGreaterThan(before.length * 0.8);
  requireRight(database, 3);

  const layer = layersOf(database.writer.db, third).find(({ provider }) => provider === 'Town');
  const without = await retireLayer(database, layer?.id ?? 0, writing);
  await publishVersion(database, without.id, writing);
  requireRight(database, 4);

  await rollBack(database, writing);
  requireRight(database, 5);
});

test('the leaves in which two versions differ are found without those that they share', async () => {
  const database = freshDatabase();
  const { writer } = database;
  const first = await publishFile(database, towns);
  const second = await publishFile(database, collection(feature({ provider: 'Town' }, jagged(173.41, -40.81, 500))));
  const found = [...differingLeaves(writer, second, first)];
  const textOf = ({ key, body }: { key: number; body: Uint8Array }) => `${key} ${Buffer.from(body).toString('hex')}`;
  const [then, now] = [first, second].map((id) => [...leavesOfVersion(writer, id)].map(textOf)) as [string[], string[]];
  expect([countLeaves(writer, first), countLeaves(writer, second)]).toEqual([then.length, now.length]);
  const [before, after] = [new Set(then), new Set(now)];
  expect(found.flatMap((part) => part.after.map(textOf))).toEqual(now.filter((leaf) => !before.has(leaf)));
  expect(found.flatMap((part) => part.before.map(textOf))).toEqual(then.filter((leaf) => !after.has(leaf)));
});

test('blocks are removed once no version has them, and not before', async () => {
  const database = freshDatabase();
  const first = await publishFile(database, towns);
  const second = await publishFile(database, collection(feature({ provider: 'Town' }, jagged(173.41, -40.81, 500))));
  await publishFile(database, collection(feature({ provider: 'Other' }, jagged(174.01, -40.61, 500))));
  expect(storedBlocks(database)).toEqual([...blocksInUse(database.writer.db)].sort((a, b) => a - b));
  await deleteVersion(database, first, writing);
  requireRight(database, 1);
  await deleteVersion(database, second, writing);
  await tidyCoverage(database, writing);
  requireRight(database, 2);
  expect(storedBlocks(database)).toEqual([...blocksInUse(database.writer.db)].sort((a, b) => a - b));
});

test('an index that is made again does not touch blocks that other versions still have of it', async () => {
  const database = freshDatabase();
  const { db, sqlite } = database.writer;
  const first = await publishFile(database, towns);
  const second = await publishFile(database, collection(feature({ provider: 'Town' }, jagged(173.41, -40.81, 500))));
  // as tidying up does with older versions
  sqlite.exec(`UPDATE coverage_version SET index_bytes = NULL WHERE id = ${first}`);
  await tidyCoverage(database, writing);
  expect(blocksOf(database, first)).toEqual([]);
  await rollBack(database, writing);
  expect(getPublishedId(db)).toBe(first);
  requireRight(database, 1);
  await publishVersion(database, second, writing);
  requireRight(database, 2);
});
