import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishRows } from '#tests/models/publish-rows.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { type ActionName, callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { describeWritesOfEditors } from '#tests/support/staff/writes.ts';
import { uploadClient } from '#tests/support/uploads.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: OwnFixture;
let server: ServerProcess;
let editor: string;
let viewer: string;
/** State that the writes below need. */
const uploadIds: string[] = [];
const previews: number[] = [];

const feeds = '/admin/register/feeds';
const releases = '/admin/register/releases';
const action = (name: string): ActionName => ({ file: 'app/admin/register/feeds/actions.ts', name });
const missed = Date.parse('2026-11-20T00:00:00+13:00');
const header = 'domain,registered,cancel_date\n';
const compared = `${header}active.nz,2020-01-15T10:00:00+13:00,\n`;

beforeAll(async () => {
  fixture = await ownFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
  // so the last job stays missed
  fixture.change(({ sqlite }) =>
    sqlite.exec("CREATE TRIGGER broken BEFORE INSERT ON release_run BEGIN SELECT raise(ABORT, 'broken'); END"),
  );
  server = await fixture.start({ BASE_URL: ownOrigin });
  const changes = await previewOf('changes.csv', `${header}fed.nz,2020-01-01,\n`, 'merge');
  expect(await editorDoes('importFeed', { comparison: changes, typed: '' })).toMatchObject({ ok: true });
  await ended('register import');
  previews.push(await previewOf('more.csv', `${header}more.nz,2020-01-01,\n`, 'merge'));
  uploadIds.push(await upload('compared.csv', compared));
});
afterAll(() => fixture.remove());

const query = (sql: string) => queryDatabase(fixture.databaseFile, sql);
const upload = (name: string, content: string) => uploadClient(server.port, editor).whole(name, content, 'register');
const editorDoes = (name: string, ...values: unknown[]) =>
  callAction(server.port, { page: pageOf(name), action: action(name), values, cookie: editor, origin: ownOrigin });
/** A page with forms for an action. */
const pageOf = (name: string) => (name === 'importFeed' ? `${feeds}/preview/${previews[0] ?? 1}` : feeds);
const ended = (kind: string) =>
  waitUntil(`the ${kind} to end`, () => {
    const last = query(`SELECT id, state FROM work WHERE kind = '${kind}' ORDER BY id DESC LIMIT 1`)[0];
    return last !== undefined && !/waiting|running/.test(String(last.state)) && last;
  });

async function previewOf(name: string, content: string, kind: string): Promise<number> {
  const uploadId = await upload(name, content);
  const answer = await editorDoes('compareFeed', { uploadId, kind });
  expect(answer).toMatchObject({ ok: true });
  expect(await ended('register preview')).toMatchObject({ id: answer.value, state: 'done' });
  return answer.value as number;
}

const lastImport = () => Number(query("SELECT max(id) AS id FROM register_run WHERE state = 'published'")[0]?.id);

describeWritesOfEditors(
  [
    {
      page: feeds,
      action: action('compareFeed'),
      values: () => [{ uploadId: uploadIds[0], kind: 'replace' }],
      recorded: ['work.start', 'Compare compared.csv'],
    },
    {
      get page() {
        return pageOf('importFeed');
      },
      action: action('importFeed'),
      values: () => [{ comparison: previews[0], typed: '' }],
      recorded: ['work.start', 'Import more.csv'],
    },
    {
      page: feeds,
      action: action('undoFeed'),
      values: () => [lastImport()],
      recorded: ['work.start', /^Undo the import of /],
    },
    {
      page: releases,
      action: { file: 'app/admin/register/releases/actions.ts', name: 'runMissedRelease' },
      values: [missed],
      recorded: ['work.start', 'Release job of 20 November 2026'],
    },
  ],
  () => ({ port: server.port, databaseFile: fixture.databaseFile, editor, viewer }),
);

describe('a compared file', () => {
  test('changes the API’s answers once it is imported, and back when that is undone, as only the last import can be', async () => {
    const statusOf = async (name: string) => {
      const { body } = await ask(server.port, { target: `/1.0/availability?domains[]=${name}` });
      return JSON.parse(body)[0].status;
    };
    await ended('register undo');
    const preview = await previewOf('weka.csv', `${header}weka.nz,2020-01-01,\n`, 'merge');
    expect(await statusOf('weka.nz')).toBe('Available');
    expect(await editorDoes('importFeed', { comparison: preview, typed: '' })).toMatchObject({ ok: true });
    expect(await ended('register import')).toMatchObject({ state: 'done' });
    expect(await statusOf('weka.nz')).toBe('Active');
    expect(await editorDoes('undoFeed', 1)).toMatchObject({
      ok: false,
      sentence: 'Only the last import can be undone, and this is not the last.',
    });
    expect(await editorDoes('undoFeed', lastImport())).toMatchObject({ ok: true });
    expect(await ended('register undo')).toMatchObject({ state: 'done' });
    expect(await statusOf('weka.nz')).toBe('Available');
    expect(query('SELECT who, kind, state FROM register_run ORDER BY id DESC LIMIT 2')).toEqual([
      { who: 'editor@watea.example', kind: 'undo', state: 'published' },
      { who: 'editor@watea.example', kind: 'merge', state: 'undone' },
    ]);
  });
});

test('only a missed job can be run', async () => {
  const job = { page: releases, action: { file: 'app/admin/register/releases/actions.ts', name: 'runMissedRelease' } };
  const tomorrow = missed + 86_400_000;
  expect(
    await callAction(server.port, { ...job, values: [tomorrow], cookie: editor, origin: ownOrigin }),
  ).toMatchObject({ ok: false, sentence: 'This release job has run already.' });
});

test('a viewer sees imports and jobs, but no way to change them', async () => {
  const body = async (target: string) => (await ask(server.port, { target, headers: { Cookie: viewer } })).body;
  const ofFeeds = await body(feeds);
  expect(ofFeeds).toContain('changes.csv');
  expect(ofFeeds).not.toContain('Drop a register file here');
  expect(ofFeeds).not.toContain('Undo the last import');
  const ofJobs = await body(releases);
  expect(ofJobs).toContain('The job of 20 November 2026 has not run');
  expect(ofJobs).not.toContain('Run it now');
  expect(await body(`${feeds}/preview/${previews[0]}`)).not.toContain('Import the file');
});

test.each([feeds, `${feeds}/1`, `${feeds}/preview/1`, releases, `${releases}/${missed}`])(
  'without a session nobody sees %s',
  async (target) => {
    const { status, headers } = await ask(server.port, { target });
    expect([status, headers.location]).toEqual([307, '/admin/login']);
  },
);

test('a missed job run by hand releases its names once, and clears the alarm', async () => {
  const name = 'run-by-hand.nz';
  const answered = async (target: string) => (await ask(server.port, { target })).body;
  const alarms = () => query("SELECT facts FROM alarm WHERE subject = 'release job'");
  fixture.change((connection) => {
    const { sqlite } = connection;
    // the daily job still fails, so only the job run by hand can release the name
    sqlite.exec(
      `DROP TRIGGER broken; CREATE TRIGGER broken BEFORE INSERT ON release_run WHEN NEW.kind <> 'command'
       BEGIN SELECT raise(ABORT, 'broken'); END`,
    );
    const cancelled = Date.parse('2026-08-01T10:00:00+12:00') / 1000;
    sqlite
      .prepare('INSERT INTO domain (name, revision, registered, cancelled) VALUES (?, 1, 1000000000, ?)')
      .run(name, cancelled);
    publishRows(connection);
  });
  expect(await answered(`/1.0/availability?domains[]=${name}`)).toContain('"code":"210"');
  await waitUntil('the alarm', () => alarms().length > 0);

  const action = { file: 'app/admin/register/releases/actions.ts', name: 'runMissedRelease' };
  const given = { page: releases, action, values: [missed], cookie: editor, origin: ownOrigin };
  expect(await callAction(server.port, given)).toMatchObject({ ok: true });
  expect(await ended('register release')).toMatchObject({ state: 'done' });
  await waitUntil('the name to be available', async () =>
    (await answered(`/1.0/availability?domains[]=${name}`)).includes('"code":"220"'),
  );
  expect(await answered('/1.0/droplist/released')).toContain(`"domain":"${name}"`);
  expect(await answered('/1.0/droplist')).not.toContain(name);
  expect(query('SELECT kind, who FROM release_run')).toEqual([{ kind: 'command', who: 'editor@watea.example' }]);
  const run = query("SELECT subject FROM audit_entry WHERE action = 'register.release'");
  expect(run).toEqual([{ subject: 'the release job of 2026-11-20 00:00:00+13:00' }]);
  await waitUntil('the alarm to be cleared', () => alarms().length === 0);
  expect(await callAction(server.port, given)).toMatchObject({
    ok: false,
    sentence: 'This release job has run already.',
  });
});
