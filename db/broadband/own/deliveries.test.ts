import { expect, test } from 'vitest';
import { requireProviderByName } from '#db/broadband/providers.ts';
import { migrationSteps } from '#db/migrate.ts';
import { askProviders } from '#db/reports/answers.ts';
import { addReport } from '#db/reports/reports.ts';
import { addProvider } from '#flows/broadband/provider-changes.ts';
import { retireLayer } from '#flows/broadband/publication.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { deleteVersion } from '#flows/broadband/remove-version.ts';
import { answerReport } from '#flows/reports/reports.ts';
import { collection, feature, file, importFile, nowMs, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { deliveriesSince, reportsSince } from './deliveries.ts';

const by = { actor: { who: 'ana@watea.example', address: null }, nowMs };
const hour = 3_600_000;

test('each import of a file counts once for each provider that it has layers of, also after its version is deleted', async () => {
  const database = freshDatabase();
  const { reader, writer } = database;
  const of = (...properties: object[]) =>
    file(collection(...properties.map((each, at) => feature(each, square(172 + at, -42)))));
  const both = of({}, { technology: 'ADSL' }, { provider: 'Two' });
  await importFile(database, both, { nowMs: nowMs - hour });
  const [one, two] = ['One', 'Two'].map((name) => requireProviderByName(writer.db, name).id) as [number, number];
  await publishVersion(database, 1, writing);
  await importFile(database, of({}), { own: one, newProviders: false, mode: 'replace' });
  expect(deliveriesSince(reader, one, 0)).toEqual([
    { at: nowMs - hour, isOwn: false },
    { at: nowMs, isOwn: true },
  ]);
  await deleteVersion(database, 2, writing);
  // a version that is made otherwise is no delivery
  await retireLayer(database, 1, writing);
  expect(deliveriesSince(reader, one, nowMs)).toEqual([{ at: nowMs, isOwn: true }]);
  expect(deliveriesSince(reader, two, 0)).toEqual([{ at: nowMs - hour, isOwn: false }]);
});

test('the imports of versions from before are counted by the update', async () => {
  const database = freshDatabase();
  await importFile(
    database,
    file(collection(feature({}, square(172, -42)), feature({ provider: 'Two' }, square(173, -42)))),
  );
  const { sqlite } = database.writer;
  const read = () => sqlite.prepare('SELECT * FROM provider_delivery ORDER BY provider_id').all();
  const counted = read();
  sqlite.exec('DROP TABLE provider_delivery');
  sqlite.exec(migrationSteps().find(({ name }) => name === '0078_provider_deliveries.sql')?.sql ?? '');
  expect(counted).toHaveLength(2);
  expect(read()).toEqual(counted);
});

test('reports count for each provider that was asked, with its own answer', async () => {
  const { reader, writer } = freshDatabase();
  const [one = 0, two = 0] = ['One', 'Two'].map((name) =>
    addProvider.within(writer.db, { name, url: '', wholesaleNetwork: 'No' }, by),
  );
  const report = (at: number) => {
    const given = { point: { x: 1, y: -1 }, what: 'x', email: undefined, shown: '' };
    return addReport(writer.db, given, { answer: '{}', versionId: undefined }, at);
  };
  const [early, late] = [report(nowMs - hour), report(nowMs)];
  askProviders(writer.db, early, [one]);
  askProviders(writer.db, late, [one, two]);
  await answerReport(
    writer,
    { report: late, own: one, outcome: 'confirmed', words: '' },
    { ...by, nowMs: nowMs + hour },
  );
  await answerReport(writer, { report: early, outcome: 'confirmed', words: 'by staff' }, by);
  expect(reportsSince(reader, one, 0)).toEqual([
    { at: nowMs - hour, outcome: null, answeredAt: null },
    { at: nowMs, outcome: 'confirmed', answeredAt: nowMs + hour },
  ]);
  expect(reportsSince(reader, one, nowMs)).toHaveLength(1);
  expect(reportsSince(reader, two, 0)).toEqual([{ at: nowMs, outcome: null, answeredAt: null }]);
});
