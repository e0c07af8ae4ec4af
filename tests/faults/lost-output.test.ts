import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';

let fixture: OwnFixture;
beforeAll(async () => {
  fixture = await ownFixture();
});
afterAll(() => fixture.remove());

/** The log is written at least once a second. */
const logMs = 1200;

// what such a server costs while it is idle is a row of the benchmark
test('when the reader of the log goes away, the server keeps answering', async () => {
  const server = await fixture.start({ LOG_LEVEL: 'debug' });
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  for (let turn = 0; turn < 3; turn++) {
    expect((await ask(server.port, { target: '/1.0/droplist' })).status).toBe(200);
    await sleep(logMs);
  }
  // an unknown action, which Next reports on standard error
  const unknownAction = { 'Next-Action': '40'.repeat(21), 'Content-Type': 'text/plain;charset=UTF-8' };
  const { status } = await ask(server.port, { target: '/', method: 'POST', headers: unknownAction, body: '[]' });
  expect(status).toBe(404);
  await sleep(logMs);
  expect((await ask(server.port, { target: '/1.0/droplist' })).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
