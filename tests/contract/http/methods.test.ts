import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, inject, test } from 'vitest';
import { contractHeaders, errorText, nothingHere } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { ask, sendRaw } from '#tests/support/http.ts';
import { askBy, type Lane, lanes, servedLanes } from '#tests/support/lanes.ts';
import { converse, readAnswers } from '#tests/support/processes/raw-answers.ts';

/** What there is in place of a path, by the API below which it is. */
const nothingAt = (path: string) => (path.startsWith('/api') ? nothingHere.broadband : nothingHere.registry);
const exposed =
  'RateLimit-Policy, RateLimit, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id';

interface Endpoint {
  readonly path: string;
  /** What makes a request of it succeed. */
  readonly query: string;
  readonly allow: string;
  readonly contentType: string;
  readonly crossOrigin: boolean;
}

const endpoints: Endpoint[] = [
  {
    path: '/1.0/availability',
    query: '?string=active',
    allow: 'GET, HEAD, OPTIONS, POST',
    contentType: 'application/json; charset=utf-8',
    crossOrigin: true,
  },
  {
    path: '/1.0/droplist',
    query: '',
    allow: 'GET, HEAD, OPTIONS',
    contentType: 'application/json; charset=utf-8',
    crossOrigin: false,
  },
  {
    path: '/1.0/droplist/released',
    query: '?format=csv',
    allow: 'GET, HEAD, OPTIONS',
    contentType: 'application/json; charset=utf-8',
    crossOrigin: false,
  },
  {
    path: '/1.1/availability',
    query: '?string=active',
    allow: 'GET, HEAD, OPTIONS, POST',
    contentType: 'application/json; charset=utf-8',
    crossOrigin: true,
  },
  {
    path: '/1.1/releases',
    query: '',
    allow: 'GET, HEAD, OPTIONS',
    contentType: 'application/json; charset=utf-8',
    crossOrigin: false,
  },
  {
    path: '/api/1.0/availability/yx/-41.05/174.05',
    query: `?api_key=${keys.plain}`,
    allow: 'GET, HEAD, OPTIONS',
    contentType: 'application/json',
    crossOrigin: true,
  },
  ...[
    { path: '/api/1.0/networks', query: '&x=174.05&y=-41.05' },
    { path: '/api/2.0/availability/-41.05/174.05', query: '' },
    { path: '/api/2.0/providers', query: '' },
    { path: '/api/2.0/addresses', query: '&q=3' },
  ].map(({ path, query }) => ({
    path,
    query: `?api_key=${keys.plain}${query}`,
    allow: 'GET, HEAD, OPTIONS',
    contentType: 'application/json',
    crossOrigin: true,
  })),
];

const id = { 'x-request-id': 'methods-1' };
const asMethods1 = { headers: { 'X-Request-Id': 'methods-1' } };

const methodsOfNode = [
  'PUT',
  'PATCH',
  'DELETE',
  'PROPFIND',
  'MKCOL',
  'LOCK',
  'SEARCH',
  'QUERY',
  'M-SEARCH',
  'PURGE',
  'TRACE',
  'CONNECT',
];
/** A web-standard Request, by which a handler is asked by itself, refuses to be made with these. */
const notForHandlers = new Set(['TRACE', 'CONNECT']);

/** Node's own client has no CONNECT that a server may answer like any request. */
async function askAs(lane: Lane, method: string, target: string) {
  if (method !== 'CONNECT' || lane === 'handler') return askBy(lane, { target, method, ...asMethods1 });
  const request = `CONNECT ${target} HTTP/1.1\r\nHost: x\r\nX-Request-Id: methods-1\r\n\r\n`;
  const [answered] = readAnswers(await sendRaw(inject('contract')[lane], request));
  if (answered === undefined) throw new Error('CONNECT got no answer.');
  return answered;
}

describe.each(lanes)('by the %s', (lane) => {
  describe.each(endpoints)('$path', ({ path, query, allow, contentType, crossOrigin }) => {
    const readable = crossOrigin
      ? { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed }
      : {};
    const uncached = { 'cache-control': path.startsWith('/api') ? 'private, no-store' : 'no-store' };

    test('B3: HEAD answers like GET, without a body', async () => {
      const get = await askBy(lane, { target: path + query });
      const head = await askBy(lane, { target: path + query, method: 'HEAD' });
      expect(get.status).toBe(200);
      expect(get.body).not.toBe('');
      expect(head.status).toBe(200);
      expect(head.body).toBe('');
      const stable = ({ headers }: typeof get) =>
        Object.fromEntries(
          Object.entries(headers).filter(
            ([name]) => !/^(?:x-request-id|date|ratelimit.*|transfer-encoding)$/.test(name),
          ),
        );
      const { 'content-length': _ofGet, ...ofGet } = stable(get);
      const { 'content-length': ofHead, ...others } = stable(head);
      expect(others).toEqual(ofGet);
      if (ofHead !== undefined) expect(Number(ofHead)).toBe(get.bytes.byteLength);
    });

    test('B3: HEAD is refused like GET, without a body', async () => {
      const asked = { target: path, from: callers.stranger };
      const get = await askBy(lane, asked);
      const head = await askBy(lane, { ...asked, method: 'HEAD' });
      expect([401, 403]).toContain(get.status);
      expect(head.status).toBe(get.status);
      expect(head.body).toBe('');
      expect(head.headers['content-type']).toBe(contentType);
    });

    test.each([callers.allowed, callers.stranger])(
      'B3: OPTIONS is 204 before address, key and limit, from %s',
      async (from) => {
        const answered = await askBy(lane, { target: path, method: 'OPTIONS', from, ...asMethods1 });
        expect(answered.status).toBe(204);
        expect(answered.body).toBe('');
        const preflight = {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': allow,
          'access-control-allow-headers': 'X-Api-Key, Content-Type, X-Request-Id',
          'access-control-max-age': '86400',
        };
        expect(contractHeaders(answered)).toEqual({ ...id, allow, ...(crossOrigin ? preflight : {}) });
      },
    );

    test('B3: a preflight that asks for more gets the same answer', async () => {
      const headers = {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'DELETE',
        'Access-Control-Request-Headers': 'x-secret',
        'Access-Control-Request-Private-Network': 'true',
      };
      const plain = await askBy(lane, { target: path, method: 'OPTIONS' });
      const asking = await askBy(lane, { target: path, method: 'OPTIONS', headers });
      const { 'x-request-id': _one, ...expected } = contractHeaders(plain);
      const { 'x-request-id': _other, ...given } = contractHeaders(asking);
      expect(given).toEqual(expected);
      expect(Object.values(given).join()).not.toContain('x-secret');
    });

    test.each(methodsOfNode)('B3: %s is 405 with Allow', async (method) => {
      if (lane === 'handler' && notForHandlers.has(method)) return;
      const answered = await askAs(lane, method, path + query);
      expectError(answered, 405, `This address answers ${allow}, not ${method}.`);
      expect(contractHeaders(answered)).toEqual({
        ...id,
        ...readable,
        ...uncached,
        allow,
        'content-type': contentType,
      });
    });

    test('B3: a method in the name of another header is not looked at', async () => {
      const headers = { 'X-HTTP-Method-Override': 'DELETE', 'X-HTTP-Method': 'DELETE', 'X-Method-Override': 'DELETE' };
      expect((await askBy(lane, { target: path + query, headers })).status).toBe(200);
    });

    test.each(['/', '/.json', '%2F', '%20', ';x=1', '.json', '/..%2f', '%3Fstring=active'])(
      'B3: with %s behind it the address is 404, never a redirect',
      async (behind) => {
        for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
          const isOfCoordinate = path.endsWith('174.05') && !behind.startsWith('/');
          if (isOfCoordinate && method !== 'POST') continue;
          const answered = await askBy(lane, { target: `${path}${behind}${query}`, method });
          // text right after a coordinate, without a slash, belongs to it
          const expected = isOfCoordinate ? 405 : 404;
          expectError(answered, expected);
          expect(answered.headers).not.toHaveProperty('location');
        }
      },
    );
  });

  test.each([
    '/1.0',
    '/1.0/',
    '/1.0/Availability?string=active',
    '/1.0/DROPLIST',
    '/1.0/availability/active.nz',
    '/1.0/droplist.json',
    '/1.0/1.0/droplist',
    '/1.0/favicon.ico',
    '/1.0/_next/data',
    '/api',
    '/api/',
    '/api/1.0',
    '/api/1.0/availability',
    '/api/1.0/availability/yx/',
    '/api/1.0/availability/yx/-41.05',
    '/api/1.0/availability/yx/-41.05/',
    '/api/1.0/availability/yx/-41.05/174.05/0',
    '/api/1.0/availability/xy/174.05/-41.05',
    '/api/2.0/availability/yx/-41.05/174.05',
    '/api/2.0/availability/address',
    '/api/2.0',
    '/api/2.0/networks',
    '/api/1.0/providers',
    '/api/1.0/Availability/yx/-41.05/174.05',
  ])('B3: %s is 404 in the shape of the APIs, whoever asks by whatever method', async (target) => {
    for (const method of ['GET', 'OPTIONS', 'PUT']) {
      const answered = await askBy(lane, { target, method, from: callers.stranger });
      expect(answered.status).toBe(404);
      expect(answered.body).toBe(errorText(404, nothingAt(target)));
      expectError(answered, 404, nothingAt(target));
    }
  });
});

describe.each(servedLanes)('on the socket of the %s', (lane) => {
  test.each(['get', 'Get', 'GETS', 'FOO', 'G\tET', 'X'.repeat(1000)])(
    'B3: %s, which is no method of HTTP that Node knows, is 400',
    async (method) => {
      const request = `${method} /1.0/droplist HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const answers = readAnswers(await sendRaw(inject('contract')[lane], request));
      expect(answers).toHaveLength(1);
      for (const answered of answers) expectError(answered, 400);
    },
  );

  test('B3: CONNECT to another host is refused, and the server lives on when its callers reset', async () => {
    const port = inject('contract')[lane];
    const connect = 'CONNECT example.nz:443 HTTP/1.1\r\nHost: x\r\n\r\n';
    const [answered] = readAnswers(await sendRaw(port, connect));
    expect(answered?.status).toBe(400);
    const resets = Array.from({ length: 20 }, async () => {
      const socket = net.connect({ host: '127.0.0.1', port });
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(connect);
      socket.resetAndDestroy();
    });
    await Promise.all(resets);
    expect((await ask(port, { target: '/1.0/droplist' })).status).toBe(200);
  });

  test('B3: an Upgrade is not taken up', async () => {
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAA\r\nSec-WebSocket-Version: 13\r\n';
    const talk = await converse(inject('contract')[lane]);
    talk.write(`HEAD /1.0/availability?string=kea HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`);
    await talk.until(/\r\n\r\n/);
    talk.write('HEAD /1.0/availability?string=kea HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect((await talk.closed()).match(/^HTTP\/1.1 .*/gm)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK']);
  });
});
