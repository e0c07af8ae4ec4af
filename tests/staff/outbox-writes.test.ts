import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMessage, insertMessage, updateMessage } from '#db/outbox/messages.ts';
import type { NewMessage } from '#lib/outbox/message.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { describeWritesOfEditors } from '#tests/support/staff/writes.ts';

let fixture: OwnFixture;
let server: ServerProcess;
let editor: string;
let viewer: string;

const alert: NewMessage = {
  kind: 'alert',
  channel: 'mail',
  recipient: 'ops@registry.example',
  subject: 'The register is too old',
  body: 'Import <b>the</b> latest file.',
};
const link = { ...alert, subject: 'Your invitation', body: 'https://watea.example/secret-link', isSecret: true };
const fault = { code: 'mail-refused', status: 550, answer: '550 No such user' } as const;

beforeAll(async () => {
  fixture = await ownFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
  fixture.change(({ db }) => {
    const failed = insertMessage(db, alert, fixtureNowMs);
    updateMessage(db, failed, { state: 'failed', attempts: 1, endedAt: fixtureNowMs, fault });
    insertMessage(db, link, fixtureNowMs);
  });
  const webhook = { ALERT_WEBHOOK: 'http://127.0.0.1:9/hook', ALERT_WEBHOOK_SECRET: 'sixteen characters' };
  const alerts = { SMTP_URL: 'smtp://127.0.0.1:9', ALERT_EMAIL: 'ops@registry.example', ...webhook };
  server = await fixture.start({ BASE_URL: ownOrigin, ...alerts });
});
afterAll(() => fixture.remove());

const action = { file: 'app/admin/outbox/actions.ts', name: 'tryMessageAgain' };
const get = async (target: string, cookie = viewer) =>
  (await ask(server.port, { target, headers: { Cookie: cookie } })).body;

test('the outbox shows what waits and what failed, and why; a secret text is shown nowhere', async () => {
  const list = await get('/admin/outbox');
  for (const shown of ['The register is too old', 'The mail server refused it (550): 550 No such user', 'Waiting'])
    expect(list).toContain(shown);
  expect(await get('/admin/outbox?state=waiting')).not.toContain('550 No such user');
  expect(await get('/admin/outbox/1')).toContain('Import &lt;b&gt;the&lt;/b&gt; latest file.');
  const secret = await get('/admin/outbox/2', editor);
  expect(secret).toContain('is not shown');
  expect(secret).not.toContain('secret-link');
});

test('everybody sees where alerts go, and only editors can try it', async () => {
  for (const cookie of [editor, viewer]) {
    const shown = await get('/admin/outbox', cookie);
    for (const receiver of ['ops@registry.example', '127.0.0.1:9']) expect(shown).toContain(receiver);
    expect(shown.includes('Send a test alert')).toBe(cookie === editor);
  }
});

test('only editors have the button', async () => {
  expect(await get('/admin/outbox/1', editor)).toContain('Try again');
  expect(await get('/admin/outbox/1')).not.toContain('Try again');
});

describeWritesOfEditors(
  [
    { page: '/admin/outbox/1', action, values: [1], recorded: ['outbox.retry', 'message 1 (alert)'] },
    {
      page: '/admin/outbox',
      action: { file: action.file, name: 'sendTestAlert' },
      values: [],
      recorded: ['alert.test', 'test alert'],
    },
  ],
  () => ({ port: server.port, databaseFile: fixture.databaseFile, editor, viewer }),
);

test('a message that is gone is refused; one that was tried again waits', async () => {
  const answer = await callAction(server.port, {
    page: '/admin/outbox/1',
    action,
    values: [99],
    cookie: editor,
    origin: ownOrigin,
  });
  expect(answer).toMatchObject({ ok: false, sentence: expect.stringContaining('no longer exists') });
  expect(readDatabase(fixture.databaseFile, (reader) => getMessage(reader, 1))).toMatchObject({ state: 'waiting' });
});
