import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymousMegabytes } from '#bench/measure/cpu.ts';
import { flood } from '#bench/measure/flood.ts';
import { ask, sendRaw } from '#tests/support/http.ts';
import { allowRegistrar, type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { readAnswers } from '#tests/support/processes/raw-answers.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';

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

const megabytes = () => anonymousMegabytes([server.child.pid ?? 0]);
const countsOf = (byStatus: Readonly<Record<string, { count: number }>>) =>
  Object.fromEntries(Object.entries(byStatus).map(([status, { count }]) => [status, count]));

/** Asks one by one as long as `work` lasts. @returns the statuses */
async function askBeside(work: Promise<unknown>): Promise<number[]> {
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

test('B11: eight packets of 2,000 requests take little memory, keep nobody waiting, and are all answered', async () => {
  await flood({ port: server.port, targets: [name], from: ['127.0.0.1'], connections: 16, seconds: 1 });
  const before = megabytes();
  const get = 'GET /1.0/nothing HTTP/1.1\r\nHost: x\r\n';
  const packet = `${Array.from({ length: 1999 }, () => get).join('\r\n')}\r\n${get}Connection: close\r\n\r\n`;
  const packets = Promise.all(Array.from({ length: 8 }, () => sendRaw(server.port, packet, { quietMs: 30_000 })));
  const beside = await askBeside(packets);
  expect(new Set(beside)).toEqual(new Set([200]));
  for (const received of await packets) {
    expect(readAnswers(received).map(({ status }) => status)).toEqual(Array.from({ length: 2000 }, () => 404));
  }
  expect(megabytes() - before).toBeLessThan(150);
});

test('B11: of 1,000 connections without pause each is answered or refused with Retry-After, and then all is as before', async () => {
  const before = megabytes();
  const load = flood({ port: server.port, targets: [name], from: ['127.0.0.1'], connections: 1000, seconds: 3 });
  const beside = await askBeside(load);
  const { byStatus, closed, withoutRetryAfter } = await load;
  expect(Object.keys(byStatus).filter((status) => status !== '200' && status !== '503')).toEqual([]);
  expect({ closed, withoutRetryAfter }).toEqual({ closed: 0, withoutRetryAfter: 0 });
  expect(byStatus['200']?.count).toBeGreaterThan(500);
  // who asks little is refused last
  expect(beside.filter((status) => status === 200).length).toBeGreaterThan(beside.length / 2);
  expect(megabytes() - before).toBeLessThan(300);

  await sleep(2000);
  const shed = server.output().match(/"status":503,.*"shed":true/g) ?? [];
  expect(shed.length === 0).toBe((byStatus['503']?.count ?? 0) === 0);
  const after = await flood({
    port: server.port,
    targets: [name],
    from: [quietFrom],
    connections: 4,
    seconds: 1,
    perSecond: 20,
  });
  expect(Object.keys(countsOf(after.byStatus))).toEqual(['200']);
});

test('B11: beside 200 clients that ask for 1,000 names each, another is answered between the pieces', async () => {
  const target = ofNames(names);
  const load = flood({ port: server.port, targets: [target], from: ['127.0.0.1'], connections: 200, seconds: 3 });
  const quiet = flood({
    port: server.port,
    targets: [name],
    from: [quietFrom],
    connections: 2,
    seconds: 2.5,
    perSecond: 50,
  });
  const [{ byStatus }, beside] = [await load, await quiet];
  expect(Object.keys(beside.byStatus)).toEqual(['200']);
  // the load would take seconds if it were answered first
  expect(beside.byStatus['200']?.p50Ms).toBeLessThan((byStatus['200']?.p50Ms ?? 3000) / 3);
});

test('B11: 1,000 names are answered byte for byte as in requests of few', async () => {
  const asked = async (target: string) => (await ask(server.port, { target, from: quietFrom })).body;
  const few: string[] = [];
  for (let from = 0; from < names.length; from += 50)
    few.push((await asked(ofNames(names.slice(from, from + 50)))).slice(1, -1));
  expect(await asked(ofNames(names))).toBe(`[${few.join(',')}]`);
});
