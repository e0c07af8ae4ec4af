import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReader } from '#db/client.ts';
import { setFaultListener } from '#lib/http/endpoint.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { fixtureNow, keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { createHttpServer } from '#tests/support/http-server.ts';
import { apiLanes, setHandlerScene } from '#tests/support/lanes.ts';
import { ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';

const point = `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.plain}`;
const targets = ['/1.0/availability?string=active', '/1.0/droplist', point];
const failed =
  'The server failed while processing the request. It may be transient; if it persists, contact support@watea.example.';
const busy = 'The service is busy. Please ask again in a moment.';

describe.each(apiLanes)('a server whose tables are gone, by the lane %s', (lane) => {
  const tables = ['domain', 'coverage_cell', 'coverage_offer', 'generation'];
  let server: ServerProcess;
  let remove: () => Promise<void>;
  let other: Database.Database;

  beforeAll(async () => {
    const fixture = await ownFixture();
    remove = fixture.remove;
    server = await fixture.start({ API_LANE: lane });
    other = new Database(fixture.databaseFile);
    for (const table of tables) other.exec(`ALTER TABLE ${table} RENAME TO lost_${table}`);
  });
  afterAll(async () => {
    other.close();
    await remove();
  });

  test.each(targets)('B2: a 500 has the one shape, and says nothing of the inside: %s', async (target) => {
    const answered = await ask(server.port, { target, headers: { 'X-Request-Id': 'fault-1' } });
    expectError(answered, 500, failed);
    expect(answered.headers['x-request-id']).toBe('fault-1');
    expect(answered.headers['content-type']).toBe(
      target.startsWith('/api') ? 'application/json' : 'application/json; charset=utf-8',
    );
  });

  test('B2, R5: nothing looks free while the register cannot be read', async () => {
    const { status, body } = await ask(server.port, { target: '/1.0/availability?domains[]=nobody-has-it.nz' });
    expect(status).toBe(500);
    expect(body).not.toContain('220');
  });

  test('B7: the log names the fault, under the id that its caller got', async () => {
    await expect
      .poll(() => server.output(), { timeout: 60_000 })
      .toMatch(/"id":"fault-1","fault":"SqliteError: no such table/);
  });

  test('B2: once the tables are back the server answers again', async () => {
    for (const table of tables) other.exec(`ALTER TABLE lost_${table} RENAME TO ${table}`);
    for (const target of targets) expect((await ask(server.port, { target })).status).toBe(200);
  });
});

describe('a server whose database is locked', () => {
  let port: number;
  let close: () => Promise<void>;
  let other: Database.Database;

  beforeAll(async () => {
    const fixture = await ownFixture();
    setHandlerScene({ databaseFile: fixture.databaseFile, now: fixtureNow });
    // in WAL mode nobody can lock readers out; with a rollback journal a writer can
    other = new Database(fixture.databaseFile);
    other.pragma('journal_mode = DELETE');
    const reader = openReader(fixture.databaseFile);
    reader.sqlite.pragma('busy_timeout = 10');
    setProcessWide('connections', { reader, writer: openReader(fixture.databaseFile) });
    setFaultListener(() => {});
    const server = createHttpServer((_incoming, outgoing) => outgoing.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    close = async () => {
      server.closeAllConnections();
      server.close();
      other.close();
      reader.sqlite.close();
      await fixture.remove();
    };
  });
  afterAll(() => close());

  test.each(targets)('B2: a 503 has the one shape, and says when to come again: %s', async (target) => {
    other.exec('BEGIN EXCLUSIVE');
    const answered = await ask(port, { target });
    other.exec('ROLLBACK');
    expectError(answered, 503, busy);
    expect(answered.headers['retry-after']).toBe('1');
    expect((await ask(port, { target })).status).toBe(200);
  });
});
