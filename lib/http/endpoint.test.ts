import { beforeAll, expect, test } from 'vitest';
import { parseSettings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { DamageFound } from '#lib/readiness.ts';
import { type Answer, errorAnswer } from './answer.ts';
import { endpoint, type Operation, setFaultListener } from './endpoint.ts';
import { type Exchange, withExchange } from './exchange.ts';
import type { PublicPath } from './public-paths.ts';

const place: PublicPath = {
  pattern: '/kea',
  methods: ['GET', 'HEAD', 'OPTIONS', 'POST'],
  contentType: 'application/json',
  crossOrigin: false,
};
const operation: Operation = () => ({ status: 200, headers: { 'X-Own': 'yes' }, body: '{"ā":1}' });

beforeAll(() => setProcessWide('settings', parseSettings({ SUPPORT_EMAIL: 'help@watea.example' })));

const exchange: Exchange = {
  caller: { known: false, reason: 'unknown', limitKey: 'unknown' },
  requestId: 'id-7',
  headFault: undefined,
  readBody: () => Promise.resolve(new Uint8Array()),
  subject: undefined,
  accountId: 0,
};

interface Asked {
  readonly target?: string;
  readonly method?: string;
  readonly own?: Partial<PublicPath> & { readonly answer?: Operation };
  readonly given?: Partial<Exchange>;
}

async function ask({ target = '/kea', method = 'GET', own = {}, given = {} }: Asked) {
  const { answer = operation, ...facts } = own;
  const handle = endpoint({ ...place, ...facts }, answer);
  const request = new Request(`http://localhost${target}`, { method });
  const response = await withExchange({ ...exchange, ...given }, () => handle(request));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: response.body === null ? null : await response.text(),
  };
}

const plain = { 'content-type': 'application/json', 'x-request-id': 'id-7', 'cache-control': 'no-store' };
const error = (code: number, sentence: string, headers: Record<string, string> = {}) => {
  const body = JSON.stringify({ code, error: sentence });
  return { status: code, headers: { ...plain, 'content-length': String(Buffer.byteLength(body)), ...headers }, body };
};

test('B1, B7: an answer has its content type, id, length in bytes and own headers', async () => {
  expect(await ask({})).toEqual({
    status: 200,
    headers: { ...plain, 'content-length': '8', 'x-own': 'yes' },
    body: '{"ā":1}',
  });
});

test('an asynchronous answer is sent the same way', async () => {
  expect(await ask({ own: { answer: async (...asked) => operation(...asked) } })).toEqual(await ask({}));
});

test('a body of bytes is sent unchanged', async () => {
  const answer = (): Answer => ({ status: 200, headers: {}, body: Buffer.from('ā') });
  expect(await ask({ own: { answer } })).toMatchObject({ body: 'ā', headers: { 'content-length': '2' } });
});

test('a 304 has no content type and no length', async () => {
  const answer = (): Answer => ({ status: 304, headers: { ETag: '"a"' }, body: null });
  expect(await ask({ own: { answer } })).toEqual({
    status: 304,
    headers: { 'x-request-id': 'id-7', etag: '"a"', 'cache-control': 'no-store' },
    body: null,
  });
});

const notHere = 'There is nothing at this address.';
const notDelete = 'This address answers GET, HEAD, OPTIONS, POST, not DELETE.';

test.each<[title: string, asked: Asked, answered: object]>([
  [
    'a fault of the request head comes first',
    { target: '/weka', method: 'DELETE', given: { headFault: { status: 400, reason: { code: 'host-missing' } } } },
    error(400, 'The Host header is missing.'),
  ],
  ['then the path, before the method', { target: '/weka', method: 'DELETE' }, error(404, notHere)],
  ['OPTIONS of another path is 404 too', { target: '/kea/', method: 'OPTIONS' }, error(404, notHere)],
  [
    'then OPTIONS, without the operation',
    { method: 'OPTIONS', own: { answer: () => errorAnswer(403, { code: 'body-not-a-form' }) } },
    { status: 204, headers: { 'x-request-id': 'id-7', allow: 'GET, HEAD, OPTIONS, POST' }, body: null },
  ],
  [
    'then the method',
    { method: 'DELETE', own: { answer: () => errorAnswer(403, { code: 'body-not-a-form' }) } },
    error(405, notDelete, { allow: 'GET, HEAD, OPTIONS, POST' }),
  ],
  [
    'then the operation itself',
    { own: { answer: () => errorAnswer(403, { code: 'body-not-a-form' }) } },
    error(403, 'The body is not a form.'),
  ],
])('B9: %s', async (_title, asked, answered) => {
  expect(await ask(asked)).toEqual(answered);
});

const exposed =
  'RateLimit-Policy, RateLimit, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id';
const crossOrigin = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed };

test('B3: every answer of a cross-origin path allows other origins', async () => {
  const own = { crossOrigin: true };
  const asked: Asked[] = [
    {},
    { target: '/weka' },
    { method: 'DELETE' },
    { given: { headFault: { status: 400, reason: { code: 'host-missing' } } } },
  ];
  for (const one of asked) expect((await ask({ ...one, own })).headers).toMatchObject(crossOrigin);
  const failing = { ...own, answer: () => Promise.reject(new Error('broken')) };
  setFaultListener(() => {});
  expect((await ask({ own: failing })).headers).toMatchObject(crossOrigin);
  expect((await ask({ method: 'OPTIONS', own })).headers).toEqual({
    'x-request-id': 'id-7',
    allow: 'GET, HEAD, OPTIONS, POST',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, OPTIONS, POST',
    'access-control-allow-headers': 'X-Api-Key, Content-Type, X-Request-Id',
    'access-control-max-age': '86400',
  });
});

const failed =
  'The server failed while processing the request. It may be transient; if it persists, contact help@watea.example.';
const damaged =
  'The server cannot answer at present; its data are being checked. For help, write to help@watea.example.';
const busy = 'The service is busy. Please ask again in a moment.';

test.each([
  ['an unexpected error', new Error('the secret detail'), error(500, failed)],
  ['a thrown value that is not an Error', 'the secret detail', error(500, failed)],
  [
    'a locked database',
    Object.assign(new Error('x'), { code: 'SQLITE_BUSY_SNAPSHOT' }),
    error(503, busy, { 'retry-after': '1' }),
  ],
  [
    'a locked table',
    Object.assign(new Error('x'), { code: 'SQLITE_LOCKED' }),
    error(503, busy, { 'retry-after': '1' }),
  ],
  ['another error of the database', Object.assign(new Error('x'), { code: 'SQLITE_MISUSE' }), error(500, failed)],
  [
    'B10: a damaged database',
    Object.assign(new Error('x'), { code: 'SQLITE_CORRUPT' }),
    error(503, damaged, { 'retry-after': '60' }),
  ],
  [
    'B10: a disagreement of two witnesses',
    new DamageFound({ code: 'register-disagrees', name: 'kea.nz' }),
    error(503, damaged, { 'retry-after': '60' }),
  ],
])('B2: %s is logged with the request id and hidden from the caller', async (_title, fault, answered) => {
  const reported: unknown[] = [];
  setFaultListener((...passed) => reported.push(passed));
  const atOnce = () => {
    throw fault;
  };
  for (const answer of [atOnce, () => Promise.reject(fault)]) expect(await ask({ own: { answer } })).toEqual(answered);
  expect(reported).toEqual([
    [fault, 'id-7', place.api],
    [fault, 'id-7', place.api],
  ]);
});

test('B5: where no server identifies the caller, the operation gets an unknown one', async () => {
  const handle = endpoint(place, (_request, { caller, requestId }) => ({
    status: 403,
    headers: {},
    body: `${caller.known} ${requestId}`,
  }));
  const response = await handle(new Request('http://localhost/kea'));
  expect(await response.text()).toBe('false unvouched');
});

test('the exchange supplies the headers that a lane does not pass on', async () => {
  const passed: unknown[] = [];
  const { headers } = await ask({ given: { onAnswer: (given) => passed.push(given) } });
  expect(passed).toEqual([
    {
      'Content-Type': 'application/json',
      'X-Request-Id': 'id-7',
      'X-Own': 'yes',
      'Cache-Control': 'no-store',
      'Content-Length': headers['content-length'],
    },
  ]);
});
