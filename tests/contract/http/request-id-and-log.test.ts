import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { contractHeaders } from '#tests/support/contract.ts';
import { allowedOrigin, callers, keys } from '#tests/support/fixture.ts';
import { type Asked, ask, sendRaw } from '#tests/support/http.ts';
import { apiLanes, askBy, lanes, servedLanes } from '#tests/support/lanes.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { readAnswers } from '#tests/support/processes/raw-answers.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const path = '/api/1.0/availability/yx/-41.0512345/174.0567891';
const fresh = /^[0-9a-f]{32}$/;
const from = callers.stranger;

/** One request for every kind of answer. */
const every: [status: number, asked: Asked][] = [
  [200, { target: '/1.0/availability?string=active' }],
  [200, { target: '/1.0/droplist', method: 'HEAD' }],
  [200, { target: path, headers: { 'X-Api-Key': keys.plain } }],
  [204, { target: '/1.0/droplist', method: 'OPTIONS' }],
  [304, { target: '/1.0/droplist', headers: { 'If-None-Match': '*' } }],
  [400, { target: '/1.0/availability' }],
  [400, { target: '/1.0/availability?string=%ZZ' }],
  [401, { target: path, from }],
  [403, { target: '/1.0/droplist', from }],
  [404, { target: '/1.0/nothing' }],
  [405, { target: '/1.0/droplist', method: 'DELETE' }],
  [413, { target: '/1.0/availability', method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }],
  [415, { target: '/1.0/availability', method: 'POST', body: 'x' }],
];

const kept = [
  'a',
  '0',
  '-',
  '_',
  '.',
  'AZaz09._-',
  '4bf92f3577b34da6a3ce929d0e0e4736',
  'x'.repeat(128),
  '..',
  'constructor',
];
const replaced: (string | string[])[] = [
  '',
  'x'.repeat(129),
  'a b',
  'a,b',
  'a/b',
  'a"b',
  '<b>',
  '%41',
  'a:b',
  'a+b',
  'm\xe4',
  '{id}',
  'a\tb',
  ['one', 'two'],
  ['same', 'same'],
];

describe.each(lanes)('by the %s', (lane) => {
  test.each(every)('B7: a %i carries the id of its caller: %j', async (status, asked) => {
    const headers = { ...asked.headers, 'X-Request-Id': 'Mine_1.2-3' };
    const answered = await askBy(lane, { ...asked, headers });
    expect(answered.status).toBe(status);
    expect(contractHeaders(answered)['x-request-id']).toBe('Mine_1.2-3');
  });

  test.each(every)('B7: a %i carries a new id when its caller gave none: %j', async (status, asked) => {
    const [one, other] = [await askBy(lane, asked), await askBy(lane, asked)];
    expect(one.status).toBe(status);
    expect(one.headers['x-request-id']).toMatch(fresh);
    expect(other.headers['x-request-id']).toMatch(fresh);
    expect(other.headers['x-request-id']).not.toBe(one.headers['x-request-id']);
  });

  test.each(kept)('B7: the id %j is kept', async (id) => {
    const { headers } = await askBy(lane, { target: '/1.0/droplist', headers: { 'X-Request-Id': id } });
    expect(headers['x-request-id']).toBe(id);
  });

  test.each(replaced.map((id) => [id]))('B7: the id %j is replaced', async (id) => {
    const { headers } = await askBy(lane, { target: '/1.0/droplist', headers: { 'X-Request-Id': id } });
    expect(headers['x-request-id']).toMatch(fresh);
  });
});

test.each(servedLanes)('B7: what the parser of the %s refuses carries a new id', async (lane) => {
  for (const request of ['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nX-Request-Id: mine\r\nBad Name: 1\r\n\r\n']) {
    const [answered] = readAnswers(await sendRaw(inject('contract')[lane], request));
    expect(answered?.headers['x-request-id']).toMatch(fresh);
  }
});

describe.each(apiLanes)('the log of a server of the lane %s', (lane) => {
  let fixture: OwnFixture;
  let server: ServerProcess;
  beforeAll(async () => {
    fixture = await ownFixture();
    server = await fixture.start({ API_LANE: lane, LOG_LEVEL: 'info' });
  });
  afterAll(() => fixture.remove());

  interface Line {
    readonly id?: string;
    readonly status?: number;
    readonly path?: string;
    readonly method?: string;
    readonly caller?: string;
    readonly subject?: string;
  }
  const lines = (): Line[] =>
    server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Line);
  const lineOf = async (id: string | undefined): Promise<Line | undefined> => {
    await waitUntil('the line of the log', () => lines().some((line) => line.id === id));
    const found = lines().filter((line) => line.id === id);
    expect(found).toHaveLength(1);
    return found[0];
  };

  test('B7: every answer has one line with its id, its status, and who asked', async () => {
    const answers = [];
    for (const [status, asked] of every) answers.push([status, asked, await ask(server.port, asked)] as const);
    for (const [status, asked, answered] of answers) {
      expect(await lineOf(answered.headers['x-request-id'])).toMatchObject({
        status,
        method: asked.method ?? 'GET',
        caller: asked.from ?? '127.0.0.1',
      });
    }
    const [, , byKey] = answers[2] ?? [];
    expect((await lineOf(byKey?.headers['x-request-id']))?.subject).toBe(`key:${keys.plain.slice(0, 6)}`);
  });

  test('B7: what the parser refuses has its line too', async () => {
    const requests: [number, string][] = [
      [400, 'nonsense\r\n\r\n'],
      [431, `GET /1.0/droplist?${'a'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`],
      [431, `GET /1.0/droplist?${'a'.repeat(600_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
      [405, 'TRACE /1.0/droplist HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
      [400, 'CONNECT a.nz:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
      [400, 'POST /1.0/availability HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'],
    ];
    const answers = await Promise.all(
      requests.map(async ([, request]) => readAnswers(await sendRaw(server.port, request))),
    );
    for (const [place, [status]] of requests.entries()) {
      const [answered] = answers[place] ?? [];
      expect(answered?.status).toBe(status);
      expect((await lineOf(answered?.headers['x-request-id']))?.status).toBe(status);
    }
  });

  test('B8, N12: no key and no place that a caller sends is in anything the server prints', async () => {
    const secrets = [
      ...Object.values(keys),
      'WrongKeyWrongKeyWrongKeyWrongKeyWrong001',
      'W'.repeat(64),
      'SharedSecretOfTwentyAA',
    ];
    const escaped = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    const far = '/api/1.0/availability/yx/-36.8484597/174.7633315';
    for (const secret of secrets) {
      const spots: Asked[] = [
        { target: `${path}?api_key=${secret}` },
        { target: `${path}?api_key=${secret}`, method: 'HEAD' },
        { target: `${path}?api_key=${secret}`, method: 'OPTIONS' },
        { target: `${path}?api_key=${secret}`, method: 'DELETE' },
        { target: `${path}?api_key=${secret}`, headers: { Origin: allowedOrigin } },
        { target: path, headers: { 'X-Api-Key': secret } },
        { target: path, headers: { 'x-api-key': [secret, secret] } },
        { target: path, headers: { Authorization: `ApiKey ${secret}`, Cookie: `api_key=${secret}` } },
        { target: `${path}?api_key=${escaped(secret)}` },
        { target: `${path}?api%5fkey=${secret}&x=1` },
        { target: `${path}?api_key=${secret}&api_key=${secret}` },
        { target: `${path}?api_key=${secret}%ZZ` },
        { target: `${path}?api_key=${secret}%00` },
        { target: `${path}?API_KEY=${secret}` },
        { target: `${path}?api_key=%22${secret}%22` },
        { target: `${path}?api_key=${secret}+x` },
        { target: `http://watea.example${path}?api_key=${secret}` },
        { target: `http://${secret}@watea.example${path}` },
        // question marks that were lost on the way
        { target: `${path}&api_key=${secret}` },
        { target: `${path}%3Fapi_key=${secret}` },
        { target: `${path}%3Fapi_key=${escaped(secret)}` },
        { target: `${path};api_key=${secret}` },
        { target: `${path}/${secret}` },
        { target: `${path}/api_key/${secret}%ZZ` },
        { target: `/api/${secret}` },
        { target: `/1.0/${secret}?api_key=${secret}` },
        { target: `/1.0/droplist?api_key=${secret}` },
        { target: `/1.0/availability?string=${secret}&domains[]=${secret}.nz&string=2` },
        { target: `//${secret}` },
        { target: `/${secret}?api_key=${secret}` },
        { target: `/?lat=-41.0512345&api_key=${secret}` },
        { target: `${far.replaceAll('.', '%2E').replaceAll('-', '%2d')}?api_key=${secret}` },
        { target: `${far.replace('36', '%33%36')}00?api_key=${secret}` },
        { target: `/api/1.0/availability/yx/-36,8484597/174,7633315?api_key=${secret}` },
        { target: `/api/1.0/availability/xy/174.7633315/-36.8484597?api_key=${secret}` },
        { target: `/api/1.0/availability/yx/-36.8484597,174.7633315?api_key=${secret}` },
      ];
      await Promise.all(spots.map((asked) => ask(server.port, { from: '127.9.7.7', ...asked })));
      const broken = [
        `GET ${path}?api_key=${secret}\x7f HTTP/1.1\r\nHost: x\r\n\r\n`,
        `GET ${path}?api_key=${secret} HTTP/7\r\nHost: x\r\n\r\n`,
        `GET ${path}?api_key=${secret} HTTP/1.1\r\nConnection: close\r\n\r\n`,
        `get ${path}?api_key=${secret} HTTP/1.1\r\nHost: x\r\n\r\n`,
        `GET ${path} HTTP/1.1\r\nX-Api-Key : ${secret}\r\n\r\n`,
        `GET ${path}?api_key=${secret}${'a'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        `CONNECT ${secret} HTTP/1.1\r\nHost: x\r\n\r\n`,
        `api_key=${secret}\r\n\r\n`,
      ];
      await Promise.all(broken.map((request) => sendRaw(server.port, request)));
    }
    const last = await ask(server.port, { target: '/1.0/droplist' });
    await lineOf(last.headers['x-request-id']);
    await fixture.stopAll();

    const printed = server.output();
    expect(lines().length).toBeGreaterThan(secrets.length * 40);
    const holds = (text: string) => printed.toLowerCase().includes(text.toLowerCase());
    for (const secret of secrets) {
      // the first six characters are shown on purpose
      expect([holds(secret.slice(0, 12)), holds(secret.slice(-12)), holds(escaped(secret).slice(0, 24))]).toEqual([
        false,
        false,
        false,
      ]);
    }
    for (const place of ['0512345', '0567891', '8484597', '7633315'])
      expect([place, holds(place)]).toEqual([place, false]);
    for (const { path: logged } of lines()) {
      for (const [, decimals = ''] of (logged ?? '').matchAll(/(?:\.|,|%2e)(\d+)/gi)) {
        expect(decimals.length, logged).toBeLessThanOrEqual(2);
      }
    }
  });
});

test('B8: the answers themselves never repeat a key', async () => {
  for (const lane of lanes) {
    for (const target of [
      `${path}?api_key=${keys.revoked}`,
      `${path}?api_key=${keys.plain}&api_key=1`,
      `/api/${keys.plain}`,
    ]) {
      const { body, headers } = await askBy(lane, { target, from });
      expect(body + JSON.stringify(headers)).not.toMatch(/Test(?:Plain|Revoked)Key/);
    }
  }
});
