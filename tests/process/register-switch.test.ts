import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watea } from '#tests/support/command-line.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';

const count = 20_000;
const WATEA_NOW = '2026-11-20T12:00:00+13:00';
const nameAt = (place: number) => `switch-${String(place).padStart(5, '0')}.co.nz`;
/** From all over what is written, and one that is not there before. */
const asked = [nameAt(0), nameAt(count / 2), 'xn--switch-mcron-fnb.nz', nameAt(count - 1)];
const [before, after] = ['200,200,220,200', '210,210,200,210'];

let fixture: OwnFixture;
let port: number;
beforeAll(async () => {
  fixture = await ownFixture();
  fixture.change(({ sqlite }) => {
    const put = sqlite.prepare('INSERT INTO domain (name, revision, registered) VALUES (?, 1, 1000000000)');
    sqlite.transaction(() => {
      for (let place = 0; place < count; place++) put.run(nameAt(place));
    })();
  });
  ({ port } = await fixture.start({ WATEA_NOW, WEB_CONCURRENCY: '2' }));
});
afterAll(() => fixture.remove());

interface Look {
  readonly sentAt: number;
  readonly cameAt: number;
  readonly codes: string;
}

/** Asks on four kept connections, without a pause, while a command of the register runs. */
async function lookWhile(args: readonly string[]): Promise<Look[]> {
  let isDone = false;
  const looks: Look[] = [];
  const look = async (agent: http.Agent) => {
    const sentAt = performance.now();
    const body = await get(agent);
    const codes = [...body.matchAll(/"code":"(\d+)"/g)].map(([, code]) => code).join();
    looks.push({ sentAt, cameAt: performance.now(), codes });
  };
  const askOn = async (agent: http.Agent) => {
    while (!isDone) await look(agent);
    // what is asked once the command has ended must see what it did
    await look(agent);
    agent.destroy();
  };
  const asking = Promise.all([1, 2, 3, 4].map(() => askOn(new http.Agent({ keepAlive: true, maxSockets: 1 }))));
  const ran = await watea(['register', ...args], { WATEA_NOW, DATABASE_URL: `file:${fixture.databaseFile}` });
  isDone = true;
  await asking;
  // on a slow machine it tells meanwhile how far it is, and nothing else
  expect({ ...ran, stderr: ran.stderr.replace(/^\w+ [█░]+ \d+ % \([\d,]+ of [\d,]+\)\n/gm, '') }).toMatchObject({
    ...{ status: 0, stderr: '' },
  });
  return looks;
}

function get(agent: http.Agent): Promise<string> {
  const path = `/1.0/availability?${asked.map((name) => `domains[]=${name}`).join('&')}`;
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, agent, path }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        answer.on('end', () => resolve(body));
      })
      .on('error', reject);
  });
}

/** Every answer is the one state or the other, and none that was asked for after the new one was seen is the old one. */
function expectSwitch(looks: readonly Look[], from: string, to: string): void {
  expect(new Set(looks.map(({ codes }) => codes))).toEqual(new Set([from, to]));
  expect(looks.filter(({ codes }) => codes === from).length).toBeGreaterThan(50);
  const seenAt = Math.min(...looks.filter(({ codes }) => codes === to).map(({ cameAt }) => cameAt));
  expect(looks.filter(({ codes, sentAt }) => codes === from && sentAt > seenAt)).toEqual([]);
}

test('an import is seen by two workers at one instant: no answer is of both states, and none goes back', async () => {
  const rows = Array.from({ length: count }, (_, place) => `${nameAt(place)},2001-09-09T01:46:40Z,2026-11-01`);
  const file = join(fixture.databaseFile, '..', 'switch.csv');
  writeFileSync(file, ['domain,registered,cancel_date', ...rows, 'switch-mācron.nz,2020-01-01,'].join('\n'));
  expectSwitch(await lookWhile(['import', file]), before, after);
  expectSwitch(await lookWhile(['undo']), after, before);
});
