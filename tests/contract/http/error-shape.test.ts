import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { keyRefused, nothingHere } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { type Asked, sendRaw } from '#tests/support/http.ts';
import { createHttpServer } from '#tests/support/http-server.ts';
import { askBy, lanes, servedLanes } from '#tests/support/lanes.ts';
import { converse, readAnswers } from '#tests/support/processes/raw-answers.ts';

const point = '/api/1.0/availability/yx/-41.05/174.05';
const from = callers.stranger;
const tooLong = 'x'.repeat(1024 * 1024 + 1);
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

const refused: [status: number, sentence: string, asked: Asked][] = [
  [400, 'The parameter "string" is empty.', { target: '/1.0/availability?string=' }],
  [400, '"%ZZ" is not a percent escape; write % as %25.', { target: '/1.0/droplist?x=%ZZ' }],
  [400, 'The parameter "format" must be one of json, csv, ndjson.', { target: '/1.0/droplist?format=xml' }],
  [
    400,
    'The parameter "date" must be a day of the calendar, from 1900 to 2199, written like 2026-11-21.',
    { target: '/1.0/droplist/released?date=%3Cb%3E%07%3C/b%3E' },
  ],
  [400, 'The parameter "api_key" is given more than once.', { target: `${point}?api_key=a&api_key=a` }],
  [401, keyRefused, { target: point, from }],
  [401, keyRefused, { target: `${point}?api_key=<b>"x"</b>`, from }],
  [
    403,
    "Your address 127.9.9.9 is on no registrar's allowlist; to have it added, ask at http://localhost:3000/developers/ask-networks or write to support@watea.example.",
    { target: '/1.0/droplist', from },
  ],
  [401, keyRefused, { target: '/api/2.0/availability/1/2', from }],
  [401, keyRefused, { target: '/api/2.0/addresses?q=a', from }],
  [
    403,
    'This key may not be used here: it lacks the scope "2.0".',
    { target: '/api/2.0/providers', headers: { 'X-Api-Key': keys.first } },
  ],
  [404, nothingHere.registry, { target: '/1.0/<script>' }],
  [404, nothingHere.broadband, { target: '/api/1.0/availability/xy/1/2' }],
  [
    405,
    'This address answers GET, HEAD, OPTIONS, POST, not PATCH.',
    { target: '/1.0/availability?string=a', method: 'PATCH' },
  ],
  [
    400,
    'The parameter "domains" is not read; full domain names are asked for with "domains[]", once for each name.',
    { target: '/1.0/availability?domains=a.nz' },
  ],
  [
    400,
    'The parameter "domains[x]" is not read; full domain names are asked for with "domains[]", once for each name.',
    { target: '/1.0/availability?domains[x]=a.nz' },
  ],
  [
    401,
    'The api_key is missing: the header Authorization is not read, so give the key as "api_key" in the query or in the header X-Api-Key.',
    { target: point, headers: { Authorization: 'Bearer abc' }, from },
  ],
  [401, keyRefused, { target: `${point}?api_key=a`, headers: { Authorization: 'Bearer abc' }, from }],
  [404, nothingHere.broadband, { target: '/api' }],
  [404, nothingHere.registry, { target: '/1.0' }],
  [405, 'This address answers GET, HEAD, OPTIONS, not POST.', { target: '/1.0/droplist', method: 'POST' }],
  [405, 'This address answers GET, HEAD, OPTIONS, not DELETE.', { target: point, method: 'DELETE' }],
  [
    413,
    'The body is larger than 1 MiB.',
    { target: '/1.0/availability', method: 'POST', headers: form, body: tooLong },
  ],
  [
    415,
    'A body must be application/x-www-form-urlencoded or application/json.',
    { target: '/1.0/availability', method: 'POST', headers: { 'Content-Type': 'text/html' }, body: '<p>' },
  ],
];

describe.each(lanes)('by the %s', (lane) => {
  test.each(refused)('B2: a %i has the one shape: %s', async (status, sentence, asked) => {
    expectError(await askBy(lane, asked), status, sentence);
  });

  test('B2: a 429 has the one shape', async () => {
    const asked = { target: `${point}?api_key=${keys.slow}` };
    let answered = await askBy(lane, asked);
    for (let more = 0; answered.status === 200 && more < 100; more++) answered = await askBy(lane, asked);
    expectError(answered, 429, 'The limit of 3 requests is reached; ask again in 1 second.');
  });
});

const unreadable = 'The request is not HTTP that this server can read.';
const headTooLong = 'The request head is larger than 128 KiB; send many names in a body instead.';
const head = 'Host: x\r\nConnection: close\r\n';

/** What no HTTP client sends; Node's own answer to these would be empty. */
const refusedByParser: [what: string, request: string, status: number, sentence: string][] = [
  ['the start of a TLS connection', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, unreadable],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, unreadable],
  ['HTTP/9.9', `GET /1.0/droplist HTTP/9.9\r\n${head}\r\n`, 400, unreadable],
  ['the line of a PROXY protocol', 'PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\nGET / HTTP/1.1\r\n\r\n', 400, unreadable],
  ['a header without a colon', `GET /1.0/droplist HTTP/1.1\r\n${head}nonsense\r\n\r\n`, 400, unreadable],
  ['a blank before the colon', `GET /1.0/droplist HTTP/1.1\r\n${head}X : y\r\n\r\n`, 400, unreadable],
  ['a folded header', `GET /1.0/droplist HTTP/1.1\r\n${head}X: y\r\n z\r\n\r\n`, 400, unreadable],
  ['a NUL in a header', `GET /1.0/droplist HTTP/1.1\r\n${head}X: y\0z\r\n\r\n`, 400, unreadable],
  [
    'two lengths',
    `POST /1.0/availability HTTP/1.1\r\n${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    400,
    unreadable,
  ],
  [
    'a length and chunks',
    `POST /1.0/availability HTTP/1.1\r\n${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    unreadable,
  ],
  ['a negative length', `POST /1.0/availability HTTP/1.1\r\n${head}Content-Length: -1\r\n\r\n`, 400, unreadable],
  [
    'a body of broken chunks',
    `POST /1.0/availability HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\nab`,
    400,
    unreadable,
  ],
  ['no Host', 'GET /1.0/droplist HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'The Host header is missing.'],
  [
    'a target of bytes outside ASCII',
    `GET /1.0/availability?string=m\xc4\x81ori HTTP/1.1\r\n${head}\r\n`,
    400,
    'The request target holds characters that must be percent escapes: ā is %C4%81.',
  ],
  [
    'a target of 130 KiB',
    `GET /1.0/availability?string=${'a'.repeat(130 * 1024)} HTTP/1.1\r\n${head}\r\n`,
    431,
    headTooLong,
  ],
  ['a header of 130 KiB', `GET ${point} HTTP/1.1\r\n${head}X: ${'a'.repeat(130 * 1024)}\r\n\r\n`, 431, headTooLong],
  [
    '4,000 header lines',
    `GET ${point} HTTP/1.1\r\n${head}${'X: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(4000)}\r\n`,
    431,
    headTooLong,
  ],
  [
    'a target of 1 MiB',
    `GET /1.0/availability?string=${'a'.repeat(1024 * 1024)} HTTP/1.1\r\n${head}\r\n`,
    431,
    headTooLong,
  ],
];

describe.each(servedLanes)('on the socket of the %s', (lane) => {
  test.each([1, 2, 5])(
    '%i whole requests are answered before what cannot be read behind them is refused',
    async (whole) => {
      const request = 'GET /1.0/availability?domains[]=active.nz HTTP/1.1\r\nHost: x\r\n\r\n';
      const answers = readAnswers(await sendRaw(inject('contract')[lane], `${request.repeat(whole)}nonsense\r\n\r\n`));
      const refusal = answers.pop();
      expect(answers.map(({ status, body }) => [status, body])).toEqual(
        Array(whole).fill([200, '[{"code":"200","status":"Active","domain":"active.nz"}]']),
      );
      expect([refusal?.status, refusal?.headers.connection]).toEqual([400, 'close']);
    },
  );

  test.each(refusedByParser)('B2: %s', async (_what, request, status, sentence) => {
    const answers = readAnswers(await sendRaw(inject('contract')[lane], Buffer.from(request, 'latin1')));
    expect(answers).toHaveLength(1);
    for (const answered of answers) {
      expectError(answered, status, sentence);
      expect(answered.headers.connection).toBe('close');
    }
  });

  test('B2: a connection that began well and goes on with nonsense gets its answer, then a 400', async () => {
    const talk = await converse(inject('contract')[lane]);
    talk.write('GET /1.0/availability?string=active HTTP/1.1\r\nHost: x\r\n\r\n');
    await talk.until(/active\.parliament\.nz"\}\]/);
    talk.write('nonsense\r\n\r\n');
    const [good, bad, ...more] = readAnswers(await talk.closed());
    expect(good?.status).toBe(200);
    expect(more).toEqual([]);
    expect(bad).toBeDefined();
    if (bad !== undefined) expectError(bad, 400, unreadable);
  });
});

describe('a server that is out of patience', () => {
  let server: Server;
  let port: number;

  beforeAll(async () => {
    // the handlers of this process stand on the fixture once one of them was asked
    await askBy('handler', { target: '/1.0/droplist' });
    const patience = { headMs: 200, requestMs: 400, checkEveryMs: 50 };
    server = createHttpServer((_incoming, outgoing) => outgoing.end(), patience).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const slow = 'The request did not arrive whole in time.';
  const post = `POST /1.0/availability HTTP/1.1\r\nHost: x\r\nX-Request-Id: slow-7\r\nContent-Type: application/x-www-form-urlencoded\r\n`;

  test.each([
    ['nothing', ''],
    ['half a request line', 'GET /1.0/dro'],
    ['half a head', 'GET /1.0/droplist HTTP/1.1\r\nHost: x\r\nX-'],
  ])('B2: 408 after %s', async (_what, sent) => {
    const talk = await converse(port);
    talk.write(sent);
    const [answered, ...more] = readAnswers(await talk.closed());
    expect(more).toEqual([]);
    expect(answered).toBeDefined();
    if (answered !== undefined) expectError(answered, 408, slow);
  });

  test.each([
    ['a length', `${post}Content-Length: 100\r\n\r\ndomains`],
    ['chunks', `${post}Transfer-Encoding: chunked\r\n\r\n7\r\ndomains\r\n`],
    ['100-continue', `${post}Content-Length: 100\r\nExpect: 100-continue\r\n\r\n`],
  ])('B2: 408 within a body of %s, with the headers and the id of the request', async (_what, sent) => {
    const talk = await converse(port);
    talk.write(sent);
    const answers = readAnswers(await talk.closed()).filter(({ status }) => status !== 100);
    expect(answers).toHaveLength(1);
    for (const answered of answers) {
      expectError(answered, 408, slow);
      expect(answered.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
        'x-request-id': 'slow-7',
        connection: 'close',
      });
    }
  });

  test('B2: a refusal given before the body came stays the only answer', async () => {
    const talk = await converse(port, callers.stranger);
    talk.write(`${post}Content-Length: 100\r\n\r\ndomains`);
    const [answered, ...more] = readAnswers(await talk.closed());
    expect(answered?.status).toBe(403);
    expect(more).toEqual([]);
  });
});
