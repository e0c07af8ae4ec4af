import { expect, test } from 'vitest';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { getPublishedId, layersOf, listVersions } from '#db/broadband/versions.ts';
import type { Connections } from '#db/client.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import { collection, dump, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { publishVersion, rollBack } from './publish-version.ts';
import { deleteVersion, tidyCoverage } from './remove-version.ts';

/** Makes a version in which `provider` covers a square, without publishing it. */
async function make(database: Connections, provider: string, longitude = 174): Promise<number> {
  const given = file(collection(feature({ provider }, square(longitude, -41))));
  return (await importFile(database, given, { mode: 'replace' })).id;
}

async function publish(database: Connections, provider: string, longitude?: number): Promise<number> {
  const id = await make(database, provider, longitude);
  expect(await publishVersion(database, id, writing)).toMatchObject({ outcome: 'published', versionId: id });
  return id;
}

function published(database: Connections): number | undefined {
  return getPublishedId(database.writer.db);
}

function providersOf(database: Connections, versionId: number | undefined): string[] {
  return layersOf(database.writer.db, versionId).map(({ provider }) => provider);
}

/** The versions that have cells, with the number of cells, counted and not read from the version table. */
function indexes({ writer }: Connections): number[] {
  const versions = writer.sqlite
    .prepare(`SELECT DISTINCT id / ${KEY_SPAN} FROM coverage_cell ORDER BY 1`)
    .pluck()
    .all();
  return versions.map(Number);
}

test('publishing reports what was published before, and publishing again that it is already published', async () => {
  const database = freshDatabase();
  const one = await make(database, 'One');
  expect(await publishVersion(database, one, writing)).toEqual({
    outcome: 'published',
    versionId: one,
    replacedId: undefined,
  });
  expect(await publishVersion(database, one, writing)).toEqual({ outcome: 'already-published', versionId: one });
  const two = await make(database, 'Two');
  expect(await publishVersion(database, two, writing)).toEqual({
    outcome: 'published',
    versionId: two,
    replacedId: one,
  });
  expect(providersOf(database, two)).toEqual(['One', 'Two']);
});

test('a version that does not exist, or is still being made, is not published', async () => {
  const database = freshDatabase();
  await expect(publishVersion(database, 5, writing)).rejects.toMatchObject({
    reason: { code: 'no-such-version', versionId: 5 },
  });
  database.writer.sqlite.exec(
    "INSERT INTO coverage_version (id, state, created_at, heartbeat_at) VALUES (5, 'building', 0, 0)",
  );
  await expect(publishVersion(database, 5, writing)).rejects.toMatchObject({
    reason: { code: 'version-unfinished', versionId: 5 },
  });
});

test('no update is lost: a version based on an older one is rebuilt on the published version', async () => {
  const database = freshDatabase();
  const base = await publish(database, 'One');
  const mine = await make(database, 'Mine');
  const theirs = await publish(database, 'Theirs');
  expect(providersOf(database, mine)).toEqual(['Mine', 'One']);

  const publishing = await publishVersion(database, mine, writing);
  expect(publishing).toMatchObject({ outcome: 'rebuilt', baseId: theirs });
  expect(published(database)).toBe(theirs);
  expect(providersOf(database, publishing.versionId)).toEqual(['Mine', 'One', 'Theirs']);
  expect(listVersions(database.writer).map(({ id }) => id)).toEqual([publishing.versionId, theirs, base]);
  expect(await publishVersion(database, publishing.versionId, writing)).toMatchObject({ outcome: 'published' });
});

test('no update is lost: a version replaces the same layers on the published version', async () => {
  const database = freshDatabase();
  await publish(database, 'One', 174);
  const again = await make(database, 'One', 175);
  const [layer] = layersOf(database.writer.db, again);
  await publish(database, 'Two');
  const { versionId } = await publishVersion(database, again, writing);
  expect(layersOf(database.writer.db, versionId).map(({ id, provider }) => [provider, id])).toContainEqual([
    'One',
    layer?.id,
  ]);
  expect(providersOf(database, versionId)).toEqual(['One', 'Two']);
});

test('no update is lost: changes that conflict with the published version are refused', async () => {
  const database = freshDatabase();
  const base = await publish(database, 'One', 174);
  const mine = await make(database, 'One', 175);
  const theirs = await publish(database, 'One', 176);
  const before = dump(database);
  await expect(publishVersion(database, mine, writing)).rejects.toMatchObject({
    reason: {
      code: 'changes-conflict',
      versionId: mine,
      baseId: base,
      publishedId: theirs,
      technology: 'Fibre',
      provider: 'One',
    },
  });
  expect(dump(database)).toEqual(before);
});

test('the first two versions, both based on nothing, do not replace each other', async () => {
  const database = freshDatabase();
  const one = await make(database, 'One');
  const two = await make(database, 'Two');
  await publishVersion(database, one, writing);
  const { outcome, versionId } = await publishVersion(database, two, writing);
  expect(outcome).toBe('rebuilt');
  expect(providersOf(database, versionId)).toEqual(['One', 'Two']);
});

test('rolling back publishes the previous version, each time further back, and any version can be published again', async () => {
  const database = freshDatabase();
  await expect(rollBack(database, writing)).rejects.toMatchObject({ reason: { code: 'nothing-published' } });
  const one = await publish(database, 'One');
  const two = await publish(database, 'Two');
  const three = await publish(database, 'Three');
  expect(await rollBack(database, writing)).toMatchObject({ versionId: two, replacedId: three });
  expect(published(database)).toBe(two);
  expect(await rollBack(database, writing)).toMatchObject({ versionId: one, replacedId: two });
  await expect(rollBack(database, writing)).rejects.toMatchObject({
    reason: { code: 'nothing-published-before', versionId: one },
  });
  expect(await publishVersion(database, three, writing)).toMatchObject({ outcome: 'published', replacedId: one });
  expect(await rollBack(database, writing)).toMatchObject({ versionId: one, replacedId: three });
});

test('rolling back skips a deleted version', async () => {
  const database = freshDatabase();
  const one = await publish(database, 'One');
  const two = await publish(database, 'Two');
  const three = await publish(database, 'Three');
  await deleteVersion(database, two, writing);
  expect(await rollBack(database, writing)).toMatchObject({ versionId: one, replacedId: three });
});

test('the published version, and the base of a waiting version, are not deleted', async () => {
  const database = freshDatabase();
  const one = await publish(database, 'One');
  await expect(deleteVersion(database, one, writing)).rejects.toMatchObject({
    reason: { code: 'version-published', versionId: one },
  });
  const waiting = await make(database, 'Waiting');
  await publish(database, 'Two');
  await expect(deleteVersion(database, one, writing)).rejects.toMatchObject({
    reason: { code: 'version-waited-on', versionId: one, waitingId: waiting },
  });
  await expect(deleteVersion(database, 99, writing)).rejects.toMatchObject({
    reason: { code: 'no-such-version', versionId: 99 },
  });
});

test('deleting a version removes its own data, and its number is never used again', async () => {
  const database = freshDatabase();
  await publish(database, 'One');
  const { sqlite_sequence: _, provider: __, generation: _generation, ...before } = dump(database);
  const two = await make(database, 'Two');
  await deleteVersion(database, two, writing);
  const { sqlite_sequence: ___, provider: ____, generation: _drawings, ...after } = dump(database);
  expect(after).toEqual(before);
  expect(await make(database, 'Two')).toBe(two + 1);
});

test('ten versions are kept, with the indexes of the last three published and of those that wait', async () => {
  const database = freshDatabase();
  await tidyCoverage(database, writing);
  const ids: number[] = [];
  for (let count = 0; count < 12; count++) ids.push(await publish(database, 'One', 174 + count / 10));
  const waiting = await make(database, 'Waiting');
  expect(await tidyCoverage(database, writing)).toBe(true);
  expect(listVersions(database.writer).map(({ id }) => id)).toEqual([waiting, ...ids.slice(3).reverse()]);
  expect(indexes(database)).toEqual([...ids.slice(-3), waiting]);
  expect(listVersions(database.writer).filter(({ indexBytes }) => indexBytes !== null)).toHaveLength(4);
  expect(database.writer.sqlite.prepare('SELECT count(*) FROM coverage_layer').pluck().get()).toBe(10);

  // publishing an older version restores its index
  const old = ids[4] ?? 0;
  expect(await publishVersion(database, old, writing)).toMatchObject({ outcome: 'published' });
  await tidyCoverage(database, writing);
  expect(indexes(database)).toEqual([old, ...ids.slice(-2), waiting]);
});

test('tidying does nothing while another process is changing coverage', async () => {
  const database = freshDatabase();
  await publish(database, 'One');
  await withCoverageLock(database.writer, writing.nowMs, async () => {
    expect(await tidyCoverage(database, writing)).toBe(false);
  });
  expect(await tidyCoverage(database, writing)).toBe(true);
});
