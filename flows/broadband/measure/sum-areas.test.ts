import { expect, test } from 'vitest';
import { eachAreaBlock } from '#db/broadband/measure/area-blocks.ts';
import type { Connections } from '#db/client.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import type { Box } from '#lib/broadband/rectangle.ts';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { coverageWithin } from './measure-rectangle.ts';
import { sumAreas } from './sum-areas.ts';

/** A jagged ring around a town. */
function jagged(seed: number): number[][] {
  const random = seededRandom(seed);
  const [longitude, latitude] = [174.5 + random(0, 400) / 1000, -41.2 + random(0, 400) / 1000];
  const ring = Array.from({ length: 120 }, (_, corner) => {
    const radius = random(20, 60) / 1000;
    const angle = (2 * Math.PI * corner) / 120;
    return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)];
  });
  return [...ring, ...ring.slice(0, 1)];
}

function towns(provider: string, seeds: readonly number[]) {
  const availability = (seed: number) => (seed % 3 === 0 ? 'Planned' : 'Available');
  return file(
    collection(...seeds.map((seed) => feature({ provider, availability: availability(seed) }, jagged(seed)))),
    `${provider}.geojson`,
  );
}

async function publish(database: Connections, provider: string, seeds: readonly number[]): Promise<number> {
  const { id } = await importFile(database, towns(provider, seeds), { mode: 'replace' });
  await publishVersion(database, id, writing);
  return id;
}

const rectangles: readonly Box[] = [
  [174.45, -41.25, 174.99, -40.85],
  [174.6, -41.1, 174.8, -40.9],
  [174.7001, -41.0502, 174.7003, -41.0499],
].map(([west = 0, south = 0, east = 0, north = 0]) => ({
  minX: toUnitX(west),
  minY: toUnitY(south),
  maxX: toUnitX(east),
  maxY: toUnitY(north),
}));

test('rectangles have the same areas with the sums as without, to a hundredth of a square metre', async () => {
  const database = freshDatabase();
  await publish(database, 'One', [1, 2, 3, 4, 5, 6]);
  const { reader, writer } = database;
  expect([...eachAreaBlock(reader, 1)].length).toBeGreaterThan(10);
  const summed = await Promise.all(rectangles.map((rectangle) => coverageWithin(reader, rectangle)));
  writer.sqlite.exec('DELETE FROM coverage_area_block');
  for (const [place, rectangle] of rectangles.entries()) {
    const [found] = summed[place]?.technologies ?? [];
    const [plain] = (await coverageWithin(reader, rectangle)).technologies;
    if (place < 2) expect(plain?.areas.Available).toBeGreaterThan(0);
    for (const availability of ['Available', 'Planned'] as const) {
      expect(found?.areas[availability]).toBeCloseTo(plain?.areas[availability] ?? Number.NaN, 8);
    }
  }
});

test('the sums of a version without a base, which come with its figures, are those of its leaves', async () => {
  const database = freshDatabase();
  // a square is in leaves that are divided while it is measured; others are larger than a block
  const far = [square(170, -45), square(171.3, -44.2)].map((ring) => feature({ provider: 'Far' }, ring));
  const near = [1, 2, 3].map((seed) => feature({ provider: 'One', technology: 'Cable' }, jagged(seed)));
  const { id } = await importFile(database, file(collection(...far, ...near)));
  const stored = [...eachAreaBlock(database.reader, id)];
  expect(stored.length).toBeGreaterThan(10);
  const made = await sumAreas(database.reader, id, undefined, {});
  expect(stored.map(({ key, body }) => [key, Buffer.from(body)])).toEqual(
    made.map(({ key, body }) => [key, Buffer.from(body)]),
  );
});

test('the sums that follow from the base’s are those that would be made without it', async () => {
  const database = freshDatabase();
  await publish(database, 'One', [1, 2, 3, 4, 5, 6]);
  await publish(database, 'Two', [7, 8]);
  const id = await publish(database, 'Two', [8, 9]);
  const stored = [...eachAreaBlock(database.reader, id)];
  const made = await sumAreas(database.reader, id, undefined, {});
  expect(stored.map(({ key, body }) => [key, Buffer.from(body)])).toEqual(
    made.map(({ key, body }) => [key, Buffer.from(body)]),
  );
});

test('sums follow where a cell larger than a block takes the place of small ones, and the other way round', async () => {
  const database = freshDatabase();
  await publish(database, 'One', [1, 2, 3, 4, 5, 6]);
  const alone = await importFile(database, file(collection(feature({ provider: 'Far' }, square(170, -45)))), {
    mode: 'replace all',
  });
  await publishVersion(database, alone.id, writing);
  const again = await importFile(database, towns('One', [1, 2, 3, 4, 5, 6]), { mode: 'replace all' });
  await publishVersion(database, again.id, writing);
  for (const id of [alone.id, again.id]) {
    const made = await sumAreas(database.reader, id, undefined, {});
    expect([...eachAreaBlock(database.reader, id)].map(({ key, body }) => [key, Buffer.from(body)])).toEqual(
      made.map(({ key, body }) => [key, Buffer.from(body)]),
    );
  }
});

test('a rectangle in large cells has no sums and is measured', async () => {
  const database = freshDatabase();
  const { id } = await importFile(database, file(collection(feature({}, square(172, -43, 4)))));
  await publishVersion(database, id, writing);
  expect([...eachAreaBlock(database.reader, id)]).toEqual([]);
  const [rectangle = { minX: 0, minY: 0, maxX: 0, maxY: 0 }] = rectangles;
  const { technologies, squareKilometres } = await coverageWithin(database.reader, rectangle);
  expect(technologies[0]?.areas.Available).toBeCloseTo(squareKilometres, 9);
});
