import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '#tests/support/http.ts';
import { allowRegistrar, type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { commandOf, processTree, signalProcess } from '#tests/support/processes/process-tree.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';

const registrarAt = '127.1.0.51';
const lookUps = 100;

let fixture: OwnFixture;
let server: ServerProcess;
beforeAll(async () => {
  fixture = await ownFixture();
  allowRegistrar(fixture, { name: 'Quiet', perSecond: 100_000, networks: [`${registrarAt}/32`] });
  server = await fixture.start({ PAGES_PER_SECOND: '100000' });
});
afterAll(() => fixture.remove());

/** What strangers ask of pages: what it costs a registrar in time and memory is a row of the benchmark. */
const targets = [
  ...Array.from({ length: 30 }, () => '/'),
  ...Array.from({ length: 30 }, (_, at) => `/availability/-40.${900 + at}/174.1`),
  ...Array.from({ length: 30 }, (_, at) => `/preview/-40.${900 + at}/174.1.png`),
  ...Array.from({ length: 30 }, () => '/areas?from=-40.9,174&to=-41,174.1'),
];

test('a registrar is answered while strangers wait for pages, who are answered or refused in the end', async () => {
  const pages = processTree(server.child.pid ?? 0).find((pid) => commandOf(pid).includes('/pages.ts')) ?? 0;
  let answered = 0;
  signalProcess(pages, 'SIGSTOP');
  const asked = targets.map(async (target, at) => {
    const { status } = await ask(server.port, { target, from: `127.9.1.${1 + at}` });
    answered++;
    return status;
  });
  try {
    for (let time = 0; time < lookUps; time++) {
      const lookUp = await ask(server.port, {
        target: '/1.0/availability?domains[]=active.nz',
        from: registrarAt,
      });
      expect(lookUp.status).toBe(200);
    }
    expect(answered).toBeLessThan(targets.length);
  } finally {
    signalProcess(pages, 'SIGCONT');
  }
  const statuses = await Promise.all(asked);
  expect(statuses.filter((status) => ![200, 204, 503].includes(status))).toEqual([]);
});
