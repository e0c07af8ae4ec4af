import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { processTree } from '#tests/support/processes/process-tree.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: OwnFixture;
beforeAll(async () => {
  fixture = await ownFixture();
});
afterAll(() => fixture.remove());

/** CPU time of a process so far, in clock ticks of Linux (100 a second). */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

test.skipIf(!existsSync('/proc/self/stat'))(
  'when the reader of the log goes away, the server keeps answering and stays idle',
  async () => {
    const server = await fixture.start({ LOG_LEVEL: 'debug' });
    const { pid = 0, stdout, stderr } = server.child;
    stdout?.destroy();
    stderr?.destroy();
    // the log is written at least once a second
    for (let turn = 0; turn < 3; turn++) {
      expect((await ask(server.port, { target: '/1.0/droplist' })).status).toBe(200);
      await sleep(1200);
    }
    // an unknown action, which Next reports on standard error
    const unknownAction = { 'Next-Action': '40'.repeat(21), 'Content-Type': 'text/plain;charset=UTF-8' };
    const { status } = await ask(server.port, { target: '/', method: 'POST', headers: unknownAction, body: '[]' });
    expect(status).toBeGreaterThanOrEqual(400);
    // endless reports would use a whole core; an idle server uses next to nothing
    const ticksOfAll = () => processTree(pid).reduce((sum, one) => sum + ticksOf(one), 0);
    const ticksOfASecond = async () => {
      const before = ticksOfAll();
      await sleep(1000);
      return ticksOfAll() - before;
    };
    await waitUntil('the server to be idle', async () => (await ticksOfASecond()) < 10);
    expect((await ask(server.port, { target: '/1.0/droplist' })).status).toBe(200);
  },
);
