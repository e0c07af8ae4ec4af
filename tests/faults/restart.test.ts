import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { commandOf, primaryOf, processTree, signalProcess } from '#tests/support/processes/process-tree.ts';
import { converse, readAnswers } from '#tests/support/processes/raw-answers.ts';
import { startLoad } from '#tests/support/processes/steady-load.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { versionBeforeIncompatible } from '#tests/support/releases/former-schema.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const name = 'GET /1.0/availability?string=active HTTP/1.1\r\nHost: x\r\n\r\n';
const form = 'domains[]=active.nz';
const post = `POST /1.0/availability HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`;
const point = `GET /api/1.0/availability/yx/-41.05/174.05 HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${keys.plain}\r\n\r\n`;
/** Clients that ask one by one, with bodies, and several at once: few enough that a slow machine is not overloaded. */
const clients = Array.from({ length: 2 }, () => [
  [name],
  [post],
  [point],
  [name, name, name, name, name],
  [post, name, post],
]).flat();

let fixture: OwnFixture;
beforeAll(async () => {
  fixture = await ownFixture();
});
afterAll(() => fixture.remove());

describe.each(['1', '2'])('a server with %s workers under load', (workers) => {
  test('is replaced after SIGHUP without a failed request, with the same process id and port', async () => {
    const server = await fixture.start({ WEB_CONCURRENCY: workers });
    const pid = server.child.pid ?? 0;
    const before = processTree(pid).slice(1);
    const load = startLoad({ port: server.port, clients, reconnects: true });
    await waitUntil('some answers', () => load.answered() > 200);
    server.child.kill('SIGHUP');
    await waitUntil('all processes but the first to be replaced', () => {
      const now = processTree(pid);
      return now.length > 1 && before.every((one) => !now.includes(one));
    });
    const answered = load.answered();
    await waitUntil('more answers', () => load.answered() > answered + 200);
    const { failures, statuses, closed } = await load.stop();
    expect(failures).toEqual([]);
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(closed).toBeGreaterThan(0);
    expect(await server.stop()).toBe(0);
  });

  test('answers after SIGTERM everything that was sent, closes each connection with an answer, and ends', async () => {
    const server = await fixture.start({ WEB_CONCURRENCY: workers });
    const load = startLoad({ port: server.port, clients, reconnects: false });
    await waitUntil('some answers', () => load.answered() > 200);
    const idle = await converse(server.port);
    idle.write(name);
    await idle.until(/\}\]$/);
    const many = await converse(server.port);
    many.write(name.repeat(500));
    const ended = once(server.child, 'close');
    server.child.kill('SIGTERM');
    idle.write(name);
    const { failures, closed } = await load.ended;
    const [, second, ...others] = readAnswers(await idle.closed());
    expect([second?.status, others.length]).toEqual([200, 0]);
    expect(readAnswers(await many.closed())).toHaveLength(500);
    expect(failures).toEqual([]);
    expect(closed).toBe(clients.length);
    expect((await ended)[0]).toBe(0);
  });
});

test('a killed primary is replaced, and connections wait meanwhile', async () => {
  const server = await fixture.start();
  const primary = primaryOf(server.child.pid ?? 0);
  signalProcess(primary, 'SIGKILL');
  await waitUntil('its death', () => commandOf(primary) === '');
  expect((await ask(server.port, { target: '/1.0/droplist' })).status).toBe(200);
  expect(primaryOf(server.child.pid ?? 0)).not.toBe(primary);
  expect(server.output()).toContain(`"event":"primary died","primary":${primary}`);
  expect(await server.stop()).toBe(0);
});

test('a migration that the running server cannot live with refuses the reload in one sentence', async () => {
  const server = await fixture.start();
  const primary = primaryOf(server.child.pid ?? 0);
  const version = readDatabase(fixture.databaseFile, ({ sqlite }) => sqlite.pragma('user_version', { simple: true }));
  const setVersion = (to: number) =>
    fixture.change(({ sqlite }) => {
      sqlite.pragma(`user_version = ${to}`);
    });
  // as if these migrations had come after the start
  setVersion(versionBeforeIncompatible());
  server.child.kill('SIGHUP');
  await waitUntil('the refusal', () => server.output().includes('"event":"reload refused"'));
  setVersion(Number(version));
  expect(server.output()).toMatch(
    /^The running server cannot go on with the migration \d{4}_[a-z_]+: stop it and start it again instead of reloading it\.$/m,
  );
  expect(server.output()).not.toMatch(/ {4}at /);
  expect((await ask(server.port, { target: '/1.0/droplist' })).status).toBe(200);
  expect(primaryOf(server.child.pid ?? 0)).toBe(primary);
  expect(await server.stop()).toBe(0);
});

test('a reload reads the file of settings again, and refuses one that cannot be used in one sentence', async () => {
  const file = `${fixture.databaseFile}-settings`;
  writeFileSync(file, 'MAX_DOMAINS=1\n');
  const server = await fixture.start({ SETTINGS_FILE: file });
  const askTwo = async () =>
    (await ask(server.port, { target: '/1.0/availability?domains[]=active.nz&domains[]=a.nz' })).status;
  expect(await askTwo()).not.toBe(200);

  writeFileSync(file, 'MAX_DOMAINS=none\n');
  server.child.kill('SIGHUP');
  await waitUntil('the refusal', () => server.output().includes('"event":"reload refused"'));
  expect(server.output()).toMatch(/^MAX_DOMAINS must be a whole number [^\n]+; it is "none"\.$/m);

  writeFileSync(file, 'MAX_DOMAINS=2\n');
  server.child.kill('SIGHUP');
  await waitUntil('the new settings', async () => (await askTwo()) === 200);
  expect(await server.stop()).toBe(0);
});
