import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyUse } from '#db/access/schema.ts';
import type { Db } from '#db/client.ts';
import { and, eq } from '#db/drizzle.ts';
import { refusedCaller, usageAccountLatency, usageCaller, usageCount, usageLatency } from '#db/usage/schema.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { commandOf, processTree } from '#tests/support/processes/process-tree.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: OwnFixture;
beforeAll(async () => {
  fixture = await ownFixture();
});
afterAll(() => fixture.remove());

const read = <T>(question: (db: Db) => T): T => readDatabase(fixture.databaseFile, ({ db }) => question(db));

/** How many requests were counted so far, by hour. */
function counted(): number {
  const rows = read((db) => db.select().from(usageCount).where(eq(usageCount.span, 'hour')).all());
  return rows.reduce((total, { count }) => total + count, 0);
}

const availability = '/1.0/availability?domains[]=active.nz';
const broadband = `/api/1.0/availability/yx/-40.95/174.05?api_key=${keys.plain}`;

describe.each([
  ['two workers', '2'],
  ['a single process', '1'],
])('%s', (_what, workers) => {
  test('every request is counted, including those just before a graceful stop', async () => {
    const before = counted();
    const server = await fixture.start({ WEB_CONCURRENCY: workers });
    for (let round = 0; round < 40; round++) {
      await Promise.all([ask(server.port, { target: availability }), ask(server.port, { target: broadband })]);
    }
    await ask(server.port, { target: availability, from: callers.stranger });
    await ask(server.port, { target: '/api/1.0/availability/yx/-40.95/174.05', from: callers.stranger });
    await ask(server.port, { target: '/healthz' });
    expect(await server.stop(), server.output()).toBe(0);
    expect(counted() - before).toBe(82);
  });

  test('a kill -9 of a server loses at most the counts of the last few seconds', async () => {
    const server = await fixture.start({ WEB_CONCURRENCY: workers });
    const before = counted();
    for (let round = 0; round < 20; round++) await ask(server.port, { target: availability });
    await waitUntil('20 counted requests', () => counted() - before === 20);
    for (let round = 0; round < 5; round++) await ask(server.port, { target: availability });
    const processes = processTree(server.child.pid ?? 0);
    server.child.kill('SIGKILL');
    // those that it had started end by themselves
    await waitUntil('the end of all processes', () => processes.every((pid) => commandOf(pid) === ''));
    expect(counted() - before).toBeGreaterThanOrEqual(20);
    expect(counted() - before).toBeLessThanOrEqual(25);
  });
});

test('the counts show who sent requests, how they ended, and who was refused', () => {
  const registrarCounts = read((db) =>
    db
      .select()
      .from(usageCount)
      .where(and(eq(usageCount.span, 'day'), eq(usageCount.api, 'registry')))
      .all(),
  );
  expect(registrarCounts.map(({ accountId, status }) => [accountId, status])).toEqual([
    [0, 403],
    [1, 200],
  ]);
  expect(read((db) => db.select().from(usageCaller).all()).map((row) => [row.api, row.accountId, row.address])).toEqual(
    [
      ['broadband', 1, callers.allowed],
      ['registry', 1, callers.allowed],
    ],
  );
  expect(read((db) => db.select().from(refusedCaller).all())).toMatchObject([
    { address: callers.stranger, api: 'broadband', reason: 'no valid key', count: 2 },
    { address: callers.stranger, api: 'registry', reason: 'not allowed', count: 2 },
  ]);
  expect(read((db) => db.select().from(keyUse).all())).toMatchObject([{ keyId: 1, lastNetwork: '127.0.0.0/24' }]);
  const answered = read((db) => db.select().from(usageLatency).where(eq(usageLatency.span, 'hour')).all());
  expect(answered.reduce((total, { count }) => total + count, 0)).toBe(counted());
  const ofAccounts = read((db) =>
    db.select().from(usageAccountLatency).where(eq(usageAccountLatency.span, 'day')).all(),
  );
  expect(ofAccounts.reduce((total, { count }) => total + count, 0)).toBe(counted());
});
