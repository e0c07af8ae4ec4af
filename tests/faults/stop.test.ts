import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { type Conversation, converse, readAnswers } from '#tests/support/processes/raw-answers.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: OwnFixture;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  fixture = await ownFixture();
  // all are running before the first is stopped, which has ten seconds: a start would delay it
  for (const workers of ['1', '1', '2', '1', '2']) servers.push(await fixture.start({ WEB_CONCURRENCY: workers }));
});
const takeServer = (place: number): ServerProcess => {
  const server = servers[place];
  if (server === undefined) throw new Error(`There is no server ${place}.`);
  return server;
};
afterAll(() => fixture.remove());

/** A request with an incomplete body: it is in flight until the rest is written. */
async function beginRequest(port: number): Promise<Conversation> {
  const talk = await converse(port);
  talk.write(
    'POST /1.0/availability HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 19\r\nExpect: 100-continue\r\n\r\n',
  );
  await talk.until(/100 Continue\r\n\r\n/);
  talk.write('domains[]=');
  return talk;
}

/** Whether the next connection is refused. One made at the instant of the stop is neither served nor refused: another is made. */
const isRefused = (port: number) =>
  Promise.race([
    sleep(1000).then(() => false),
    ask(port, { target: '/healthz' }).then(
      () => false,
      () => true,
    ),
  ]);

describe.concurrent('a server that receives a stop signal', () => {
  test.each([
    ['SIGTERM', '1', 0],
    ['SIGINT', '1', 1],
    ['SIGTERM', '2', 2],
  ] as const)(
    'after %s with %s workers it finishes requests in flight, accepts no new ones, and exits with 0',
    async (signal, _workers, place) => {
      const server = takeServer(place);
      const inFlight = [await beginRequest(server.port), await beginRequest(server.port)];
      const idle = await converse(server.port);
      idle.write('GET /1.0/droplist HTTP/1.1\r\nHost: x\r\n\r\n');
      await idle.until(/\}\]$/);

      const ended = once(server.child, 'close');
      server.child.kill(signal);
      await waitUntil('new connections to be refused', () => isRefused(server.port));
      await idle.closed();
      // a second signal changes nothing
      server.child.kill(signal);

      for (const talk of inFlight) {
        talk.write('active.nz');
        const [, answered] = readAnswers(await talk.closed());
        expect(answered?.status).toBe(200);
        expect(answered?.body).toBe('[{"code":"200","status":"Active","domain":"active.nz"}]');
      }
      expect((await ended)[0]).toBe(0);
      expect(server.output()).not.toMatch(/ {4}at |Error/);
    },
  );

  test.each([
    ['1', 3],
    ['2', 4],
  ] as const)(
    'with %s workers it ends an unfinished request without an answer, and exits with 0',
    async (_workers, place) => {
      const server = takeServer(place);
      const talk = await beginRequest(server.port);
      const ended = once(server.child, 'close');
      server.child.kill('SIGTERM');
      expect((await ended)[0]).toBe(0);
      expect(await talk.closed()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
      expect(server.output()).not.toMatch(/ {4}at |Error/);
    },
  );
});
