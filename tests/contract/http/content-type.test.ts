import { describe, expect, inject, test } from 'vitest';
import { callers, keys } from '#tests/support/fixture.ts';
import { type Asked, sendRaw } from '#tests/support/http.ts';
import { askBy, lanes, servedLanes } from '#tests/support/lanes.ts';
import { readAnswers } from '#tests/support/processes/raw-answers.ts';

const registry = 'application/json; charset=utf-8';
const broadband = 'application/json';
const csv = 'text/csv; charset=utf-8; header=present';
const ndjson = 'application/x-ndjson; charset=utf-8';
const point = '/api/1.0/availability/yx/-41.05/174.05';
const from = callers.stranger;

const answers: [status: number, contentType: string | undefined, asked: Asked][] = [
  [200, registry, { target: '/1.0/availability?string=active' }],
  [200, registry, { target: '/1.0/availability?string=active', method: 'HEAD' }],
  [200, registry, { target: '/1.0/availability?string=active', headers: { Accept: 'text/html' } }],
  [200, registry, { target: '/1.0/droplist' }],
  [200, registry, { target: '/1.0/droplist', headers: { 'Accept-Encoding': 'gzip' } }],
  [200, registry, { target: '/1.0/droplist?format=json' }],
  [200, csv, { target: '/1.0/droplist?format=csv' }],
  [200, csv, { target: '/1.0/droplist?format=csv', method: 'HEAD', headers: { 'Accept-Encoding': 'br' } }],
  [200, ndjson, { target: '/1.0/droplist?format=ndjson' }],
  [200, registry, { target: '/1.0/droplist/released' }],
  [200, csv, { target: '/1.0/droplist/released?format=csv' }],
  [200, ndjson, { target: '/1.0/droplist/released?format=ndjson' }],
  [200, csv, { target: '/1.1/releases?format=csv' }],
  [200, ndjson, { target: '/1.1/releases?format=ndjson' }],
  [304, undefined, { target: '/1.0/droplist?format=csv', headers: { 'If-None-Match': '*' } }],
  [400, registry, { target: '/1.0/droplist?format=csv&suffix=com' }],
  [403, registry, { target: '/1.0/droplist?format=csv', from }],
  [404, registry, { target: '/1.0/droplist/released/?format=csv' }],
  [405, registry, { target: '/1.0/droplist/released?format=csv', method: 'POST' }],
  [304, undefined, { target: '/1.0/droplist', headers: { 'If-None-Match': '*' } }],
  [204, undefined, { target: '/1.0/availability', method: 'OPTIONS' }],
  [204, undefined, { target: '/1.0/droplist', method: 'OPTIONS' }],
  [400, registry, { target: '/1.0/availability' }],
  [400, registry, { target: '/1.0/availability?string=%ZZ' }],
  [400, registry, { target: '/1.0/nothing%ZZ' }],
  [403, registry, { target: '/1.0/availability?string=active', from }],
  [403, registry, { target: '/1.0/droplist', from }],
  [404, registry, { target: '/1.0' }],
  [404, registry, { target: '/1.0/' }],
  [404, registry, { target: '/1.0/droplist/' }],
  [404, registry, { target: '/1.0/nothing/at/all' }],
  [405, registry, { target: '/1.0/droplist', method: 'DELETE' }],
  [413, registry, { target: '/1.0/availability', method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }],
  [415, registry, { target: '/1.0/availability', method: 'POST', body: 'x' }],
  [200, broadband, { target: `${point}?api_key=${keys.plain}` }],
  [200, broadband, { target: `${point}?api_key=${keys.plain}`, method: 'HEAD' }],
  [200, broadband, { target: point, headers: { 'X-Api-Key': keys.plain, Accept: 'text/html' } }],
  [200, broadband, { target: `/api/2.0/availability/-41.05/174.05?api_key=${keys.plain}` }],
  [200, broadband, { target: `/api/2.0/providers?api_key=${keys.plain}` }],
  [200, broadband, { target: `/api/2.0/addresses?q=3&api_key=${keys.plain}` }],
  [200, broadband, { target: `/api/1.0/networks?x=174&y=-41&api_key=${keys.plain}` }],
  [400, broadband, { target: `/api/1.0/networks?api_key=${keys.plain}` }],
  [403, broadband, { target: `/api/2.0/providers?api_key=${keys.first}` }],
  [404, broadband, { target: `/api/2.0/availability/address/x?api_key=${keys.plain}` }],
  [204, undefined, { target: point, method: 'OPTIONS' }],
  [400, broadband, { target: `/api/1.0/availability/yx/x/y?api_key=${keys.plain}` }],
  [400, broadband, { target: `${point}?api_key=%FF` }],
  [401, broadband, { target: point, from }],
  [404, broadband, { target: '/api' }],
  [404, broadband, { target: '/api/1.0/availability/' }],
  [404, broadband, { target: `${point}/` }],
  [405, broadband, { target: point, method: 'PUT' }],
];

describe.each(lanes)('by the %s', (lane) => {
  test.each(answers)('B1: a %i is %s: %j', async (status, contentType, asked) => {
    const answered = await askBy(lane, asked);
    expect(answered.status, answered.body.slice(0, 300)).toBe(status);
    expect(answered.headers['content-type']).toBe(contentType);
  });
});

/** Refused by Node's parser, which knows no path; what the request line shows still decides. */
const refusedByParser: [target: string, contentType: string][] = [
  ['/1.0/availability?string=m\xc4\x81ori', registry],
  ['/1.0/droplist \x7f', registry],
  ['http://x/1.0/availability?string=\xff', registry],
  ['/api/1.0/availability/yx/\xc4\x81/1', broadband],
  ['/1.01/\xc4', broadband],
];

describe.each(servedLanes)('on the socket of the %s', (lane) => {
  test.each(refusedByParser)('B1: GET %s, which is no HTTP, is a 400 of %s', async (target, contentType) => {
    const request = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`, 'latin1');
    const [answered] = readAnswers(await sendRaw(inject('contract')[lane], request));
    expect(answered?.status).toBe(400);
    expect(answered?.headers['content-type']).toBe(contentType);
  });
});
