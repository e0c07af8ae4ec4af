import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { canMount, mountSmallDisk } from '#tests/support/files/small-disk.ts';
import { fixtureNow, fixtureNowMs, fixtureSecret, seedFixture } from '#tests/support/fixture.ts';
import { type MailServer, startMailServer } from '#tests/support/notifications/mail-server.ts';
import { startWebhookServer, webhookSecret } from '#tests/support/notifications/webhook-server.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { startServer } from '#tests/support/processes/server-process.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: OwnFixture | undefined;
afterEach(() => fixture?.remove());

/** Which of the two mails about a disk they are; a long subject is folded and encoded. */
const isOver = ({ mails }: MailServer) => mails.map(({ source }) => source.includes('It is over'));
const unsent = (databaseFile: string) =>
  queryDatabase(databaseFile, "SELECT 1 FROM outbox_message WHERE state = 'waiting'").length;

test('two servers send each alert once, also after a restart, and once when it is over', async () => {
  fixture = await ownFixture();
  const { databaseFile } = fixture;
  const mail = await startMailServer({ authOptional: false });
  const hooks = await startWebhookServer();
  const settings = {
    FEED_MAX_AGE: '26',
    ALERT_EMAIL: 'one@registry.example, two@registry.example',
    LOG_LEVEL: 'info',
    SMTP_URL: mail.url('user:pass%20word%40%3A%2F%25@'),
    MAIL_FROM: 'noreply@registry.example',
    ALERT_WEBHOOK: hooks.url,
    ALERT_WEBHOOK_SECRET: webhookSecret,
  };
  const servers = await Promise.all([fixture.start(settings), fixture.start(settings)]);
  await waitUntil('the mails', () => mail.mails.length >= 2 && hooks.calls.length >= 1);
  await fixture.stopAll();
  expect(mail.mails.flatMap(({ to }) => to).toSorted()).toEqual(['one@registry.example', 'two@registry.example']);
  const states = () => hooks.calls.map(({ isSigned, body }) => [isSigned, body.condition, body.state]);
  expect(states()).toEqual([[true, 'register age', 'began']]);
  const output = servers.map((server) => server.output()).join('');
  expect(output).toContain('"event":"outbox"');
  for (const secret of ['registry.example', 'pass%20word', webhookSecret, 'key=hidden'])
    expect(output).not.toContain(secret);

  fixture.change(({ sqlite }) =>
    sqlite.exec(
      `INSERT INTO register_run (kind, state, revision, base_revision, source, started_at, ended_at, holder, heartbeat_at)
       VALUES ('replace', 'published', 1, 0, 'full.csv', ${fixtureNowMs - 1000}, ${fixtureNowMs}, '', 0)`,
    ),
  );
  await fixture.start(settings);
  await waitUntil('the mails', () => mail.mails.length >= 4 && hooks.calls.length >= 2);
  await waitUntil('the outbox', () => unsent(databaseFile) === 0);
  expect(states()).toEqual([
    [true, 'register age', 'began'],
    [true, 'register age', 'over'],
  ]);
  expect(mail.mails).toHaveLength(4);
  expect(queryDatabase(databaseFile, 'SELECT subject FROM alarm')).toEqual([]);
});

test.runIf(canMount)(
  'a disk that takes nothing is reported without the outbox, once, and once when it is over',
  async () => {
    const disk = mountSmallDisk(48);
    const databaseFile = join(disk.path, 'watea.db');
    await seedFixture(databaseFile);
    const mail = await startMailServer();
    const server = await startServer({
      WATEA_NOW: fixtureNow,
      LOG_LEVEL: 'error',
      SECRET_KEY: fixtureSecret,
      DATABASE_URL: `file:${databaseFile}`,
      ALERT_EMAIL: 'ops@registry.example',
      SMTP_URL: mail.url(),
    });
    try {
      const lease = () => queryDatabase(databaseFile, "SELECT 1 FROM lease WHERE subject = 'alerts'");
      await waitUntil('the lease', () => lease().length > 0);
      disk.fill();
      await waitUntil('the mail', () => mail.mails.length > 0);
      disk.free();
      await waitUntil('the other mail', () => mail.mails.length > 1);
      await waitUntil('the outbox', () => unsent(databaseFile) === 0);
      expect(isOver(mail)).toEqual([false, true]);
    } finally {
      await server.stop();
      disk.remove();
    }
  },
);
