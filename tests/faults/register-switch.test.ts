import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishRows } from '#tests/models/publish-rows.ts';
import { messagesOf, watea } from '#tests/support/command-line.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';

const count = 20_000;
const WATEA_NOW = '2026-11-20T12:00:00+13:00';
const nameAt = (place: number) => `switch-${String(place).padStart(5, '0')}.co.nz`;
/** Names from all parts of the file, and one new name. */
const asked = [nameAt(0), nameAt(count / 2), 'xn--switch-mcron-fnb.nz', nameAt(count - 1)];
const [before, after] = ['200,200,220,200', '210,210,200,210'];

let fixture: OwnFixture;
let port: number;
beforeAll(async () => {
  fixture = await ownFixture();
  fixture.change((connection) => {
    const { sqlite } = connection;
    const put = sqlite.prepare('INSERT INTO domain (name, revision, registered) VALUES (?, 1, 1000000000)');
    sqlite.transaction(() => {
      for (let place = 0; place < count; place++) put.run(nameAt(place));
    })();
    publishRows(connection);
  });
  ({ port } = await fixture.start({ WATEA_NOW, WEB_CONCURRENCY: '2' }));
});
afterAll(() => fixture.remove());

interface Answer {
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly codes: string;
}

/** Sends requests on four keep-alive connections, without a pause, while a register command runs. */
async function askWhile(args: readonly string[]): Promise<Answer[]> {
  let isDone = false;
  const answers: Answer[] = [];
  const askOnce = async (agent: http.Agent) => {
    const sentAt = performance.now();
    const body = await get(agent);
    const codes = [...body.matchAll(/"code":"(\d+)"/g)].map(([, code]) => code).join();
    answers.push({ sentAt, answeredAt: performance.now(), codes });
  };
  const askOn = async (agent: http.Agent) => {
    while (!isDone) await askOnce(agent);
    // once the command has ended, answers must show its effect
    await askOnce(agent);
    agent.destroy();
  };
  const asking = Promise.all([1, 2, 3, 4].map(() => askOn(new http.Agent({ keepAlive: true, maxSockets: 1 }))));
  const ran = await watea(['register', ...args], { WATEA_NOW, DATABASE_URL: `file:${fixture.databaseFile}` });
  isDone = true;
  await asking;
  expect([ran.status, messagesOf(ran)]).toEqual([0, '']);
  return answers;
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

/** Every answer has one state or the other, and no answer sent after the new state was seen has the old one. */
function expectSwitch(answers: readonly Answer[], from: string, to: string): void {
  expect(new Set(answers.map(({ codes }) => codes))).toEqual(new Set([from, to]));
  const seenAt = Math.min(...answers.filter(({ codes }) => codes === to).map(({ answeredAt }) => answeredAt));
  expect(answers.filter(({ codes, sentAt }) => codes === from && sentAt > seenAt)).toEqual([]);
}

test('two workers see an import at the same instant: no answer mixes both states, and none goes back', async () => {
  const rows = Array.from({ length: count }, (_, place) => `${nameAt(place)},2001-09-09T01:46:40Z,2026-11-01`);
  const file = join(fixture.databaseFile, '..', 'switch.csv');
  writeFileSync(file, ['domain,registered,cancel_date', ...rows, 'switch-mācron.nz,2020-01-01,'].join('\n'));
  expectSwitch(await askWhile(['import', file]), before, after);
  expectSwitch(await askWhile(['undo']), after, before);
});
