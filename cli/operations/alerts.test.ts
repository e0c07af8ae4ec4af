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
