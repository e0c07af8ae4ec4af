import { expect, test } from 'vitest';
import type { Connections } from '#db/client.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { areaOf } from '#lib/broadband/rectangle.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { coverageWithin } from './measure-rectangle.ts';

function box(west: number, south: number, east: number, north: number) {
  return { minX: toUnitX(west), minY: toUnitY(south), maxX: toUnitX(east), maxY: toUnitY(north) };
}

async function publish(database: Connections, ...features: object[]): Promise<number> {
  const { id } = await importFile(database, file(collection(...features)), { mode: 'replace all' });
  await publishVersion(database, id, writing);
  return id;
}

test('a rectangle is measured by technology and availability, for every technology in use', async () => {
  const database = freshDatabase();
  const id = await publish(
    database,
    feature({}, square(174, -41)),
    feature({ provider: 'Two' }, square(174.05, -41)),
    feature({ availability: 'Planned', provider: 'Three' }, square(174, -41, 0.2)),
    feature({ technology: 'ADSL' }, square(170, -45)),
  );
  const found = await coverageWithin(database.reader, box(174, -41, 174.2, -40.9));
  expect(found).toMatchObject({ versionId: id, box: box(174, -41, 174.2, -40.9) });
  expect(found.squareKilometres).toBeCloseTo(areaOf(found.box) / 1e6, 9);
  expect(found.technologies.map(({ technology, setId }) => [setId, technology])).toEqual([
    [1, 'Fibre'],
    [2, 'Cable'],
    [3, 'VDSL'],
    [4, 'Wireless'],
    [5, 'ADSL'],
  ]);
  const [fibre, cable, , , adsl] = found.technologies;
  const areaNorthOf = (latitude: number, degrees: number) =>
    areaOf(box(174, latitude, 174 + degrees, latitude + 0.1)) / 1e6;
  expect(fibre?.areas.Available).toBeCloseTo(areaNorthOf(-41, 0.15), 8);
  expect(fibre?.areas.Planned).toBeCloseTo(areaNorthOf(-41, 0.05), 8);
  expect([cable, adsl]).toMatchObject([cable, adsl].map(() => ({ areas: { Available: 0, Underway: 0, Planned: 0 } })));
});

test('an offer for a large area covers every rectangle in it completely, from leaves far larger than it', async () => {
  const database = freshDatabase();
  await publish(database, feature({}, square(172, -43, 4)));
  for (const rectangle of [box(174, -41, 174.5, -40.6), box(174.00001, -41, 174.00002, -40.9999)]) {
    const { technologies, squareKilometres } = await coverageWithin(database.reader, rectangle);
    expect(technologies[0]?.areas.Available).toBeCloseTo(squareKilometres, 9);
  }
});

test('nothing is covered before anything is published; a version that is only ready does not count', async () => {
  const database = freshDatabase();
  await importFile(database, file(collection(feature({}, square(174, -41)))));
  const { versionId, technologies } = await coverageWithin(database.reader, box(174, -41, 174.1, -40.9));
  expect(versionId).toBeUndefined();
  expect(technologies).toHaveLength(5);
  expect(technologies.every(({ areas }) => areas.Available === 0)).toBe(true);
});

test('a rectangle that cannot be measured is refused', async () => {
  const { reader } = freshDatabase();
  await expect(coverageWithin(reader, box(174, -41, 176, -40))).rejects.toThrow('The rectangle is too large.');
});
