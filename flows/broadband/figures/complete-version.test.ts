import { describe, expect, test } from 'vitest';
import { getComparison, getLosses } from '#db/broadband/comparisons.ts';
import { withFiguresLock } from '#db/broadband/lock.ts';
import type { Connections } from '#db/client.ts';
import { getUnfinishedJob } from '#db/jobs/jobs.ts';
import { claimJob } from '#db/jobs/queue.ts';
import { undrawnLayers } from '#db/tiles/drawings.ts';
import { publishCoverage } from '#flows/broadband/coverage-changes.ts';
import { retireLayer } from '#flows/broadband/publication.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { deleteVersion } from '#flows/broadband/remove-version.ts';
import type { Stage } from '#lib/jobs/stages.ts';
import { DamageFound } from '#lib/readiness.ts';
import {
  collection,
  feature,
  file,
  importFile,
  importOnly,
  nowMs,
  square,
  writing,
} from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf } from '#tests/support/refusals.ts';
import { completeVersion } from './complete-version.ts';
import { addMissingFiguresJobs } from './figures-jobs.ts';

const cautious = { ...writing, isLossConfirmed: false };
const by = { actor: { who: 'jo@example.nz', address: null }, nowMs };
const towns = (provider: string, ...longitudes: number[]) =>
  file(
    collection(...longitudes.map((longitude) => feature({ provider }, square(longitude, -41)))),
    `${provider}.geojson`,
  );

const jobOf = ({ writer }: Connections, versionId: number) =>
  getUnfinishedJob(writer, 'coverage figures', { versionId });
const count = ({ reader }: Connections, table: string) =>
  reader.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

test('a version can be published before it is measured and drawn; both follow, in this order', async () => {
  const database = freshDatabase();
  const { db } = database.writer;
  const { id } = await importOnly(database, towns('One', 174));
  expect([getComparison(db, id), undrawnLayers(db, id).length]).toEqual([undefined, 1]);
  expect(await publishVersion(database, id, cautious)).toMatchObject({ outcome: 'published' });

  const stages: Stage[] = [];
  const onProgress = (stage: Stage) => void (stages.at(-1) === stage || stages.push(stage));
  await completeVersion(database.writer, id, { ...writing, onProgress });
  expect(getComparison(db, id)?.areas).toHaveLength(2);
  expect(undrawnLayers(db, id)).toEqual([]);
  expect(stages).toEqual(['measure-areas', 'draw-map']);
});

describe('in a thread of its own, while the map is drawn', () => {
  const complete = (database: Connections, id: number, more: object = {}) =>
    completeVersion(database.writer, id, { ...writing, ...more }, true);
  const rowsOf = ({ reader }: Connections, table: string) => reader.sqlite.prepare(`SELECT * FROM ${table}`).all();

  test('a version is measured as in the same thread', async () => {
    const [own, other] = [freshDatabase(), freshDatabase()];
    const { id } = await importOnly(own, towns('One', 174, 175));
    await importOnly(other, towns('One', 174, 175));
    const stages = new Set<Stage>();
    await complete(own, id, { onProgress: (stage: Stage) => void stages.add(stage) });
    await completeVersion(other.writer, id, writing, false);
    for (const table of ['coverage_comparison', 'coverage_area_block', 'coverage_drawing', 'coverage_piece'])
      expect(rowsOf(own, table), table).toEqual(rowsOf(other, table));
    expect(count(own, 'coverage_area_block')).toBeGreaterThan(0);
    // the same of a version that has a base
    const base = await publishVersion(own, id, writing);
    expect(base).toMatchObject({ outcome: 'published' });
    const { id: next } = await importOnly(own, towns('Two', 174));
    await complete(own, next);
    expect(getComparison(own.writer.db, next)?.areas.map(({ provider, gained }) => [provider, gained > 0])).toEqual(
      expect.arrayContaining([['Two', true]]),
    );
  });

  test('when it is cancelled, both end, and the next run completes it', async () => {
    const database = freshDatabase();
    const { id } = await importOnly(database, towns('One', 174));
    const onProgress = () => {
      throw new Error('cancelled');
    };
    await expect(complete(database, id, { onProgress })).rejects.toThrow('cancelled');
    expect(jobOf(database, id)?.state).toBe('waiting');
    await complete(database, id);
    expect(getComparison(database.writer.db, id)?.areas).toHaveLength(2);
    expect(undrawnLayers(database.writer.db, id)).toEqual([]);
  });

  test('damage that it meets is known as damage, and nothing is stored as measured', async () => {
    const database = freshDatabase();
    const { id } = await importOnly(database, towns('One', 174));
    database.writer.sqlite.exec('UPDATE coverage_cell SET checksum = checksum + 1');
    await expect(complete(database, id)).rejects.toBeInstanceOf(DamageFound);
    expect(getComparison(database.writer.db, id)).toBeUndefined();
  });
});

test('its job is added in the transaction that makes it ready, by nobody, and forgotten when it was done elsewhere', async () => {
  const database = freshDatabase();
  const { id } = await importOnly(database, towns('One', 174));
  expect(jobOf(database, id)).toMatchObject({ state: 'waiting', who: 'the server', parameters: { versionId: id } });
  expect(count(database, 'audit_entry')).toBe(0);
  await completeVersion(database.writer, id, writing);
  expect(jobOf(database, id)).toBeUndefined();
});

test('the newest version is measured first', async () => {
  const database = freshDatabase();
  for (const provider of ['One', 'Two', 'Three']) await importOnly(database, towns(provider, 174));
  const claimed = claimJob(database.writer, 'coverage figures', nowMs);
  expect(claimed?.parameters).toEqual({ versionId: 3 });
});

test('only what may lose something is measured before it is published, once', async () => {
  const database = freshDatabase();
  const { db } = database.writer;
  const { id: first } = await importOnly(database, towns('One', 170, 171, 172, 173, 174));
  expect(getLosses(db, first)).toEqual([]);
  await publishVersion(database, first, cautious);
  expect(getLosses(db, (await importOnly(database, towns('Two', 170))).id)).toEqual([]);

  const { id } = await importOnly(database, towns('One', 170), { mode: 'replace' });
  expect(getLosses(db, id)).toBeUndefined();
  expect(publishCoverage.within(db, { versionId: id, typed: '' }, by)).toMatchObject({ outcome: 'queued' });
  const refused = await publishVersion(database, id, cautious);
  expect(refused).toMatchObject({ outcome: 'unconfirmed', losses: [{ technology: 'Fibre' }] });
  expect(getLosses(db, id)).toMatchObject([{ technology: 'Fibre' }]);
  expect(publishCoverage.within(db, { versionId: id, typed: '' }, by)).toMatchObject({ outcome: 'asks' });
  await completeVersion(database.writer, id, writing);
  expect(getLosses(db, id)).toMatchObject([{ technology: 'Fibre' }]);
});

test('a version that was retired from is measured by its own job', async () => {
  const database = freshDatabase();
  const { id } = await importFile(database, towns('One', 174));
  await publishVersion(database, id, writing);
  const retired = await retireLayer(database, 1, writing);
  await completeVersion(database.writer, retired.id, writing);
  expect(getComparison(database.writer.db, retired.id)?.areas[0]?.gained).toBe(0);
});

test('only one process measures and draws; importing, publishing and deleting do not wait for it', async () => {
  const database = freshDatabase();
  const { id } = await importOnly(database, towns('One', 174));
  await withFiguresLock(database.writer, async () => {
    const refusal = await rejectionOf(completeVersion(database.writer, id, writing));
    expect(refusal.reason).toEqual({ code: 'figures-busy' });
    const { id: next } = await importOnly(database, towns('Two', 174));
    await publishVersion(database, next, writing);
    await deleteVersion(database, id, writing);
  });
});

test('of a version that is deleted while it is measured or drawn nothing is left', async () => {
  for (const at of ['measure-areas', 'draw-map'] as const) {
    const database = freshDatabase();
    const { id } = await importOnly(database, towns('One', 174, 175));
    let isDeleted: Promise<void> | undefined;
    const onProgress = (stage: Stage) => {
      if (stage === at) isDeleted ??= deleteVersion(database, id, writing);
    };
    await completeVersion(database.writer, id, { ...writing, exclusive: false, onProgress });
    await isDeleted;
    for (const table of ['comparison', 'loss', 'piece', 'drawing', 'layer', 'part', 'cell'])
      expect([at, table, count(database, `coverage_${table}`)]).toEqual([at, table, 0]);
  }
});

test('a start adds the jobs that are missing, once: after a drawing of an older form, or a failed job', async () => {
  const database = freshDatabase();
  const { writer } = database;
  const [one, two] = [await importFile(database, towns('One', 174)), await importFile(database, towns('Two', 174))];
  addMissingFiguresJobs(writer, nowMs);
  expect(count(database, 'work')).toBe(0);
  writer.sqlite.exec(
    'UPDATE coverage_drawing SET form = 0 WHERE layer_id = 2; DELETE FROM coverage_comparison WHERE version_id = 1',
  );
  addMissingFiguresJobs(writer, nowMs);
  addMissingFiguresJobs(writer, nowMs);
  expect([one, two].map(({ id }) => jobOf(database, id)?.state)).toEqual(['waiting', 'waiting']);
  expect(count(database, 'work')).toBe(2);
});

test('a start has versions summed that an older release left without sums, and each only once', async () => {
  const database = freshDatabase();
  const { writer } = database;
  const { id } = await importFile(database, towns('One', 174));
  const rows = () => writer.sqlite.prepare('SELECT * FROM coverage_area_block').all();
  const summed = rows();
  expect(summed.length).toBeGreaterThan(0);
  writer.sqlite.exec('DELETE FROM coverage_area_block');
  addMissingFiguresJobs(writer, nowMs);
  expect(jobOf(database, id)?.state).toBe('waiting');
  await completeVersion(writer, id, writing);
  expect(rows()).toEqual(summed);

  // without any area there is nothing to sum, which is remembered
  await publishVersion(database, id, writing);
  const empty = await retireLayer(database, 1, writing);
  await completeVersion(writer, empty.id, writing);
  addMissingFiguresJobs(writer, nowMs);
  expect(count(database, 'work')).toBe(0);
});
