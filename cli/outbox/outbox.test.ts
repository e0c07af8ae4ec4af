import { expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { insertMessage, updateMessage } from '#db/outbox/messages.ts';
import { done, type Installation, makeInstallation, refused } from '#tests/support/installation.ts';
import { startMailServer } from '#tests/support/notifications/mail-server.ts';

const noon = Date.parse('2026-11-20T12:00:00+13:00');

test('mail test sends one mail now and reports how it went', async () => {
  const server = await startMailServer({ answers: [451] });
  const { run } = makeInstallation();
  const settings = { SMTP_URL: server.url(), MAIL_FROM: 'noreply@registry.example' };
  expect(await run('mail test ops@registry.example', settings)).toEqual(
    refused('The mail server refused it (451): 451 Not now'),
  );
  expect(await run('mail test ops@registry.example', settings)).toEqual(
    done(`127.0.0.1:${server.port} has taken a mail from noreply@registry.example to ops@registry.example.\n`),
  );
  expect(server.mails).toMatchObject([{ to: ['ops@registry.example'], from: 'noreply@registry.example' }]);
});

test('mail test says what is not set or not valid', async () => {
  const { run } = makeInstallation();
  expect(await run('mail test ops@registry.example')).toEqual(refused('No mail can be sent: set SMTP_URL.'));
  expect((await run('mail test nobody', { SMTP_URL: 'smtp://localhost' })).status).toBe(2);
});

test('outbox list shows what waits and what failed, and outbox retry has it sent again', async () => {
  const { run, ...installation } = makeInstallation();
  await run('migrate');
  expect(await run('outbox list')).toEqual(done('The outbox has no messages.\n'));
  addMessages(installation);
  expect(await run('outbox list')).toEqual(
    done(
      [
        '2\twaiting\t2026-11-20 12:00:01+13:00\thooks.example\tAlert\n',
        '1\tfailed\t2026-11-20 12:00:00+13:00\tops@registry.example\tAlert\tThe mail server refused it (550): 550 No\n',
      ].join(''),
    ),
  );
  expect((await run('outbox list --state failed')).stdout.split('\n')).toHaveLength(2);
  expect(await run('outbox retry 1')).toEqual(
    done('Message 1 is sent again within a few seconds, if a server runs.\n'),
  );
  expect(JSON.parse((await run('outbox list --json --state waiting')).stdout)).toMatchObject([
    { message: 2, state: 'waiting' },
    { message: 1, state: 'waiting', attempts: 0, fault: 'The mail server refused it (550): 550 No' },
  ]);
  expect(await run('outbox retry 9')).toEqual(refused('This message no longer exists: messages are kept for 90 days.'));
});

function addMessages({ databaseFile }: Pick<Installation, 'databaseFile'>): void {
  const database = openDatabase(databaseFile);
  const { db } = database.writer;
  const alert = { kind: 'alert', subject: 'Alert', body: 'It is old.' } as const;
  const failed = insertMessage(db, { ...alert, channel: 'mail', recipient: 'ops@registry.example' }, noon);
  const fault = { code: 'mail-refused', status: 550, answer: '550 No' } as const;
  updateMessage(db, failed, { state: 'failed', attempts: 1, endedAt: noon, fault });
  insertMessage(db, { ...alert, channel: 'webhook', recipient: 'hooks.example' }, noon + 1000);
  closeDatabase(database);
}
