import { expect, test } from 'vitest';
import type { Connections } from '#db/client.ts';
import { bumpGeneration } from '#db/generation.ts';
import { publishVersion, rollBack } from '#flows/broadband/publish-version.ts';
import { type Point, parsePoint } from '#lib/broadband/point.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { letCachesCheck } from '#tests/support/generation-checks.ts';
import { coverageLookup } from './lookup.ts';

function point(y: string, x: string): Point {
  const parsed = parsePoint(y, x);
  if (!parsed.ok) throw new Error(`${y}, ${x} is no point of the service.`);
  return parsed.point;
}

async function publish(database: Connections, ...features: object[]): Promise<number> {
  const { id } = await importFile(database, file(collection(...features)), { mode: 'replace all' });
  await publishVersion(database, id, writing);
  return id;
}

const technologiesOf = (answer: string) =>
  JSON.parse(answer).results.map(({ technology }: { technology: string }) => technology);
const namesAt = (answer: string) =>
  JSON.parse(answer).results.flatMap(({ providers }: { providers?: { name: string }[] }) =>
    (providers ?? []).map(({ name }) => name),
  );

const inWest = point('-40.95', '174.05');
const inEast = point('-40.95', '176.05');
const nowhere = point('-42', '172');

test('N4: while nothing is published, every technology is Not Available everywhere', () => {
  const { reader } = freshDatabase();
  const lookup = coverageLookup(reader);
  expect(lookup.offersAt(inWest)).toEqual([]);
  expect(lookup.answerAt(inWest, '174.05', '-40.95')).toBe(
    '{"location":["174.05","-40.95"],"results":[' +
      '{"technology":"Fibre","availability":"Not Available","set_id":1},' +
      '{"technology":"Cable","availability":"Not Available","set_id":2},' +
      '{"technology":"VDSL","availability":"Not Available","set_id":3},' +
      '{"technology":"Wireless","availability":"Not Available","set_id":4},' +
      '{"technology":"ADSL","availability":"Not Available","set_id":5}]}',
  );
});

test('answers follow the published version, forward and back, at the next check and not before it is published', async () => {
  const database = freshDatabase();
  const lookup = coverageLookup(database.reader);
  const names = () => [inWest, inEast, nowhere].map((where) => namesAt(lookup.answerAt(where, 'x', 'y')).join());
  expect(names()).toEqual(['', '', '']);

  await publish(database, feature({ provider: 'West' }, square(174, -41)));
  letCachesCheck();
  expect(names()).toEqual(['West', '', '']);

  const { id } = await importFile(database, file(collection(feature({ provider: 'East' }, square(176, -41)))), {
    mode: 'replace all',
  });
  letCachesCheck();
  expect(names()).toEqual(['West', '', '']);
  await publishVersion(database, id, writing);
  letCachesCheck();
  expect(names()).toEqual(['', 'East', '']);

  await rollBack(database, writing);
  letCachesCheck();
  expect(names()).toEqual(['West', '', '']);
});

test('a version without areas has no offers, whatever cells the previous version has', async () => {
  const database = freshDatabase();
  await publish(database, feature({ provider: 'All' }, square(166, -48, 13)));
  const lookup = coverageLookup(database.reader);
  const corners = [point('-47.5', '166.2'), point('-34.2', '178.6'), point('-35', '166.2'), inWest, nowhere];
  expect(corners.map((where) => lookup.offersAt(where).length)).toEqual([1, 0, 1, 1, 1]);
  await publish(database, feature({ provider: 'Small' }, square(178.5, -34.3, 0.01)));
  letCachesCheck();
  // the one small area of the new version comes after all of these in the order of cells, or before
  expect(corners.map((where) => lookup.offersAt(where))).toEqual([[], [], [], [], []]);
  expect(lookup.offersAt(point('-34.295', '178.505'))).toHaveLength(1);
});

test('N6: the offers that cover a point are given by id, each once, in ascending order', async () => {
  const database = freshDatabase();
  await publish(
    database,
    feature({ provider: 'A' }, square(174, -41)),
    feature({ provider: 'B' }, square(174, -41, 0.2)),
    feature({ provider: 'A' }, square(174.02, -40.98, 0.05)),
    feature({ provider: 'C' }, square(174.08, -40.95, 0.01)),
  );
  const lookup = coverageLookup(database.reader);
  const at = (y: string, x: string) => lookup.offersAt(point(y, x));
  const both = at('-40.95', '174.05');
  expect(both).toHaveLength(2);
  expect(both).toEqual([...both].sort((one, other) => one - other));
  expect(at('-40.945', '174.085')).toHaveLength(3);
  expect(at('-40.85', '174.15')).toHaveLength(1);
  expect(namesAt(lookup.answerAt(point('-40.945', '174.085'), 'x', 'y'))).toEqual(['A', 'B', 'C']);
});

test('N4, N5: technologies that are added, retired or given another nominal speed take effect at the next check', () => {
  const database = freshDatabase();
  const lookup = coverageLookup(database.reader);
  const order = () => technologiesOf(lookup.answerAt(nowhere, 'x', 'y')).join(' ');
  const change = (sql: string) => {
    database.writer.sqlite.exec(sql);
    bumpGeneration(database.writer.db, 'technologies', 1);
    letCachesCheck();
  };
  expect(order()).toBe('Fibre Cable VDSL Wireless ADSL');
  change('UPDATE technology SET nominal_max_mbps = 2000 WHERE id = 4');
  expect(order()).toBe('Wireless Fibre Cable VDSL ADSL');
  change("INSERT INTO technology VALUES (9, 'Satellite', 17, 100, 6, NULL, NULL)");
  expect(order()).toBe('Wireless Fibre Cable Satellite VDSL ADSL');
  change('UPDATE technology SET retired_at = 1 WHERE id = 2');
  expect(order()).toBe('Wireless Fibre Satellite VDSL ADSL');
});

test('offers of a retired technology are left out', async () => {
  const database = freshDatabase();
  await publish(database, feature({ provider: 'West' }, square(174, -41)));
  database.writer.sqlite.exec('UPDATE technology SET retired_at = 1 WHERE id = 1');
  const answer = coverageLookup(database.reader).answerAt(inWest, 'x', 'y');
  expect(technologiesOf(answer)).toEqual(['Cable', 'VDSL', 'Wireless', 'ADSL']);
  expect(namesAt(answer)).toEqual([]);
});
