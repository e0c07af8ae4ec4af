import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReader } from '#db/client.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { type ActionName, callAction, ownOrigin, signIn } from '#tests/support/staff-action.ts';
import { describeWritesOfEditors } from '#tests/support/staff-writes.ts';
import { uploadClient } from '#tests/support/uploads.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: OwnFixture;
let server: ServerProcess;
let editor: string;
let viewer: string;
/** What the writes below need to stand. */
const uploadIds: string[] = [];
const previews: number[] = [];

const feeds = '/admin/register/feeds';
const releases = '/admin/register/releases';
const action = (name: string): ActionName => ({ file: 'app/admin/register/feeds/actions.ts', name });
const missed = Date.parse('2026-11-20T00:00:00+13:00');
const header = 'domain,registered,cancel_date\n';
const full = `${header}active.nz,2020-01-15T10:00:00+13:00,\n`;

beforeAll(async () => {
  fixture = await ownFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
  // so that a job stays missed
  fixture.change(({ sqlite }) =>
    sqlite.exec("CREATE TRIGGER broken BEFORE INSERT ON release_run BEGIN SELECT raise(ABORT, 'broken'); END"),
  );
  server = await fixture.start({ BASE_URL: ownOrigin, MAX_MISSING: '5' });
  const changes = await previewOf('changes.csv', `${header}fed.nz,2020-01-01,\n`, 'merge');
  expect(await editorDoes('importFeed', { preview: changes, typed: '' })).toMatchObject({ ok: true });
  await ended('register import');
  previews.push(await previewOf('more.csv', `${header}more.nz,2020-01-01,\n`, 'merge'));
  uploadIds.push(await upload('compared.csv', full));
});
afterAll(() => fixture.remove());

function query(sql: string): Record<string, unknown>[] {
  const { sqlite } = openReader(fixture.databaseFile);
  try {
    return sqlite.prepare<[], Record<string, unknown>>(sql).all();
  } finally {
    sqlite.close();
  }
}
const upload = (name: string, content: string) => uploadClient(server.port, editor).whole(name, content, 'register');
const editorDoes = (name: string, ...values: unknown[]) =>
  callAction(server.port, { page: pageOf(name), action: action(name), values, cookie: editor, origin: ownOrigin });
/** A page to which an action belongs. */
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
      get values() {
        return [{ uploadId: uploadIds[0], kind: 'replace' }];
      },
      recorded: ['work.start', 'Compare compared.csv'],
    },
    {
      get page() {
        return pageOf('importFeed');
      },
      action: action('importFeed'),
      get values() {
        return [{ preview: previews[0], typed: '' }];
      },
      recorded: ['work.start', 'Import more.csv'],
    },
    {
      page: feeds,
      action: action('undoFeed'),
      get values() {
        return [lastImport()];
      },
      recorded: ['work.start', 'Take back '],
    },
    {
      page: releases,
      action: { file: 'app/admin/register/releases/actions.ts', name: 'runMissedRelease' },
      values: [missed],
      recorded: ['work.start', 'Release job of 2026-11-20'],
    },
  ],
  () => ({ port: server.port, databaseFile: fixture.databaseFile, editor, viewer }),
);

describe('a file that is confirmed', () => {
  test('counts at the API when its import has ended, and no more when it is taken back', async () => {
    const statusOf = async (name: string) => {
      const { body } = await ask(server.port, { target: `/1.0/availability?domains[]=${name}` });
      return JSON.parse(body)[0].status;
    };
    await ended('register undo');
    const preview = await previewOf('weka.csv', `${header}weka.nz,2020-01-01,\n`, 'merge');
    expect(await statusOf('weka.nz')).toBe('Available');
    expect(await editorDoes('importFeed', { preview, typed: '' })).toMatchObject({ ok: true });
    expect(await ended('register import')).toMatchObject({ state: 'done' });
    expect(await statusOf('weka.nz')).toBe('Active');
    expect(await editorDoes('undoFeed', lastImport())).toMatchObject({ ok: true });
    expect(await ended('register undo')).toMatchObject({ state: 'done' });
    expect(await statusOf('weka.nz')).toBe('Available');
    expect(query('SELECT who, kind, state FROM register_run ORDER BY id DESC LIMIT 2')).toEqual([
      { who: 'editor@watea.example', kind: 'undo', state: 'published' },
      { who: 'editor@watea.example', kind: 'merge', state: 'undone' },
    ]);
  });

  test('that lacks more names than MAX_MISSING asks for their number', async () => {
    const preview = await previewOf('short.csv', full, 'replace');
    const [work] = query(`SELECT outcome FROM work WHERE id = ${preview}`);
    const { counts } = JSON.parse(String(work?.outcome)).preview;
    const absent = counts.missing + counts.removed;
    expect(absent).toBeGreaterThan(5);
    for (const typed of ['', 'yes', String(absent + 1)]) {
      const answer = await editorDoes('importFeed', { preview, typed });
      expect(answer).toMatchObject({
        ok: false,
        status: 400,
        fields: { typed: expect.stringContaining(String(absent)) },
      });
    }
    expect(await editorDoes('importFeed', { preview, typed: String(absent) })).toMatchObject({ ok: true });
    expect(await ended('register import')).toMatchObject({ state: 'done' });
  });

  test('is refused when another import has come in between', async () => {
    const first = await previewOf('one.csv', `${header}one.nz,2020-01-01,\n`, 'merge');
    const second = await previewOf('two.csv', `${header}two.nz,2020-01-01,\n`, 'merge');
    await editorDoes('importFeed', { preview: second, typed: '' });
    expect(await ended('register import')).toMatchObject({ state: 'done' });
    await editorDoes('importFeed', { preview: first, typed: '' });
    expect(await ended('register import')).toMatchObject({ state: 'failed' });
    const [work] = query("SELECT fault FROM work WHERE kind = 'register import' ORDER BY id DESC LIMIT 1");
    expect(JSON.parse(String(work?.fault)).sentence).toMatch(
      /^The register was changed since this difference was made/,
    );
  });
});

test('only the last import can be taken back, and only a missed job can be run', async () => {
  expect(await editorDoes('undoFeed', 1)).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('Only the last'),
  });
  const job = { page: releases, action: { file: 'app/admin/register/releases/actions.ts', name: 'runMissedRelease' } };
  const tomorrow = missed + 86_400_000;
  expect(
    await callAction(server.port, { ...job, values: [tomorrow], cookie: editor, origin: ownOrigin }),
  ).toMatchObject({ ok: false, sentence: 'This job has run by now.' });
});

test('a viewer sees feeds and jobs, and nothing to change them by', async () => {
  const body = async (target: string) => (await ask(server.port, { target, headers: { Cookie: viewer } })).body;
  const ofFeeds = await body(feeds);
  expect(ofFeeds).toContain('changes.csv');
  expect(ofFeeds).not.toContain('Drop a register file here');
  expect(ofFeeds).not.toContain('Take the last import back');
  const ofJobs = await body(releases);
  expect(ofJobs).toContain('The job of 2026-11-20 has not run');
  expect(ofJobs).not.toContain('Run it now');
  expect(await body(`${feeds}/preview/${previews[0]}`)).not.toContain('Import it');
});

test.each([feeds, `${feeds}/1`, `${feeds}/preview/1`, releases, `${releases}/${missed}`])(
  'nobody without a session sees %s',
  async (target) => {
    const { status, headers } = await ask(server.port, { target });
    expect([status, headers.location]).toEqual([307, '/admin/login']);
  },
);

test('a missed job that is run by hand releases its names, once, and puts the alarm out', async () => {
  const name = 'run-by-hand.nz';
  const answered = async (target: string) => (await ask(server.port, { target })).body;
  const sentences = () => query("SELECT sentence FROM alarm WHERE subject = 'release job'");
  fixture.change(({ sqlite }) => {
    // the daily job still fails, so that it is the one by hand that is seen
    sqlite.exec(
      `DROP TRIGGER broken; CREATE TRIGGER broken BEFORE INSERT ON release_run WHEN NEW.kind <> 'command'
       BEGIN SELECT raise(ABORT, 'broken'); END`,
    );
    const cancelled = Date.parse('2026-08-01T10:00:00+12:00') / 1000;
    sqlite
      .prepare('INSERT INTO domain (name, revision, registered, cancelled) VALUES (?, 1, 1000000000, ?)')
      .run(name, cancelled);
  });
  expect(await answered(`/1.0/availability?domains[]=${name}`)).toContain('"code":"210"');
  await waitUntil('the alarm', () => sentences().length > 0);

  const action = { file: 'app/admin/register/releases/actions.ts', name: 'runMissedRelease' };
  const given = { page: releases, action, values: [missed], cookie: editor, origin: ownOrigin };
  expect(await callAction(server.port, given)).toMatchObject({ ok: true });
  expect(await ended('register release')).toMatchObject({ state: 'done' });
  await waitUntil('the name to be free', async () =>
    (await answered(`/1.0/availability?domains[]=${name}`)).includes('"code":"220"'),
  );
  expect(await answered('/1.0/droplist/released')).toContain(`"domain":"${name}"`);
  expect(await answered('/1.0/droplist')).not.toContain(name);
  expect(query('SELECT kind, who FROM release_run')).toEqual([{ kind: 'command', who: 'editor@watea.example' }]);
  const run = query("SELECT subject FROM audit_entry WHERE action = 'register.release'");
  expect(run).toEqual([{ subject: 'the release job of 2026-11-20 00:00:00+13:00' }]);
  await waitUntil('the alarm to go out', () => sentences().length === 0);
  expect(await callAction(server.port, given)).toMatchObject({ ok: false, sentence: 'This job has run by now.' });
});
