import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getPublishedId, layersOf, listVersions } from '#db/broadband/versions.ts';
import { closeDatabase, openDatabase, openReader } from '#db/client.ts';
import { collection, feature, file, importFile, square } from '#tests/support/files/coverage-files.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { type ActionName, callAction, ownOrigin, signIn } from '#tests/support/staff-action.ts';
import { describeWritesOfEditors } from '#tests/support/staff-writes.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: OwnFixture;
let server: ServerProcess;
let editor: string;
let viewer: string;

/** Versions that wait, made on the fixture's, which is version 1. */
const [adding, taking, unwanted, late] = [2, 3, 4, 5];

beforeAll(async () => {
  fixture = await ownFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
  const database = openDatabase(fixture.databaseFile);
  for (const [provider, mode] of [
    ...([
      ['Adding', 'add'],
      ['Taking', 'replace all'],
      ['Unwanted', 'add'],
      ['Late', 'add'],
    ] as const),
  ]) {
    const given = file(collection(feature({ provider }, square(172, -43))), `${provider}.geojson`);
    await importFile(database, given, { mode, nowMs: fixtureNowMs });
  }
  closeDatabase(database);
  server = await fixture.start({ WEB_CONCURRENCY: '2', BASE_URL: ownOrigin });
});
afterAll(() => fixture.remove());

const page = '/admin/coverage';
const action = (name: string): ActionName => ({ file: 'app/admin/coverage/actions.ts', name });
const editorDoes = (name: string, ...values: unknown[]) =>
  callAction(server.port, { page, action: action(name), values, cookie: editor, origin: ownOrigin });

function look<T>(at: (reader: ReturnType<typeof openReader>) => T): T {
  const reader = openReader(fixture.databaseFile);
  try {
    return at(reader);
  } finally {
    reader.sqlite.close();
  }
}
const published = () => look(({ db }) => getPublishedId(db));
const versions = () => look((reader) => listVersions(reader).map(({ id }) => id));

describeWritesOfEditors(
  [
    {
      ...{ page, action: action('publishCoverage'), values: [{ versionId: adding, typed: '' }] },
      recorded: ['coverage.publish', `coverage version ${adding}`],
    },
    {
      ...{ page, action: action('rollBackCoverage'), values: [adding] },
      recorded: ['coverage.rollback', 'coverage version 1'],
    },
    {
      ...{ page, action: action('deleteCoverage'), values: [unwanted] },
      recorded: ['coverage.delete', `coverage version ${unwanted}`],
    },
    {
      ...{ page, action: action('saveCoveragePolicy'), values: [{ flaggedAfterDays: '90' }] },
      recorded: ['coverage.policy', 'age of coverage layers'],
    },
    {
      ...{ page, action: action('retireCoverage'), values: [1] },
      recorded: ['work.start', 'Retiring coverage layer 1'],
    },
  ],
  () => ({ port: server.port, databaseFile: fixture.databaseFile, editor, viewer }),
);

describe('what an order about coverage answers', () => {
  test('a version that was deleted is gone; the published one cannot be deleted', async () => {
    expect(versions()).not.toContain(unwanted);
    expect(await editorDoes('deleteCoverage', 1)).toMatchObject({
      ...{ ok: false, sentence: 'Coverage version 1 is published: publish another one, or roll back, first.' },
    });
  });

  test('a layer is retired by work: a new version waits without it', async () => {
    const made = await waitUntil('the version without layer 1', () => versions().find((id) => id > late));
    const layers = look(({ db }) => [layersOf(db, 1), layersOf(db, made)].map((of) => of.map(({ id }) => id)));
    expect(layers[1]).toEqual(layers[0]?.filter((id) => id !== 1));
    expect(published()).toBe(1);
  });

  test('a version that takes much away asks for the technologies’ names, and is published with them', async () => {
    const asked = await editorDoes('publishCoverage', { versionId: taking, typed: '' });
    expect(asked).toMatchObject({ ok: true, value: { outcome: 'asks' } });
    const { typed, losses } = asked.value as { typed: string; losses: { technology: string; lost: number }[] };
    expect(typed).toBe(losses.map(({ technology }) => technology).join(', '));
    expect(losses[0]?.lost).toBeGreaterThan(0);
    expect(await editorDoes('publishCoverage', { versionId: taking, typed: 'yes' })).toMatchObject({
      ...{ ok: false, status: 400, fields: { typed: expect.stringContaining(typed) } },
    });
    expect(published()).toBe(1);
    expect(await editorDoes('publishCoverage', { versionId: taking, typed })).toMatchObject({
      ...{ ok: true, value: { outcome: 'done', versionId: taking } },
    });
    expect(published()).toBe(taking);
  });

  test('a version whose base is no longer published is made anew by work, and waits', async () => {
    const ordered = await editorDoes('publishCoverage', { versionId: late, typed: '' });
    expect(ordered).toMatchObject({ ok: true, value: { outcome: 'at work', jobId: expect.any(Number) } });
    await waitUntil('the version made anew', () => !versions().includes(late));
    const [newest = 0] = versions();
    const providers = look(({ db }) => layersOf(db, newest).map(({ provider }) => provider));
    expect(providers).toEqual(['Late', 'Taking']);
    expect(published()).toBe(taking);
  });

  test('going back from a version that is no longer published is refused: somebody else was faster', async () => {
    expect(await editorDoes('rollBackCoverage', 1)).toMatchObject({
      ok: false,
      sentence: `Version ${taking} is published since, no longer version 1: look at it before you go back.`,
    });
  });

  test('a version that had lost its cell index gets it by work, and is published', async () => {
    await waitUntil('the tidying', () => look(({ sqlite }) => idle(sqlite)));
    fixture.change(({ sqlite }) => sqlite.exec('UPDATE coverage_version SET index_bytes = NULL WHERE id = 1'));
    const ordered = await editorDoes('publishCoverage', { versionId: 1, typed: '' });
    expect(ordered).toMatchObject({ ok: true, value: { outcome: 'at work' } });
    await waitUntil('version 1', () => published() === 1);
  });

  test.each([
    ['publishCoverage', [{ versionId: 999, typed: '' }], 'There is no coverage version 999.'],
    ['publishCoverage', [{ versionId: 'x', typed: '' }], 'Please mend what is marked below.'],
    ['retireCoverage', [0], 'Please mend what is marked below.'],
    ['saveCoveragePolicy', [{ flaggedAfterDays: 'old' }], 'Please mend what is marked below.'],
  ])('%s refuses what makes no sense', async (name, values, sentence) => {
    expect(await editorDoes(name, ...values)).toMatchObject({ ok: false, sentence });
  });
});

function idle(sqlite: ReturnType<typeof openReader>['sqlite']): boolean {
  return sqlite.prepare("SELECT count(*) FROM work WHERE state IN ('waiting', 'running')").pluck().get() === 0;
}
