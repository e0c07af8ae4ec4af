import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { errorText } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { type Asked, ask, sendRaw } from '#tests/support/http.ts';
import { askBy, lanes, servedLanes } from '#tests/support/lanes.ts';
import { allowRegistrar, type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { converse, readAnswers } from '#tests/support/processes/raw-answers.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';

const kib = 1024;
const stranger = callers.stranger;
const tooLong = 'x'.repeat(kib * kib + 1);
const html = { 'Content-Type': 'text/html' };
const point = '/api/1.0/availability/yx/-41.05/174.05';
const outside = '/api/1.0/availability/yx/51.5/-0.1';

/** Requests that break several rules at once, and the rule that the answer reports: the first in the order of checks. */
const severalFaults: [status: number, asked: Asked][] = [
  [400, { target: '/1.0/nothing?%ZZ', method: 'DELETE', from: stranger, headers: html, body: tooLong }],
  [400, { target: '/1.0/availability?%FF', method: 'OPTIONS', from: stranger }],
  [400, { target: '/1.0/x/../droplist', method: 'PATCH', from: stranger }],
  [400, { target: `${outside}?api_key=%00`, method: 'PUT', from: stranger }],
  [404, { target: '/1.0/nothing', method: 'DELETE', from: stranger, headers: html, body: tooLong }],
  [404, { target: '/1.0/droplist/', method: 'OPTIONS', from: stranger }],
  [404, { target: '/api/1.0/availability/yx/x', method: 'PUT', from: stranger }],
  [204, { target: '/1.0/availability?string=&string=', method: 'OPTIONS', from: stranger, headers: html }],
  [204, { target: `${outside}?api_key=wrong&api_key=wrong`, method: 'OPTIONS', from: stranger }],
  [405, { target: '/1.0/availability?string=&string=', method: 'PUT', from: stranger, headers: html, body: tooLong }],
  [405, { target: '/1.0/droplist', method: 'POST', from: stranger, headers: html, body: tooLong }],
  [404, { target: '/1.0/droplist/released/?format=x', method: 'POST', from: stranger }],
  [405, { target: '/1.0/droplist/released?format=x', method: 'POST', from: stranger, headers: html, body: tooLong }],
  [403, { target: '/1.0/droplist?format=x&format=y', from: stranger }],
  [403, { target: '/1.0/droplist/released?format=x', from: stranger }],
  [400, { target: '/1.0/droplist?format=x', headers: { 'If-None-Match': '*' } }],
  [405, { target: `${outside}?api_key=wrong&api_key=wrong`, method: 'POST', from: stranger, headers: html, body: 'x' }],
  [403, { target: '/1.0/availability?string=&string=', method: 'POST', from: stranger, headers: html, body: tooLong }],
  [403, { target: '/1.0/availability', from: stranger }],
  [401, { target: `${outside}?api_key=wrong`, from: stranger }],
  [401, { target: '/api/1.0/availability/yx/north/east', from: stranger }],
  [401, { target: '/api/2.0/availability/north/east', from: stranger }],
  [401, { target: '/api/2.0/availability', method: 'POST', from: stranger, headers: html, body: tooLong }],
  [403, { target: `/api/2.0/availability/north/east?api_key=${keys.first}` }],
  [403, { target: `/api/2.0/availability?api_key=${keys.second}`, method: 'POST', headers: html, body: tooLong }],
  [405, { target: `/api/2.0/providers?api_key=${keys.first}`, method: 'POST', headers: html, body: tooLong }],
  [413, { target: '/1.0/availability?string=&string=', method: 'POST', headers: html, body: tooLong }],
  [413, { target: '/1.0/availability', headers: html, body: tooLong }],
  [415, { target: '/1.0/availability?string=&string=', method: 'POST', headers: html, body: 'string=' }],
  [400, { target: '/1.0/availability?string=&string=' }],
  [400, { target: `/api/1.0/availability/yx/north/-0.1?api_key=${keys.plain}` }],
  [400, { target: `${outside}?api_key=${keys.plain}` }],
];

describe.each(lanes)('by the %s', (lane) => {
  test.each(severalFaults)('B9: %i comes first: %j', async (status, asked) => {
    const answered = await askBy(lane, asked);
    expect(answered.status).toBe(status);
    if (status !== 204) expectError(answered, status);
    expect(answered.headers['www-authenticate']).toBe(status === 401 ? 'ApiKey' : undefined);
    expect(answered.headers.allow === undefined).toBe(status !== 405 && status !== 204);
  });

  test('B9: what cannot be a number is reported before what lies outside', async () => {
    const both = `/api/1.0/availability/yx/north/-0.1?api_key=${keys.plain}`;
    const outsideOnly = `${outside}?api_key=${keys.plain}`;
    expect((await askBy(lane, { target: both })).body).toContain('is not a number');
    expect((await askBy(lane, { target: outsideOnly })).body).toContain('out of the service coverage area');
  });

  test('B9: the absolute form is read as its path', async () => {
    for (const origin of ['http://watea.example', 'HTTP://127.0.0.1:80', 'https://u:p@[::1]:443']) {
      const relative = { target: '/1.0/availability?domains[]=active.nz' };
      const absolute = { target: `${origin}${relative.target}` };
      expect((await askBy(lane, absolute)).body).toBe((await askBy(lane, relative)).body);
      expectError(await askBy(lane, { ...absolute, from: stranger }), 403);
      expectError(await askBy(lane, { target: `${origin}/1.0/nothing` }), 404);
      expectError(await askBy(lane, { target: `${origin}${point}?api_key=%ZZ` }), 400);
      expect((await askBy(lane, { target: `${origin}${point}?api_key=${keys.plain}` })).status).toBe(200);
    }
  });
});

describe('at the limit', () => {
  const from = '127.0.0.70';
  let fixture: OwnFixture;
  let server: ServerProcess;
  beforeAll(async () => {
    fixture = await ownFixture();
    allowRegistrar(fixture, { name: 'One', perSecond: 1, networks: [`${from}/32`] });
    server = await fixture.start();
  });
  afterAll(() => fixture.remove());

  test.each([
    ['a body that is too long', { target: '/1.0/availability', method: 'POST', headers: html, body: tooLong }],
    ['a body of a wrong type', { target: '/1.0/availability', method: 'POST', headers: html, body: 'x' }],
    ['nonsense', { target: '/1.0/availability?string=&string=' }],
  ])('B9: 429 comes before %s', async (_what, asked) => {
    let answered = await ask(server.port, { ...asked, from });
    for (let more = 0; answered.status !== 429 && more < 50; more++)
      answered = await ask(server.port, { ...asked, from });
    expectError(answered, 429, 'The limit of 1 requests is reached; ask again in 1 second.');
  });

  test('B9: 429 comes before coordinates', async () => {
    const asked = { target: `/api/1.0/availability/yx/north/east?api_key=${keys.slow}` };
    let answered = await ask(server.port, asked);
    for (let more = 0; answered.status !== 429 && more < 50; more++) answered = await ask(server.port, asked);
    expectError(answered, 429);
  });

  test('B9: 100 Continue is not sent at the limit', async () => {
    const post =
      'POST /1.0/availability HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 16\r\nExpect: 100-continue\r\n\r\n';
    let answers: number[] = [];
    for (let more = 0; !answers.includes(429) && more < 50; more++) {
      await ask(server.port, { target: '/1.0/droplist', from });
      const talk = await converse(server.port, from);
      talk.write(post);
      await talk.until(/^HTTP\/1\.1 \d+ .*\r\n/);
      if (talk.received().startsWith('HTTP/1.1 100')) talk.end();
      else answers = readAnswers(await talk.closed()).map(({ status }) => status);
    }
    expect(answers).toEqual([429]);
  });
});

describe.each(servedLanes)('on the socket of the %s', (lane) => {
  const port = () => inject('contract')[lane];
  const form = 'Content-Type: application/x-www-form-urlencoded\r\n';

  test.each([
    ['a length', 'Content-Length: 1000000\r\n'],
    ['chunks', 'Transfer-Encoding: chunked\r\n'],
    ['an expectation', 'Content-Length: 16\r\nExpect: 100-continue\r\n'],
    ['an expectation in capitals', 'Content-Length: 16\r\nEXPECT: 100-Continue\r\n'],
    ['an expectation that nobody knows', 'Content-Length: 16\r\nExpect: the-unexpected\r\n'],
  ])('B9: a stranger who announces a body by %s is refused before it sends it', async (_what, lines) => {
    const requests: [number, string][] = [
      [403, `POST /1.0/availability HTTP/1.1\r\nHost: x\r\n${form}${lines}\r\n`],
      [403, `GET /1.0/availability HTTP/1.1\r\nHost: x\r\n${form}${lines}\r\n`],
      [403, `GET /1.0/droplist HTTP/1.1\r\nHost: x\r\n${lines}\r\n`],
      [401, `GET ${point} HTTP/1.1\r\nHost: x\r\n${lines}\r\n`],
      [405, `PUT ${point} HTTP/1.1\r\nHost: x\r\n${lines}\r\n`],
      [404, `POST /1.0/nothing HTTP/1.1\r\nHost: x\r\n${lines}\r\n`],
      [400, `POST /1.0/%ZZ HTTP/1.1\r\nHost: x\r\n${lines}\r\n`],
      [204, `OPTIONS /1.0/availability HTTP/1.1\r\nHost: x\r\n${lines}\r\n`],
    ];
    for (const [status, request] of requests) {
      const talk = await converse(port(), stranger);
      talk.write(request);
      await talk.until(status === 204 ? /\r\n\r\n/ : /\}(?:\r\n0\r\n\r\n)?$/);
      expect(readAnswers(talk.received()).map((answered) => answered.status)).toEqual([status]);
      talk.end();
    }
  });

  test('B9: one who may ask gets 100 Continue, and then its answer', async () => {
    const talk = await converse(port());
    const head = `POST /1.0/availability HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${form}Content-Length: 19\r\nExpect: 100-continue\r\n\r\n`;
    talk.write(head);
    expect(await talk.until(/\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    talk.write('domains[]=active.nz');
    const [, answered] = readAnswers(await talk.closed());
    expect(answered?.status).toBe(200);
    expect(answered?.body).toBe('[{"code":"200","status":"Active","domain":"active.nz"}]');
  });

  test('B9: a body that would be too long is refused without 100 Continue', async () => {
    const talk = await converse(port());
    talk.write(
      `POST /1.0/availability HTTP/1.1\r\nHost: x\r\n${form}Content-Length: 1048577\r\nExpect: 100-continue\r\n\r\n`,
    );
    const answers = readAnswers(await talk.closed());
    expect(answers.map(({ status }) => status)).toEqual([413]);
  });

  test('B9: an expectation that nobody knows changes nothing', async () => {
    const lines = 'Connection: close\r\nExpect: the-unexpected\r\n';
    const received = await sendRaw(port(), `GET /1.0/droplist HTTP/1.1\r\nHost: x\r\n${lines}\r\n`);
    expect(readAnswers(received).map(({ status }) => status)).toEqual([200]);
  });

  test('B9: after a refusal that left a body unread, the connection goes on in step or is closed', async () => {
    const talk = await converse(port(), stranger);
    const hidden = 'GET /1.0/nothing HTTP/1.1\r\nHost: x\r\n\r\n';
    talk.write(`POST /1.0/availability HTTP/1.1\r\nHost: x\r\n${form}Content-Length: ${hidden.length}\r\n\r\n`);
    await talk.until(/\}(?:\r\n0\r\n\r\n)?$/);
    talk.write(hidden);
    talk.write('GET /1.0/droplist HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const answers = readAnswers(await talk.closed());
    expect([[403], [403, 403]]).toContainEqual(answers.map(({ status }) => status));
  });

  /** A GET for 1,000 names whose head has so many bytes. */
  function headOf(bytes: number): string {
    const names = Array.from({ length: 1000 }, (_, place) => `domains[]=${'n'.repeat(50)}${place}.co.nz`).join('&');
    const start = `GET /1.0/availability?${names}&x=`;
    const end = ' HTTP/1.1\r\nHost: watea.example\r\nConnection: close\r\n\r\n';
    return start + 'x'.repeat(bytes - start.length - end.length) + end;
  }

  test.each([127 * kib, 128 * kib])('B9: a head of %i bytes with 1,000 names is answered', async (bytes) => {
    expect(headOf(bytes)).toHaveLength(bytes);
    const [answered] = readAnswers(await sendRaw(port(), headOf(bytes)));
    expect(answered?.status).toBe(200);
    expect(JSON.parse(answered?.body ?? '')).toHaveLength(1000);
  });

  test.each([128 * kib + 1, 129 * kib, 256 * kib, 1024 * kib])('B9: a head of %i bytes is 431', async (bytes) => {
    const [answered, ...more] = readAnswers(await sendRaw(port(), headOf(bytes)));
    expect(more).toEqual([]);
    expect(answered?.status).toBe(431);
    expect(answered?.body).toBe(
      errorText(431, 'The request head is larger than 128 KiB; send many names in a body instead.'),
    );
  });

  test('B9: header lines count as much as the target', async () => {
    const lines = (bytes: number) => `X-Filler: ${'x'.repeat(bytes - 12)}\r\n`;
    const head = (bytes: number) => {
      const [start, end] = ['GET /1.0/droplist HTTP/1.1\r\nHost: x\r\nConnection: close\r\n', '\r\n'];
      return start + lines(1000).repeat(100) + lines(bytes - start.length - end.length - 100_000) + end;
    };
    const statusOf = async (bytes: number) => readAnswers(await sendRaw(port(), head(bytes)))[0]?.status;
    expect(head(128 * kib)).toHaveLength(128 * kib);
    expect(await statusOf(128 * kib)).toBe(200);
    expect(await statusOf(128 * kib + 1)).toBe(431);
  });

  test('B9: 5,000 header lines within that size are read, all of them', async () => {
    const filler = 'X-Filler: 1\r\n'.repeat(5000);
    const request = `GET /1.0/droplist HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${filler}X-Request-Id: the-last\r\n\r\n`;
    const [answered] = readAnswers(await sendRaw(port(), request));
    expect(answered?.status).toBe(200);
    expect(answered?.headers['x-request-id']).toBe('the-last');
  });
});
