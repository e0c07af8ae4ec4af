import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flood } from '#bench/contest/flood-plan.ts';
import { ask, sendRaw } from '#tests/support/http.ts';
import { allowRegistrar, type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { readAnswers } from '#tests/support/processes/raw-answers.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const name = '/1.0/availability?domains[]=active.nz';
const names = Array.from({ length: 1000 }, (_, at) => (at % 7 === 0 ? 'active.nz' : `name-${at}.co.nz`));
const ofNames = (asked: readonly string[]) => `/1.0/availability?${asked.map((one) => `domains[]=${one}`).join('&')}`;
/** A registrar that asks little, from an address of its own. */
const quietFrom = '127.1.0.50';

let fixture: OwnFixture;
let server: ServerProcess;
beforeAll(async () => {
  fixture = await ownFixture();
  allowRegistrar(fixture, { name: 'Quiet', perSecond: 100_000, networks: [`${quietFrom}/32`] });
  server = await fixture.start({ WEB_CONCURRENCY: '1', LOG_LEVEL: 'info' });
});
afterAll(() => fixture.remove());

/** Asks one by one until `work` has ended. @returns the statuses */
async function askUntilEnd(work: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  const statuses: number[] = [];
  while (!isOver) {
    statuses.push((await ask(server.port, { target: name, from: quietFrom })).status);
    await sleep(20);
  }
  return statuses;
}

/** What an overloaded server answers: the request's own answer, or a refusal. */
const isAnsweredOrShed = (own: number) => (status: number) => status === own || status === 503;

test('B11: every request of eight packets of 2,000 is answered, and so is another caller', async () => {
  const get = 'GET /1.0/nothing HTTP/1.1\r\nHost: x\r\n';
  const packet = `${Array.from({ length: 1999 }, () => get).join('\r\n')}\r\n${get}Connection: close\r\n\r\n`;
  const packets = Promise.all(Array.from({ length: 8 }, () => sendRaw(server.port, packet)));
  const others = await askUntilEnd(packets);
  expect(others.every(isAnsweredOrShed(200))).toBe(true);
  for (const received of await packets) {
    const statuses = readAnswers(received).map(({ status }) => status);
    expect(statuses).toHaveLength(2000);
    expect(statuses.every(isAnsweredOrShed(404))).toBe(true);
  }
});

test('B11: of 1,000 connections without pause each is answered or refused with Retry-After, and then all is as before', async () => {
  const load = flood({ port: server.port, targets: [name], from: ['127.0.0.1'], connections: 1000, seconds: 3 });
  const others = await askUntilEnd(load);
  expect(others.every(isAnsweredOrShed(200))).toBe(true);
  const { byStatus, closed, withoutRetryAfter } = await load;
  expect(Object.keys(byStatus).map(Number).every(isAnsweredOrShed(200))).toBe(true);
  expect(byStatus).toHaveProperty('200');
  expect({ closed, withoutRetryAfter }).toEqual({ closed: 0, withoutRetryAfter: 0 });
  await waitUntil(
    'an answer to everybody again',
    async () => (await ask(server.port, { target: name, from: '127.0.0.1' })).status === 200,
  );
  const isShed = () => /"status":503,.*"shed":true/.test(server.output());
  if (byStatus['503'] !== undefined) await waitUntil('the refusals in the log', isShed);
});

test('B11: a look-up that comes after 200 requests for 1,000 names is answered before the last of them', async () => {
  const target = ofNames(names);
  let attempt = 0;
  // an overloaded server may refuse it: that shows nothing
  await waitUntil('a look-up that is not refused', async () => {
    const run = ++attempt;
    const idOf = (what: string) => ({ 'X-Request-Id': `${what}-${run}` });
    const many = Array.from({ length: 200 }, (_, at) => ask(server.port, { target, headers: idOf(`long-${at}`) }));
    const quiet = ask(server.port, { target: name, from: quietFrom, headers: idOf('quiet') });
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.every(isAnsweredOrShed(200))).toBe(true);
    if ((await quiet).status === 503) return false;
    // in the order in which the server has answered, whenever this process was told
    const answered = await waitUntil('all lines of the log', () => {
      const lines = server.output().matchAll(new RegExp(`"id":"((?:long-\\d+|quiet)-${run})"`, 'g'));
      const ids = [...lines].map(([, id]) => id);
      return ids.length === many.length + 1 && ids;
    });
    expect(answered.indexOf(`quiet-${run}`)).toBeLessThan(answered.length - 1);
    return true;
  });
});

test('B11: 1,000 names are answered byte for byte as in requests of few', async () => {
  const asked = async (target: string) => (await ask(server.port, { target, from: quietFrom })).body;
  const few: string[] = [];
  for (let from = 0; from < names.length; from += 50)
    few.push((await asked(ofNames(names.slice(from, from + 50)))).slice(1, -1));
  expect(await asked(ofNames(names))).toBe(`[${few.join(',')}]`);
});
