import { beforeAll, describe, expect, test } from 'vitest';
import { getPublishedId, layersOf, listVersions } from '#db/broadband/versions.ts';
import { type Connection, closeDatabase, openDatabase } from '#db/client.ts';
import { collection, feature, file, importFile, square } from '#tests/support/files/coverage-files.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { type ActionName, callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { describeWritesOfEditors } from '#tests/support/staff/writes.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: SharedFixture;
let editor: string;
let viewer: string;

/** Waiting versions based on the fixture's version 1. */
const [adding, taking, unwanted, late] = [2, 3, 4, 5];

beforeAll(async () => {
  fixture = await sharedFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
  const database = openDatabase(fixture.databaseFile);
  for (const [provider, mode] of [
    ['Adding', 'add'],
    ['Taking', 'replace all'],
    ['Unwanted', 'add'],
    ['Late', 'add'],
  ] as const) {
    const given = file(collection(feature({ provider }, square(172, -43))), `${provider}.geojson`);
    await importFile(database, given, { mode, nowMs: fixtureNowMs });
  }
  closeDatabase(database);
});

const page = '/admin/coverage';
const action = (name: string): ActionName => ({ file: 'app/admin/coverage/actions.ts', name });
const editorDoes = (name: string, ...values: unknown[]) =>
  callAction(fixture.port, { page, action: action(name), values, cookie: editor, origin: ownOrigin });

const read = <T>(from: (reader: Connection) => T): T => readDatabase(fixture.databaseFile, from);
const published = () => read(({ db }) => getPublishedId(db));
const versions = () => read((reader) => listVersions(reader).map(({ id }) => id));

describeWritesOfEditors(
  [
    {
      page,
      action: action('publishCoverage'),
      values: [{ versionId: adding, typed: '' }],
      recorded: ['coverage.publish', `coverage version ${adding}`],
    },
    {
      page,
      action: action('rollBackCoverage'),
      values: [adding],
      recorded: ['coverage.rollback', 'coverage version 1'],
    },
    {
      page,
      action: action('keepCoverage'),
      values: [{ versionId: adding, isKept: true }],
      recorded: ['coverage.keep', `coverage version ${adding}`],
    },
    {
      page,
      action: action('deleteCoverage'),
      values: [unwanted],
      recorded: ['coverage.delete', `coverage version ${unwanted}`],
    },
    {
      page,
      action: action('saveCoveragePolicy'),
      values: [{ flaggedAfterDays: '90' }],
      carries: 'form',
      recorded: ['coverage.policy', 'age of coverage layers'],
    },
    {
      page,
      action: action('retireCoverage'),
      values: [1],
      recorded: ['work.start', 'Retire coverage layer 1'],
    },
  ],
  () => ({ port: fixture.port, databaseFile: fixture.databaseFile, editor, viewer }),
);

describe('changes of coverage versions', () => {
  test('a deleted version no longer exists; the published one cannot be deleted', async () => {
    expect(versions()).not.toContain(unwanted);
    expect(await editorDoes('deleteCoverage', 1)).toMatchObject({
      ok: false,
      sentence: 'Coverage version 1 is published: publish another version, or roll back, before you delete it.',
    });
  });

  test('a layer is retired by a job, which makes a new version without it', async () => {
    const made = await waitUntil('the version without layer 1', () => versions().find((id) => id > late));
    const layers = read(({ db }) => [layersOf(db, 1), layersOf(db, made)].map((of) => of.map(({ id }) => id)));
    expect(layers[1]).toEqual(layers[0]?.filter((id) => id !== 1));
    expect(published()).toBe(1);
  });

  test('a version with large losses asks for the technologies’ names, and is published once they are typed', async () => {
    const asked = await editorDoes('publishCoverage', { versionId: taking, typed: '' });
    expect(asked).toMatchObject({ ok: true, value: { outcome: 'asks' } });
    const { typed, losses } = asked.value as { typed: string; losses: { technology: string; lost: number }[] };
    expect(typed).toBe(losses.map(({ technology }) => technology).join(', '));
    expect(losses[0]?.lost).toBeGreaterThan(0);
    expect(await editorDoes('publishCoverage', { versionId: taking, typed: 'yes' })).toMatchObject({
      ok: false,
      status: 400,
      fields: { typed: expect.stringContaining(typed) },
    });
    expect(published()).toBe(1);
    expect(await editorDoes('publishCoverage', { versionId: taking, typed })).toMatchObject({
      ok: true,
      value: { outcome: 'done', versionId: taking },
    });
    expect(published()).toBe(taking);
  });

  test('a version whose base is no longer published is rebuilt by a job, and published', async () => {
    const ordered = await editorDoes('publishCoverage', { versionId: late, typed: '' });
    expect(ordered).toMatchObject({ ok: true, value: { outcome: 'queued', jobId: expect.any(Number) } });
    await waitUntil('the rebuilt version', () => !versions().includes(late));
    const [newest = 0] = versions();
    const providers = read(({ db }) => layersOf(db, newest).map(({ provider }) => provider));
    expect(providers).toEqual(['Late', 'Taking']);
    expect(published()).toBe(newest);
  });

  test('rolling back from a version that is no longer published is refused', async () => {
    expect(await editorDoes('rollBackCoverage', 1)).toMatchObject({
      ok: false,
      sentence: `Version ${published()} has replaced version 1 since: check it before you roll back.`,
    });
  });

  test('a version whose cell index was dropped gets it back by a job, and is published', async () => {
    await waitUntil('the tidying', () => read(({ sqlite }) => idle(sqlite)));
    fixture.change(({ sqlite }) => sqlite.exec('UPDATE coverage_version SET index_bytes = NULL WHERE id = 1'));
    const ordered = await editorDoes('publishCoverage', { versionId: 1, typed: '' });
    expect(ordered).toMatchObject({ ok: true, value: { outcome: 'queued' } });
    await waitUntil('version 1', () => published() === 1);
  });

  test.each([
    ['publishCoverage', [{ versionId: 999, typed: '' }], 'There is no coverage version 999.'],
    ['publishCoverage', [{ versionId: 'x', typed: '' }], 'Fix the highlighted fields.'],
    ['retireCoverage', [0], 'Fix the highlighted fields.'],
    ['saveCoveragePolicy', [{ flaggedAfterDays: 'old' }, { revision: 0 }], 'Fix the highlighted fields.'],
  ])('%s refuses invalid values', async (name, values, sentence) => {
    expect(await editorDoes(name, ...values)).toMatchObject({ ok: false, sentence });
  });
});

function idle(sqlite: Connection['sqlite']): boolean {
  return sqlite.prepare("SELECT count(*) FROM work WHERE state IN ('waiting', 'running')").pluck().get() === 0;
}
