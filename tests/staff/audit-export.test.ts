import { beforeAll, expect, test } from 'vitest';
import { recordChange } from '#db/audit/record-change.ts';
import { openWriter } from '#db/client.ts';
import type { AuditAction } from '#lib/words/audit.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { signIn } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';

let fixture: SharedFixture;
let viewer: string;

beforeAll(async () => {
  fixture = await sharedFixture();
  viewer = signIn(fixture.databaseFile, 'viewer');
  const { db, sqlite } = openWriter(fixture.databaseFile);
  const record = (action: AuditAction, subject: string, at: number) =>
    recordChange(
      db,
      { actor: { who: 'ana@watea.example', address: '::1' }, action, subject, before: null, after: { a: '=1' } },
      at,
    );
  record('user.add', '=HYPERLINK("http://evil.example")', fixtureNowMs);
  record('network.add', '192.0.2.0/24 of Example', fixtureNowMs + 86_400_000);
  sqlite.close();
});

const exported = (query: string, cookie = viewer) =>
  ask(fixture.port, { target: `/admin/audit/export${query}`, headers: { Cookie: cookie } });

test('the export has the rows of the screen, newest first, and no cell that a spreadsheet would run', async () => {
  const { status, headers, body } = await exported('');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="watea-audit-2026-11-20.csv"',
    'cache-control': 'private, no-store',
  });
  const hash = /[0-9a-f]{64}/g;
  expect(body.replaceAll(hash, 'hash').split('\r\n')).toEqual([
    '\uFEFFrow,when,who,address,action,subject,before,after,hash',
    '2,2026-11-21 12:00:00+13:00,ana@watea.example,::1,network.add,192.0.2.0/24 of Example,,"{""a"":""=1""}",hash',
    `1,2026-11-20 12:00:00+13:00,ana@watea.example,::1,user.add,"'=HYPERLINK(""http://evil.example"")",,"{""a"":""=1""}",hash`,
    '',
  ]);
});

test.each(['?from=31/2/2026', '?until=yesterday'])('%s is refused: it would narrow nothing', async (query) => {
  const { status, body } = await exported(query);
  expect([status, body]).toEqual([
    400,
    expect.stringMatching(
      /^(?:from|until): Enter a day of the calendar from the year 2000 on, such as 23\/11\/2026\.\n$/,
    ),
  ]);
});

test.each([
  ['?action=network', ['2']],
  ['?action=user.add', ['1']],
  ['?who=nobody%40watea.example', []],
  ['?search=hyperlink', ['1']],
  ['?until=2026-11-20', ['1']],
  ['?from=2026-11-21&until=2026-11-21', ['2']],
])('%s narrows the export', async (query, rows) => {
  const { body } = await exported(query);
  expect(
    body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]),
  ).toEqual(rows);
});

test('without a session it returns nothing', async () => {
  const { status, headers, body } = await exported('', '');
  expect(status).toBe(307);
  expect(headers.location).toMatch(/\/admin\/login$/);
  expect(body).not.toContain('ana@watea.example');
});
