import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handlers } from '#app/handlers.ts';
import { Settlements } from '#lib/access/limit/limits.ts';
import { now } from '#lib/clock.ts';
import { parseSettings } from '#lib/env.ts';
import { setFaultListener } from '#lib/http/endpoint.ts';
import { getExchange, withExchange } from '#lib/http/exchange.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { setUpSingleProcessLimits } from '#server/access/limits.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { overload } from '#server/http/turn.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { ask } from '#tests/support/http.ts';
import { converse, readAnswers } from '#tests/support/processes/raw-answers.ts';
import { seedSession } from '#tests/support/staff/session.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { openPagesFront } from './front.ts';
import { openQueues } from './page-queue.ts';
import { makePagesAddress, type PagesAddress } from './pages-address.ts';
import { createPagesServer } from './pages-server.ts';

let address: PagesAddress;
let front: Server;
let pages: Server | undefined;
let port: number;
/** What a page is in the test at hand, in place of Next. */
let page: RequestListener;

beforeEach(async () => {
  address = makePagesAddress();
  front = await frontWith();
  await startPages();
});
afterEach(async () => {
  for (const server of [front, pages]) {
    server?.closeAllConnections();
    server?.close();
  }
});

async function frontWith(settings: Readonly<Record<string, string>> = {}): Promise<Server> {
  setProcessWide('settings', parseSettings({ LOG_LEVEL: 'silent', PAGES_PER_SECOND: '1000', ...settings }));
  setUpSingleProcessLimits(new Settlements());
  const server = createHttpServer(openPagesFront(address, handlers), handlers).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  return server;
}

async function startPages(): Promise<void> {
  pages = createPagesServer(
    {
      next: (incoming, outgoing) => page(incoming, outgoing),
      servePage: (incoming, outgoing, _url, exchange) => withExchange(exchange, () => page(incoming, outgoing)),
    },
    handlers,
    address.secret,
  );
  pages.listen(address.socketPath);
  await once(pages, 'listening');
}

/** Ends the pages process, as far as others can see. */
async function stopPages(): Promise<void> {
  pages?.closeAllConnections();
  pages?.close();
}

/** Makes this process overloaded until its overload is cleared: what was seen an hour from now counts until then. */
function overloadNow(): void {
  const nowMs = performance.now() + 3_600_000;
  overload().observe(50, nowMs - 100, 0);
  overload().observe(50, nowMs, 100);
}

const seen: IncomingMessage[] = [];
/** A page that reports the request it got. */
const report: RequestListener = (incoming, outgoing) => {
  seen.splice(0, seen.length, incoming);
  outgoing.end(JSON.stringify({ caller: getExchange()?.caller, requestId: getExchange()?.requestId }));
};

describe('what a page gets', () => {
  test('is the request as it was sent: target, order and repetitions of its headers', async () => {
    page = report;
    const talk = await converse(port);
    talk.write(
      'POST /x?a=%20b HTTP/1.1\r\nHost: one\r\nAccept: a\r\nX-B: 1\r\nx-b: 2\r\nCookie: c\r\nKeep-Alive: 5\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi',
    );
    await talk.closed();
    const [got] = seen;
    expect([got?.method, got?.url]).toEqual(['POST', '/x?a=%20b']);
    expect(got?.rawHeaders.slice(0, 12)).toEqual([
      'Host',
      'one',
      'Accept',
      'a',
      'X-B',
      '1',
      'x-b',
      '2',
      'Cookie',
      'c',
      'Content-Length',
      '2',
    ]);
  });

  test.each([
    ['X-Watea-Secret', 'x'],
    ['x-watea-established', '{"requestId":"forged","address":"203.0.113.66"}'],
    ['X_WATEA_ESTABLISHED', '{"requestId":"forged","address":"203.0.113.66"}'],
    ['X-Watea-Subject', 'registrar:1'],
    ['X-Watea-Account', '1'],
    ['X-Watea-Established: {}\r\nX-Watea-Established', '{"requestId":"forged","address":"203.0.113.66"}'],
  ])('is never the %s of a caller', async (name, value) => {
    page = report;
    const talk = await converse(port, '127.0.0.1');
    talk.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: own-1\r\nConnection: close\r\n${name}: ${value}\r\n\r\n`);
    const [answered] = readAnswers(await talk.closed());
    expect(JSON.parse(answered?.body ?? '')).toMatchObject({
      caller: { address: { text: '127.0.0.1' } },
      requestId: 'own-1',
    });
    expect(JSON.stringify([seen[0]?.headers, seen[0]?.rawHeaders])).not.toMatch(/watea[-_]/i);
    expect(JSON.stringify(answered?.headers)).not.toMatch(/x-watea/i);
  });

  test('is nothing without the secret of this start', async () => {
    page = report;
    seen.length = 0;
    const direct = (headers: http.OutgoingHttpHeaders) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        http.get({ socketPath: address.socketPath, path: '/', headers }, resolve).on('error', reject);
      });
    const who = '{"requestId":"forged","address":"203.0.113.66"}';
    for (const headers of [{}, { 'X-Watea-Established': who }, { 'X-Watea-Secret': 'x', 'X-Watea-Established': who }]) {
      const { statusCode, headers: given } = await direct(headers);
      expect([statusCode, given.connection]).toEqual([403, 'close']);
    }
    expect(seen).toEqual([]);
  });
});

describe('bodies', () => {
  test('arrive while they are sent, no faster than the page reads them', async () => {
    let upload: IncomingMessage | undefined;
    page = (incoming) => {
      upload = incoming;
    };
    let taken: Socket | undefined;
    front.once('connection', (socket) => {
      taken = socket;
    });
    const request = http.request({ port, host: '127.0.0.1', method: 'PATCH', path: '/admin/uploads/x', agent: false });
    request.on('error', () => undefined);
    for (let sent = 0; sent < 40; sent++) request.write(Buffer.alloc(2 ** 20));
    const got = await waitUntil('the request', () => upload);
    // the page reads nothing: the buffers on the way fill up, and the sender must wait
    const arrived = await waitUntil('the sender to be stopped', async () => {
      const before = taken?.bytesRead ?? 0;
      for (let asked = 0; asked < 20; asked++) await ask(port, { target: '/healthz' });
      return before === taken?.bytesRead && before > 0 ? before : undefined;
    });
    expect(arrived).toBeLessThan(4 * 2 ** 20);
    let read = 0;
    got.on('data', (chunk: Buffer) => {
      read += chunk.byteLength;
    });
    await waitUntil('the rest', () => read === 40 * 2 ** 20);
    request.destroy();
  });

  test('are asked for with 100 Continue, after which they are whole', async () => {
    page = async (incoming, outgoing) => {
      let text = '';
      for await (const part of incoming) text += String(part);
      outgoing.end(`got ${text}`);
    };
    const talk = await converse(port);
    talk.write('POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n');
    await talk.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    talk.write('hello');
    expect(readAnswers(await talk.closed()).map(({ status, body }) => [status, body])).toEqual([
      [100, ''],
      [200, 'got hello'],
    ]);
  });

  test('in chunks arrive too', async () => {
    page = async (incoming, outgoing) => {
      let text = '';
      for await (const part of incoming) text += String(part);
      outgoing.end(text);
    };
    const talk = await converse(port);
    talk.write('POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n');
    talk.write('2\r\nde\r\n0\r\n\r\n');
    expect(readAnswers(await talk.closed())[0]?.body).toBe('abcde');
  });

  test('that no page reads do not keep the next request from its answer', async () => {
    page = (_incoming, outgoing) => outgoing.writeHead(409).end('no');
    const body = 'x'.repeat(200_000);
    const first = await ask(port, { target: '/x', method: 'POST', body });
    expect([first.status, first.body]).toEqual([409, 'no']);
    page = report;
    expect((await ask(port, { target: '/y' })).status).toBe(200);
  });

  test.each([1, 20, 200])(
    'that are refused unread, as too long, have the refusal as their answer (%s times 16 KiB)',
    async (times) => {
      const body = 'x'.repeat(16 * 1024 * times + 1);
      const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
      const { status } = await ask(port, {
        target: '/reports',
        method: 'POST',
        headers,
        body,
        from: `127.0.0.${times}`,
      });
      expect(status).toBe(413);
    },
  );
});

describe('answers', () => {
  test('keep their status, headers and repetitions', async () => {
    page = (_incoming, outgoing) =>
      outgoing.writeHead(418, 'Odd', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-C', 'd']).end('teapot');
    const talk = await converse(port);
    talk.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const text = await talk.closed();
    expect(text).toMatch(/^HTTP\/1\.1 418 Odd\r\n/);
    expect(text.match(/Set-Cookie: .=.\r\n/gi)).toHaveLength(2);
    expect(readAnswers(text)[0]?.body).toBe('teapot');
  });

  test('to HEAD and with 304 have no body, and the connection goes on', async () => {
    page = ({ url }, outgoing) => {
      if (url === '/304') outgoing.writeHead(304, { ETag: '"a"' }).end();
      else outgoing.writeHead(200, { 'Content-Length': 5 }).end('hello');
    };
    const talk = await converse(port);
    talk.write('HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n');
    await talk.until(/\r\n\r\n$/);
    expect(talk.received()).toMatch(/Content-Length: 5/);
    talk.write('GET /304 HTTP/1.1\r\nHost: x\r\n\r\n');
    await talk.until(/ 304 Not Modified[\s\S]*\r\n\r\n$/);
    talk.write('GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await talk.closed()).toMatch(/hello$/);
  });

  test('come as they are made', async () => {
    let answer: ServerResponse | undefined;
    page = (_incoming, outgoing) => {
      answer = outgoing;
      outgoing.write('first ');
    };
    const talk = await converse(port);
    talk.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await talk.until(/first /);
    answer?.end('last');
    expect(readAnswers(await talk.closed())[0]?.body).toBe('first last');
  });
});

describe('what ends early', () => {
  test('a visitor who leaves ends the work on the page', async () => {
    let isEnded = false;
    page = (_incoming, outgoing) => {
      outgoing.on('close', () => {
        isEnded = !outgoing.writableFinished;
      });
      outgoing.write('begun');
    };
    const talk = await converse(port);
    talk.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await talk.until(/begun/);
    talk.end();
    await waitUntil('the end of the work', () => isEnded);
  });

  test('an answer that the pages process does not finish ends its connection', async () => {
    page = (_incoming, outgoing) => void outgoing.writeHead(200, { 'Content-Length': 100 }).write('half');
    const talk = await converse(port);
    talk.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await talk.until(/half/);
    await stopPages();
    expect(await talk.closed()).toMatch(/half$/);
  });

  test('a page that nobody answers is asked for once more; a change is not made twice', async () => {
    const asked: string[] = [];
    page = ({ method = '', socket }, outgoing) => {
      asked.push(method);
      if (asked.filter((one) => one === method).length > 1) outgoing.end('again');
      else socket.destroy();
    };
    expect((await ask(port, { target: '/' })).body).toBe('again');
    const { status, headers } = await ask(port, { target: '/', method: 'POST', body: 'x' });
    expect([status, headers['retry-after']]).toEqual([503, '2']);
    expect(asked).toEqual(['GET', 'GET', 'POST']);
  });

  test('a request waits while the pages process is replaced', async () => {
    await stopPages();
    const waiting = [ask(port, { target: '/' }), ask(port, { target: '/', method: 'POST', body: 'x' })];
    await waitUntil('both to wait', () => openQueues().get('visitors')?.running === 2);
    page = report;
    await startPages();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('bounds', () => {
  test('beyond the queue there is a short page in the language of the path, and JSON for a public path', async () => {
    const open: ServerResponse[] = [];
    page = (_incoming, outgoing) => void open.push(outgoing);
    const visitors = Array.from({ length: 8 + 256 }, () => ask(port, { target: '/' }));
    await waitUntil('the pages in work', () => open.length === 8);
    await waitUntil('a full queue', () => openQueues().get('visitors')?.waiting === 256);
    const refused = await ask(port, { target: '/?lang=mi' });
    expect(refused.status).toBe(503);
    expect(refused.headers).toMatchObject({ 'retry-after': '2', 'content-type': 'text/html; charset=utf-8' });
    expect(refused.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(refused.body).toContain('<html lang="mi">');
    expect(refused.body).toContain('Kei te pukumahi a Wātea');
    const search = await ask(port, { target: '/places?q=x' });
    expect([search.status, search.headers['retry-after']]).toEqual([503, '2']);
    expect(JSON.parse(search.body)).toEqual({ code: 503, error: 'The service is busy. Please ask again in a moment.' });
    // the APIs and the files of the build do not wait
    expect((await ask(port, { target: '/healthz' })).status).toBe(200);
    expect(open).toHaveLength(8);
    page = (_incoming, outgoing) => outgoing.end('later');
    for (const outgoing of open) outgoing.end('now');
    const bodies = (await Promise.all(visitors)).map(({ body }) => body);
    expect(bodies.filter((body) => body === 'now')).toHaveLength(8);
    expect(bodies.filter((body) => body === 'later').length).toBeGreaterThanOrEqual(256);
  });

  test('one address has its pages a second, and all unknown callers together ten times as many', async () => {
    front.close();
    front = await frontWith({ PAGES_PER_SECOND: '3' });
    page = (_incoming, outgoing) => outgoing.end('page');
    const statuses = async (times: number, headers = {}) => {
      const answers = await Promise.all(Array.from({ length: times }, () => ask(port, { target: '/', headers })));
      return answers.map(({ status }) => status);
    };
    const known = await statuses(20);
    expect(known.filter((status) => status === 200).length).toBeLessThanOrEqual(6);
    expect(known.filter((status) => status === 429).length).toBeGreaterThanOrEqual(14);
    const refused = await waitUntil('a refusal', async () =>
      (await Promise.all(Array.from({ length: 8 }, () => ask(port, { target: '/' })))).find(
        ({ status }) => status === 429,
      ),
    );
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'content-type': 'text/html; charset=utf-8' });
    expect(refused.body).toContain('Too many pages at once');
    const unknown = await statuses(80, { Via: '1.1 x' });
    expect(unknown.filter((status) => status === 200).length).toBeGreaterThanOrEqual(30);
    expect(unknown.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20);
    // files are not counted
    const icons = await Promise.all(Array.from({ length: 20 }, () => ask(port, { target: '/favicon.ico' })));
    expect(new Set(icons.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('B11: an overloaded process refuses visitors before it does anything for them, and nobody else', async () => {
    page = (_incoming, outgoing) => outgoing.end('page');
    const database = freshDatabase();
    setProcessWide('connections', database);
    const { email, role, nowMs } = { email: 'kea@watea.example', role: 'viewer', nowMs: now() } as const;
    const token = seedSession(database.writer.sqlite.name, { email, role, nowMs });
    const Cookie = `watea-session=${token}`;
    await stopPages();
    overloadNow();
    const shed = await ask(port, { target: '/?lang=mi' });
    expect([shed.status, shed.headers['retry-after']]).toEqual([503, '2']);
    expect(shed.body).toContain('Kei te pukumahi a Wātea');
    const search = await ask(port, { target: '/places?q=x', headers: { Cookie: 'watea-session=x' } });
    expect([search.status, JSON.parse(search.body).code]).toEqual([503, 503]);
    const sent = await ask(port, { target: '/', method: 'POST', body: 'x' });
    expect(sent.status).toBe(503);
    await startPages();
    overloadNow();
    expect((await ask(port, { target: '/favicon.ico' })).status).toBe(200);
    expect((await ask(port, { target: '/healthz' })).status).toBe(200);
    const ofStaff = await ask(port, { target: '/admin', headers: { Cookie } });
    expect([ofStaff.status, ofStaff.body]).toEqual([200, 'page']);
    for (const target of ['/admin/login', '/admin/login/second-factor'])
      expect((await ask(port, { target })).status).toBe(200);
    for (const target of ['/admin', '/admin/login-x']) expect((await ask(port, { target })).status).toBe(503);
    setProcessWide('overload', undefined);
    expect((await ask(port, { target: '/' })).status).toBe(200);
  });

  test('a session that cannot be read is one refused page, and a line in the log', async () => {
    const database = freshDatabase();
    setProcessWide('connections', database);
    const told: unknown[] = [];
    setFaultListener((fault) => told.push(fault));
    database.writer.sqlite.exec('DROP TABLE staff_session');
    page = report;
    const headers = { Cookie: `watea-session=${'a'.repeat(43)}` };
    expect((await ask(port, { target: '/', headers })).status).toBe(503);
    expect(told).toHaveLength(1);
    expect((await ask(port, { target: '/' })).status).toBe(200);
  });

  test('few sign-ins have their turn at once, and keep no visitor waiting', async () => {
    const waiting: ServerResponse[] = [];
    page = (incoming, outgoing) => {
      if (incoming.url === '/') outgoing.end('page');
      else waiting.push(outgoing);
    };
    const asked = Array.from({ length: 30 }, () => ask(port, { target: '/admin/login' }));
    const refused = await Promise.race(asked);
    expect(refused.status).toBe(503);
    expect(waiting).toHaveLength(2);
    expect((await ask(port, { target: '/' })).status).toBe(200);
    page = (_incoming, outgoing) => outgoing.end('page');
    for (const outgoing of waiting) outgoing.end('page');
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(18);
  });

  test('a visitor who sends a body slowly takes no turn from others', async () => {
    page = (_incoming, outgoing) => outgoing.end('page');
    const slow = await Promise.all(Array.from({ length: 20 }, () => converse(port)));
    for (const talk of slow) talk.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nslow');
    expect((await ask(port, { target: '/' })).status).toBe(200);
    expect((await ask(port, { target: '/', method: 'POST', body: 'quick' })).status).toBe(200);
    for (const talk of slow) talk.end();
  });
});
