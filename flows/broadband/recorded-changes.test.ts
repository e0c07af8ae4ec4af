import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { auditEntry } from '#db/audit/schema.ts';
import { ageOf, getFlaggedAfterDays } from '#db/broadband/freshness.ts';
import { coverageComparison, coverageReport } from '#db/broadband/schema.ts';
import { getVersion, layersOf } from '#db/broadband/versions.ts';
import type { Connections } from '#db/client.ts';
import type { SurveyProblem } from '#lib/broadband/import/areas/area-survey.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { Refusal } from '#lib/refusal.ts';
import { layerWords } from '#lib/words/coverage/coverage.ts';
import { collection, feature, file, importFile, nowMs, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { changeCoveragePolicy } from './coverage-changes.ts';
import { retireLayer } from './publication.ts';
import { publishVersion } from './publish-version.ts';
import { deleteVersion } from './remove-version.ts';

const towns = collection(feature({}, square(174, -41)));
const actor = { who: 'ana@watea.example', address: '192.0.2.1' };

function layerNames(database: Connections, versionId: number): string[] {
  return layersOf(database.writer.db, versionId).map(layerWords);
}

function problemsOf({ writer }: Connections): (SurveyProblem & { versionId: number })[] {
  const reports = writer.db.select().from(coverageReport).all();
  return reports.flatMap(({ versionId, problems }) => problems.map((problem) => ({ versionId, ...problem })));
}

test('a version records its base, file, author and time, and its layer the date of its data', async () => {
  const database = freshDatabase();
  const given = file(towns, 'towns.geojson');
  const { id } = await importFile(database, given, { actor, asOf: '2026-11-01' });
  const record = {
    baseId: null,
    madeBy: 'ana@watea.example',
    createdAt: nowMs,
    source: 'towns.geojson',
    bytes: given.bytes,
    sha256: createHash('sha256').update(JSON.stringify(towns)).digest('hex'),
  };
  expect(getVersion(database.reader.db, id)).toMatchObject(record);
  expect(layersOf(database.reader.db, id)).toMatchObject([{ asOf: '2026-11-01', sha256: record.sha256 }]);
  await expect(importFile(database, given, { mode: 'replace', asOf: '2026-11-21' })).rejects.toMatchObject({
    reason: { code: 'as-of-in-future', day: '2026-11-21', today: '2026-11-20' },
  });
});

/** A square with its middle at 175.1, -41.9, two corners of which are exchanged. */
const bowTie = [0, 2, 1, 3, 0].flatMap((corner) => [square(175.05, -41.95)[corner] ?? []]);

test('the places of problems are kept with the version, and copied when it is rebuilt', async () => {
  const database = freshDatabase();
  const untidy = collection(
    feature({ provider: 'One' }, square(174, -41)),
    feature({ provider: 'One' }, square(175, -41).slice(0, 4)),
    feature({ provider: 'One' }, square(100, 10)),
    feature({ provider: 'One' }, square(175.5, -41.5, 0.000005)),
    feature({ provider: 'One' }, bowTie),
  );
  const one = await importFile(database, file(untidy), { actor });
  const two = await importFile(database, file(collection(feature({ provider: 'Two' }, square(174, -41)))));
  const at = (longitude: number, latitude: number) => ({ x: toUnitX(longitude), y: toUnitY(latitude) });
  const expected = [
    { feature: 2, kind: 'ring closed', line: 1, ...at(175, -41) },
    { feature: 3, kind: 'outside the service area', line: 1, ...at(100, 10) },
    { feature: 4, kind: 'sliver', line: 1, ...at(175.5, -41.5) },
    { feature: 5, kind: 'area crosses itself', line: 1, ...at(175.1, -41.9) },
  ];
  expect(one.report).toMatchObject({ slivers: 1, selfCrossings: 1 });
  expect(problemsOf(database)).toEqual(expected.map((problem) => ({ versionId: one.id, ...problem })));

  await publishVersion(database, two.id, writing);
  const editor = { who: 'ben@watea.example', address: null };
  const { versionId } = await publishVersion(database, one.id, { ...writing, actor: editor });
  expect(versionId).not.toBe(one.id);
  expect(problemsOf(database)).toEqual(expected.map((problem) => ({ versionId, ...problem })));
  expect(getVersion(database.reader.db, versionId)).toMatchObject({
    madeBy: 'ana@watea.example',
    source: 'towns.geojson',
    sha256: one.sha256,
  });
});

test('the report and comparison of a version are deleted with it', async () => {
  const database = freshDatabase();
  const { id } = await importFile(database, file(towns));
  const { db } = database.writer;
  const measured = { areas: [], changedCells: [], changedAnswers: [] };
  db.insert(coverageComparison)
    .values({ versionId: id, ...measured })
    .onConflictDoNothing()
    .run();
  expect([...db.select().from(coverageComparison).all(), ...db.select().from(coverageReport).all()]).toHaveLength(2);
  await deleteVersion(database, id, writing);
  expect([...db.select().from(coverageComparison).all(), ...db.select().from(coverageReport).all()]).toEqual([]);
});

test('at most a hundred places of each kind are kept, but all are counted', async () => {
  const database = freshDatabase();
  const open = Array.from({ length: 130 }, (_, place) =>
    feature({}, square(170 + place / 100, -41, 0.005).slice(0, 4)),
  );
  const { report } = await importFile(database, file(collection(...open)));
  expect(report.ringsClosed).toBe(130);
  expect(problemsOf(database).map(({ feature: number }) => number)).toEqual(
    Array.from({ length: 100 }, (_, place) => place + 1),
  );
});

test('a delivery keeps its given name, whatever name later files contain', async () => {
  const database = freshDatabase();
  const named = { ...towns, name: 'export_layer' };
  const first = await importFile(database, file(named), { delivery: 'network' });
  expect(layerNames(database, first.id)).toEqual(['Fibre of One, delivery "network"']);
  await publishVersion(database, first.id, writing);
  const again = await importFile(database, file(named), { mode: 'replace' });
  expect(layerNames(database, again.id)).toEqual(['Fibre of One, delivery "network"']);
  // another layer of this provider, and another provider's, have the names in their files
  const other = await importFile(database, file({ ...named, name: 'farms' }), { mode: 'add' });
  expect(layerNames(database, other.id)).toEqual([
    'Fibre of One, delivery "farms"',
    'Fibre of One, delivery "network"',
  ]);
  const theirs = { ...collection(feature({ provider: 'Two' }, square(174, -41))), name: 'export_layer' };
  const two = await importFile(database, file(theirs), { mode: 'add' });
  expect(layerNames(database, two.id)).toContain('Fibre of Two, delivery "export_layer"');
});

test('a delivery under an existing name is refused unless it is clear what happens to the existing one', async () => {
  const database = freshDatabase();
  const { id } = await importFile(database, file(towns), { delivery: 'network' });
  await publishVersion(database, id, writing);
  await expect(
    importFile(database, file(towns, 'other.geojson'), { delivery: 'network', mode: 'add' }),
  ).rejects.toMatchObject({ reason: { code: 'layers-unclear' } });
  await expect(importFile(database, file(towns, 'other.geojson'))).rejects.toThrow(Refusal);
});

test('the next version lacks the retired layer, and only that', async () => {
  const database = freshDatabase();
  await expect(retireLayer(database, 1, writing)).rejects.toMatchObject({ reason: { code: 'nothing-published' } });
  for (const provider of ['One', 'Two']) {
    const { id } = await importFile(database, file(collection(feature({ provider }, square(174, -41)))));
    await publishVersion(database, id, writing);
  }
  const [one] = layersOf(database.writer.db, 2);
  await expect(retireLayer(database, 99, writing)).rejects.toMatchObject({
    reason: { code: 'no-such-layer', versionId: 2, layerId: 99 },
  });
  const retired = await retireLayer(database, one?.id ?? 0, { ...writing, actor });
  expect(layerNames(database, retired.id)).toEqual(['Fibre of Two, delivery "towns"']);
  expect(layerNames(database, 2)).toHaveLength(2);
  expect(await publishVersion(database, retired.id, writing)).toMatchObject({ outcome: 'published', replacedId: 2 });
  expect(database.reader.db.select().from(auditEntry).all()).toMatchObject([
    {
      who: actor.who,
      action: 'coverage.retire',
      subject: `coverage version ${retired.id}`,
      after: '{"madeOn":2,"note":"without Fibre of One, delivery \\"towns\\""}',
    },
  ]);
});

test('a layer is flagged when it is older than the policy allows, by its own date or by its import', async () => {
  const { writer } = freshDatabase();
  expect(getFlaggedAfterDays(writer.db)).toBe(365);
  const yearOld = { asOf: '2025-11-20', createdAt: nowMs };
  expect(ageOf(yearOld, 365, nowMs)).toEqual({ days: 365, isFlagged: false });
  expect(ageOf({ ...yearOld, asOf: '2025-11-19' }, 365, nowMs)).toEqual({ days: 366, isFlagged: true });
  expect(ageOf({ asOf: null, createdAt: Date.parse('2026-11-01T00:00:00+13:00') }, 18, nowMs)).toEqual({
    days: 19,
    isFlagged: true,
  });
  await changeCoveragePolicy(writer, { flaggedAfterDays: 30 }, { actor, nowMs });
  expect(getFlaggedAfterDays(writer.db)).toBe(30);
  expect(writer.db.select().from(auditEntry).get()).toMatchObject({
    action: 'coverage.policy',
    before: '{"flaggedAfterDays":365}',
    after: '{"flaggedAfterDays":30}',
  });
});
