import { expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import { done, makeInstallation } from '#tests/support/installation.ts';

const hour = Date.parse('2026-11-20T11:00:00+13:00');

test('usage counts requests by how they ended, by account, and refused callers', async () => {
  const { run, databaseFile } = makeInstallation();
  await run('migrate');
  expect(await run('usage')).toEqual(done('There were no requests in this period.\n'));
  await run('registrars add Kauri');
  const { sqlite } = openWriter(databaseFile);
  const add = sqlite.prepare('INSERT INTO usage_count VALUES (?, ?, ?, ?, ?, ?)');
  const count = (startsAt: number, ...counted: [api: string, accountId: number, status: number, count: number]) => {
    add.run('hour', startsAt, ...counted);
    add.run('day', aucklandMidnight(startsAt, 0), ...counted);
  };
  count(hour, 'registry', 1, 200, 8);
  count(hour, 'registry', 1, 400, 1);
  count(hour, 'broadband', 7, 200, 3);
  count(hour - 2 * 86_400_000, 'registry', 1, 200, 100);
  sqlite
    .prepare('INSERT INTO refused_caller VALUES (?, ?, ?, ?, ?, ?)')
    .run(hour, '192.0.2.9', 'registry', 'not allowed', 5, hour + 60_000);
  sqlite.close();
  expect(await run('usage')).toEqual(
    done(
      [
        '12 requests: answered 91.7\u00a0%, invalid request 8.3\u00a0%\n',
        'Response times: p50 –, p95 –, p99 –\n',
        '9 requests\tregistry\tKauri\t1 error\n',
        '3 requests\tbroadband\tKey 7, removed\t0 errors\n',
        '1 caller refused:\n',
        '5 requests\tregistry\t192.0.2.9\tlast 2026-11-20 11:01:00+13:00\n',
      ].join(''),
    ),
  );
  expect(JSON.parse((await run('usage --api registry --period 7d --json')).stdout)).toMatchObject({
    period: '7d',
    from: expect.stringMatching(/^2026-11-13T\d\d:00:00\+13:00$/),
    requests: 109,
    statuses: { 200: 108, 400: 1 },
    accounts: [{ api: 'registry', account: 'Kauri', requests: 109, errors: 1 }],
    refused: [{ address: '192.0.2.9', count: 5, last: '2026-11-20T11:01:00+13:00' }],
  });
  expect(await run('usage --period week')).toMatchObject({ status: 2 });
});

test('usage of one registrar has its own requests and response times', async () => {
  const { run, databaseFile } = makeInstallation();
  await run('migrate');
  await run('registrars add Kauri');
  const { sqlite } = openWriter(databaseFile);
  sqlite.prepare('INSERT INTO usage_quarter VALUES (?, ?, ?, ?, ?)').run(hour, 'registry', 1, 200, 8);
  sqlite.prepare('INSERT INTO usage_quarter VALUES (?, ?, ?, ?, ?)').run(hour, 'registry', 2, 200, 99);
  sqlite
    .prepare('INSERT INTO usage_account_latency VALUES (?, ?, ?, ?, ?, ?)')
    .run('quarter', hour, 'registry', 1, 8, 8);
  sqlite.close();
  expect(JSON.parse((await run('usage --registrar kauri --period 6h --json')).stdout)).toMatchObject({
    period: '6h',
    api: 'registry',
    account: 'Kauri',
    requests: 8,
    statuses: { 200: 8 },
    responseMs: { p95: expect.closeTo(0.57, 2) },
  });
  expect(await run('usage --registrar Kauri --period 6h')).toMatchObject({
    stdout: expect.stringMatching(/^Kauri\n8 requests: answered 100.%\nResponse times: p50 0\.57/),
  });
  expect(await run('usage --registrar Rimu')).toMatchObject({ status: 1 });
  expect(await run('usage --period 6h')).toMatchObject({ status: 2 });
  expect(await run('usage --key 1 --registrar Kauri')).toMatchObject({ status: 2 });
});
