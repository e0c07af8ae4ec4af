import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyRefused, nothingHere } from '#tests/support/contract.ts';
import { environmentWith } from '#tests/support/environment.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { fixtureNow, fixtureSecret, keys } from '#tests/support/fixture.ts';
import { type Asked, ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const point = '/api/1.0/availability/yx/-41.05/174.05';
const unknown =
  "Your address cannot be established, so it is on no registrar's allowlist; for help, write to support@watea.example.";

let fixture: OwnFixture;
let port: number;
let stop: () => Promise<void>;
let printed = '';

/** Plain `next start` on the same build and data, without anything that identifies callers. */
beforeAll(async () => {
  fixture = await ownFixture();
  port = await findFreePort();
  const root = `${import.meta.dirname}/../..`;
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', String(port)], {
    cwd: root,
    env: environmentWith({
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      DATABASE_URL: `file:${fixture.databaseFile}`,
      WATEA_NOW: fixtureNow,
      SECRET_KEY: fixtureSecret,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  stop = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  await waitUntil('next start', () =>
    ask(port, { target: '/healthz' }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
});
afterAll(async () => {
  await stop();
  await fixture.remove();
});

const claims: Readonly<Record<string, string>>[] = [
  {},
  { 'X-Forwarded-For': '127.0.0.1' },
  { 'X-Forwarded-For': '192.0.2.1', 'X-Forwarded-Host': 'localhost', 'X-Forwarded-Proto': 'http' },
  { 'X-Real-IP': '127.0.0.1', Forwarded: 'for=127.0.0.1', 'CF-Connecting-IP': '127.0.0.1' },
  { 'X-Watea-Caller': '127.0.0.1', 'X-Watea-Nonce': '1' },
  { 'X-Middleware-Subrequest': 'middleware', 'X-Matched-Path': '/1.0/droplist', 'X-Invoke-Path': '/1.0/droplist' },
  { 'X-Api-Key': keys.plain },
];

test.each(claims)('B5: plain next start lets no registrar in, saying %j', async (headers) => {
  const asked: Asked[] = [
    { target: '/1.0/droplist', headers },
    { target: '/1.0/availability?string=active', headers },
    { target: '/1.0/availability?string=active', method: 'POST', headers },
  ];
  for (const one of asked) expectError(await ask(port, one), 403, unknown);
  expect((await ask(port, { target: '/1.0/droplist', method: 'HEAD', headers })).status).toBe(403);
});

test('B5: plain next start lets nobody in without a key', async () => {
  for (const target of [point, `${point}?api_key=${'x'.repeat(40)}`, `${point}?api_key=${keys.revoked}`]) {
    expectError(await ask(port, { target }), 401, keyRefused.replace(':3000', `:${port}`));
  }
});

test("B5: without limits, neither a key nor the map's own key is accepted", async () => {
  const page = await ask(port, { target: '/' });
  const siteKey = /"siteKey\\?":\\?"([A-Za-z0-9]{40})/.exec(page.body)?.[1] ?? '';
  expect(siteKey).toHaveLength(40);
  const asked: Asked[] = [
    { target: `${point}?api_key=${keys.plain}` },
    { target: point, headers: { 'X-Api-Key': keys.plain } },
    { target: `${point}?api_key=${siteKey}`, headers: { 'Sec-Fetch-Site': 'same-origin' } },
  ];
  for (const one of asked) {
    const answered = await ask(port, one);
    expectError(answered, answered.status);
    expect(answered.status).toBeGreaterThanOrEqual(400);
    expect(answered.body).not.toContain('results');
  }
});

test('B2: unknown paths are 404 in the shape of the APIs', async () => {
  for (const target of ['/1.0', '/1.0/', '/1.0/nothing', '/api', '/api/1.0/availability/yx/1']) {
    expectError(
      await ask(port, { target }),
      404,
      target.startsWith('/api') ? nothingHere.broadband : nothingHere.registry,
    );
  }
});

test('B8: its output contains no key', () => {
  for (const key of Object.values(keys)) expect(printed.includes(key)).toBe(false);
});
