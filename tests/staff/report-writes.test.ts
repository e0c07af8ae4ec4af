import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addReport, getReport } from '#db/reports/reports.ts';
import { emailKeptDays } from '#lib/reports/visitor-report.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { describeWritesOfEditors, revisionNow } from '#tests/support/staff/writes.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: OwnFixture;
let server: ServerProcess;
let editor: string;
let viewer: string;
let report: number;

const visitorReport = {
  point: { x: -60_000_000 + 500_000, y: -409_500_000 },
  what: 'Fibre <b>is</b> here.',
  email: 'kim@example.nz',
  shown: 'Available here: ADSL.',
};

beforeAll(async () => {
  fixture = await ownFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
  report = fixture.change(({ db }) =>
    addReport(db, visitorReport, { answer: '{"results":[]}', versionId: 1 }, fixtureNowMs),
  );
  server = await fixture.start({ BASE_URL: ownOrigin });
});
afterAll(() => fixture.remove());

const action = { file: 'app/admin/reports/actions.ts', name: 'saveReport' };

const stored = (id: number) => readDatabase(fixture.databaseFile, (connection) => getReport(connection, id));

describeWritesOfEditors(
  [
    {
      page: '/admin/reports/1',
      action,
      carries: 'form',
      values: [1, { state: 'done', note: 'asked the provider' }],
      recorded: ['report.change', 'report 1'],
    },
  ],
  () => ({ port: server.port, databaseFile: fixture.databaseFile, editor, viewer }),
);

describe('a refused change changes nothing', () => {
  test.each([
    ['another state', 1, { state: 'lost', note: '' }, { state: 'Choose one of the options.' }],
    ['a long note', 1, { state: 'open', note: 'x'.repeat(2001) }, { note: expect.stringContaining('2,000') }],
    ['no such report', 99, { state: 'open', note: '' }, {}],
  ])('%s', async (_why, id, values, fields) => {
    const before = stored(1);
    const given = {
      page: `/admin/reports/${report}`,
      action,
      values: [id, values, { revision: revisionNow(fixture.databaseFile) }],
      cookie: editor,
      origin: ownOrigin,
    };
    const answer = await callAction(server.port, given);
    expect(answer).toMatchObject({ ok: false, status: 400, fields });
    expect(stored(1)).toEqual(before);
  });
});

test('a viewer sees the report, the answer and a link to the point, and no form to change it', async () => {
  const { body } = await ask(server.port, { target: `/admin/reports/${report}`, headers: { Cookie: viewer } });
  expect(body).toContain('Fibre &lt;b&gt;is&lt;/b&gt; here.');
  expect(body).toContain('href="/availability/-40.95/174.05"');
  expect(body).toContain('kim@example.nz');
  expect(body).not.toContain('For staff only');
});

test.each(['/admin/reports', '/admin/reports/1'])('without a session nobody sees %s', async (target) => {
  const { status, headers } = await ask(server.port, { target });
  expect([status, headers.location]).toEqual([307, '/admin/login']);
});

test('a server started 90 days later deletes the email address', async () => {
  expect(stored(report)?.email).toBe('kim@example.nz');
  await fixture.start({ WATEA_NOW: new Date(fixtureNowMs + emailKeptDays * 86_400_000).toISOString() });
  await waitUntil('the address to be deleted', () => stored(report)?.email === null);
  expect(stored(report)?.what).toBe(visitorReport.what);
});
