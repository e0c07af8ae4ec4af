import { once } from 'node:events';
import type { Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { endpoint } from '#lib/http/endpoint.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { sendRaw } from '#tests/support/http.ts';
import { readAnswers } from '#tests/support/processes/raw-answers.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { createHttpServer, type Timeouts } from './http-server.ts';
import { mostInWork } from './pipeline.ts';
import type { Handlers } from './serve.ts';

let server: Server;
let port: number;
let begun: number;
let inWork: number;
let mostSeen: number;
/** Answers of requests for `/1.0/held` wait for this. */
let release: () => void;
let released: Promise<void>;

const place = { pattern: '/1.0', methods: ['GET', 'POST'], contentType: 'text/plain', crossOrigin: false };

/** Answers with the path's end and the body: at once, `/1.0/later` in a later turn, `/1.0/held` when it is released. */
const echo = endpoint(place, async ({ path, query }, { readBody }) => {
  begun++;
  mostSeen = Math.max(mostSeen, ++inWork);
  const body = Buffer.from((await readBody(1000)) ?? '').toString();
  if (path === '/1.0/later') await nextTurn();
  if (path === '/1.0/held') await released;
  inWork--;
  return { status: 200, headers: {}, body: `<${query}${body}>` };
});
const handlers = {
  // any path below /1.0, as if it were an endpoint of its own
  registry: { reply: (request: ApiRequest, exchange: Exchange) => echo.reply(request, exchange, true) },
} as unknown as Handlers;

async function start(timeouts?: Timeouts): Promise<void> {
  Object.assign(process.env, { BASE_URL: 'http://localhost:3000', LOG_LEVEL: 'silent' });
  begun = inWork = mostSeen = 0;
  ({ promise: released, resolve: release } = Promise.withResolvers<void>());
  server = createHttpServer((_incoming, outgoing) => outgoing.end('page'), handlers, { timeouts });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Waits for a connection that is begun now to be refused because its head is too slow; older ones are looked at before. */
async function slowHead(): Promise<void> {
  const received = await sendRaw(port, 'GET /1.0/at-once HTTP/1.1\r\n');
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
}

const get = (target: string, lines = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${lines}\r\n`;
const close = 'Connection: close\r\n';
const bodiesOf = (received: string) => [...received.matchAll(/<(.*?)>/g)].map(([, text]) => text);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => String(at));

test.each(['at-once', 'later'])(
  'B11: 2,000 requests of one packet are answered %s in order, 16 at a time',
  async (how) => {
    await start();
    const last = get(`/1.0/${how}?1999`, close);
    const received = await sendRaw(
      port,
      upTo(1999)
        .map((at) => get(`/1.0/${how}?${at}`))
        .join('') + last,
    );
    expect(bodiesOf(received)).toEqual(upTo(2000));
    expect(mostSeen).toBe(16);
  },
);

test('B11: the seventeenth request is not begun before one is answered', async () => {
  await start();
  const answers = sendRaw(port, get('/1.0/held?').repeat(99) + get('/1.0/held?', close));
  await waitUntil('sixteen requests', () => begun === mostInWork);
  // what one connection sent is read before what another sends later
  await sendRaw(port, get('/1.0/at-once?other', close));
  expect(begun).toBe(mostInWork + 1);
  release();
  expect(bodiesOf(await answers)).toHaveLength(100);
});

test('bodies, also in several packets and with 100-continue, stay with their requests', async () => {
  await start();
  const post = (at: number) =>
    `POST /1.0/later HTTP/1.1\r\nHost: x\r\n${at % 7 === 0 ? 'Expect: 100-continue\r\n' : ''}Content-Length: 4\r\n\r\n${String(at).padStart(4, '0')}`;
  const bytes = upTo(200).map((at) =>
    Number(at) % 2 === 0 ? post(Number(at)) : get(`/1.0/later?${at.padStart(4, '0')}`),
  );
  const socket = net.connect({ host: '127.0.0.1', port });
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  const text = bytes.join('');
  for (let from = 0; from < text.length; from += 999) {
    socket.write(text.slice(from, from + 999));
    if (from % 2 === 0) await nextTurn();
  }
  await waitUntil('all answers', () => bodiesOf(received).length === 200);
  expect(bodiesOf(received)).toEqual(upTo(200).map((at) => at.padStart(4, '0')));
  expect(mostSeen).toBeLessThanOrEqual(mostInWork);
  socket.destroy();
});

test('bytes that are not HTTP are refused after the answers to the requests before them', async () => {
  await start();
  const received = await sendRaw(port, `${get('/1.0/later?x').repeat(40)}NOT HTTP\r\n\r\n`);
  expect(readAnswers(received).map(({ status }) => status)).toEqual([...Array.from({ length: 40 }, () => 200), 400]);
});

test('nothing is begun after a request that closes its connection', async () => {
  await start();
  const received = await sendRaw(
    port,
    get('/1.0/later?x').repeat(20) + get('/1.0/later?last', close) + get('/1.0/later?no').repeat(50),
  );
  expect(bodiesOf(received)).toEqual([...Array.from({ length: 20 }, () => 'x'), 'last']);
});

test('CONNECT is refused after the answers to the requests before it', async () => {
  await start();
  const received = await sendRaw(port, `${get('/1.0/later?x').repeat(20)}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`);
  const statuses = readAnswers(received).map(({ status }) => status);
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(statuses).toHaveLength(21);
});

test('a connection with exactly the bound stays open, and is read again', async () => {
  await start({ headMs: 200, requestMs: 300, checkEveryMs: 20 });
  const socket = net.connect({ host: '127.0.0.1', port });
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.write(get('/1.0/later?x').repeat(mostInWork));
  await waitUntil('the answers', () => bodiesOf(received).length === mostInWork);
  await slowHead();
  socket.write(get('/1.0/later?again'));
  await waitUntil('one more', () => received.includes('<again>'));
  expect(readAnswers(received).map(({ status }) => status)).toEqual(Array.from({ length: 17 }, () => 200));
  socket.destroy();
});

test('a request is not too slow because its connection was not read', async () => {
  await start({ headMs: 200, requestMs: 300, checkEveryMs: 20 });
  const received = sendRaw(port, get('/1.0/held?x').repeat(39) + get('/1.0/held?x', close));
  await slowHead();
  release();
  expect(readAnswers(await received).map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
});

test('a connection that ends with requests waiting leaves the others alone', async () => {
  await start();
  const socket = net.connect({ host: '127.0.0.1', port });
  socket.write(get('/1.0/held?x').repeat(500));
  await waitUntil('sixteen requests', () => begun === mostInWork);
  socket.resetAndDestroy();
  release();
  for (let others = 0; others < 5; others++) {
    expect(bodiesOf(await sendRaw(port, get('/1.0/at-once?other', close)))).toEqual(['other']);
  }
  expect(begun).toBeLessThanOrEqual(2 * mostInWork + 5);
});

test('B11: another connection is answered while one has thousands of requests waiting', async () => {
  await start();
  const flood = sendRaw(port, get('/1.0/at-once?').repeat(1999) + get('/1.0/at-once?', close));
  while (begun === 0) await nextTurn();
  await sendRaw(port, get('/1.0/at-once?', close));
  const begunThen = begun;
  await flood;
  expect(begunThen).toBeLessThan(1500);
  expect(begun).toBe(2001);
});
