import { expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { raiseAlarm } from '#db/jobs/alarms.ts';
import { done, makeInstallation, refused } from '#tests/support/installation.ts';

const noon = Date.parse('2026-11-20T12:00:00+13:00');

test('alerts list shows what is wrong, and alerts acknowledge who looks after it', async () => {
  const { run, databaseFile } = makeInstallation();
  await run('migrate');
  expect(await run('alerts list')).toEqual(done('Nothing is wrong.\n'));
  const acknowledge = 'alerts acknowledge --condition outbox --note relay';
  expect(await run(acknowledge)).toEqual(refused('This problem is over.'));
  const database = openDatabase(databaseFile);
  raiseAlarm(database.writer, 'outbox', { code: 'task-broke-off', message: 'boom' }, noon);
  closeDatabase(database);
  expect(await run(acknowledge)).toEqual(done('Acknowledged: outbox.\n'));
  const { stdout } = await run('alerts list');
  expect(stdout).toMatch(/^outbox\t2026-11-20 12:00:00\+13:00\tAn internal error .*boom\t\(command line\)\n$/);
});

test('alerts test queues a test for everybody who gets alerts, and is refused where nobody does', async () => {
  const { run } = makeInstallation();
  await run('migrate');
  expect(await run('alerts test')).toEqual(
    refused('Nobody gets alerts: set ALERT_EMAIL with SMTP_URL, or ALERT_WEBHOOK.'),
  );
  const environment = { SMTP_URL: 'smtp://127.0.0.1:9', ALERT_EMAIL: 'ops@example.nz, duty@example.nz' };
  expect(await run('alerts test', environment)).toEqual(
    done('A running server sends the test within a few seconds to: ops@example.nz, duty@example.nz.\n'),
  );
  expect((await run('outbox list')).stdout).toMatch(/waiting\t.*\tops@example\.nz\t\[Wātea test\] Test alert\n/);
});
