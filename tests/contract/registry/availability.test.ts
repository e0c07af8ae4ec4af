import { describe, expect, test } from 'vitest';
import { availabilityHeaders, contractHeaders, errorText, registrarLimitHeaders } from '#tests/support/contract.ts';
import { callers } from '#tests/support/fixture.ts';
import { askBy, lanes } from '#tests/support/lanes.ts';

const available = (domain: string) => ({ code: '220', status: 'Available', domain });
const active = (domain: string) => ({ code: '200', status: 'Active', domain });
const idn = (code: string, status: string, domain: string, original: string) => ({ code, status, domain, original });

const allOfActive = [
  active('active.nz'),
  available('active.ac.nz'),
  active('active.co.nz'),
  available('active.cri.nz'),
  available('active.geek.nz'),
  available('active.gen.nz'),
  available('active.health.nz'),
  available('active.iwi.nz'),
  available('active.kiwi.nz'),
  available('active.maori.nz'),
  available('active.mil.nz'),
  available('active.net.nz'),
  available('active.org.nz'),
  available('active.school.nz'),
  available('active.govt.nz'),
  available('active.parliament.nz'),
];

const suffixes = allOfActive.map(({ domain }) => domain.slice('active.'.length));

describe.each(lanes)('GET /1.0/availability by the %s', (lane) => {
  test('R6: string answers the 16 suffixes in the order of the specification', async () => {
    const { status, body } = await askBy(lane, { target: '/1.0/availability?string=active' });
    expect(status).toBe(200);
    expect(body).toBe(JSON.stringify(allOfActive));
  });

  test('R6: string answers an IDN with its original below every suffix, in either spelling', async () => {
    const expected = suffixes.map((suffix) =>
      suffix === 'nz'
        ? idn('500', 'Invalid characters in query string', 'xn--mori-qsa.nz', 'māori.nz')
        : idn(
            suffix === 'co.nz' ? '200' : '220',
            suffix === 'co.nz' ? 'Active' : 'Available',
            `xn--mori-qsa.${suffix}`,
            `māori.${suffix}`,
          ),
    );
    for (const spelling of ['māori', 'MĀORI']) {
      const { body } = await askBy(lane, { target: `/1.0/availability?string=${encodeURIComponent(spelling)}` });
      const asAsked = expected.map((entry) =>
        entry.code === '500' && spelling === 'MĀORI'
          ? { ...entry, domain: 'xn--MORI-lsa.nz', original: 'MĀORI.nz' }
          : entry,
      );
      expect(body).toBe(JSON.stringify(asAsked));
    }
  });

  test('R12, R13: the headers of an answer', async () => {
    const answered = await askBy(lane, { target: '/1.0/availability?domains[]=active.nz' });
    expect(answered.body).toBe('[{"code":"200","status":"Active","domain":"active.nz"}]');
    expect(contractHeaders(answered)).toEqual({
      ...availabilityHeaders,
      ...registrarLimitHeaders(100_000),
      'cache-control': 'no-store',
    });
  });

  test('R13: an answer has no validators, and conditional requests get it whole', async () => {
    const answered = await askBy(lane, {
      target: '/1.0/availability?domains[]=active.nz',
      headers: { 'If-None-Match': '*', 'If-Modified-Since': 'Fri, 31 Dec 2100 00:00:00 GMT' },
    });
    expect(answered.status).toBe(200);
    expect(answered.body).toBe('[{"code":"200","status":"Active","domain":"active.nz"}]');
    expect(answered.headers).not.toHaveProperty('etag');
    expect(answered.headers).not.toHaveProperty('last-modified');
  });

  test.each([
    [404, { target: '/1.0/availability/?string=active' }],
    [405, { target: '/1.0/availability?string=active', method: 'DELETE' }],
    [403, { target: '/1.0/availability?string=active', from: callers.stranger }],
    [415, { target: '/1.0/availability', method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'kea.nz' }],
    [400, { target: '/1.0/availability' }],
  ])('R12: a %i lets pages of every origin read it', async (expected, asked) => {
    const answered = await askBy(lane, asked);
    expect(answered.status).toBe(expected);
    expect(contractHeaders(answered)).toMatchObject(availabilityHeaders);
  });

  test('R12: a 429 lets pages of every origin read it', async () => {
    let answered = await askBy(lane, { target: '/1.0/availability?string=active', from: callers.slowToo });
    for (let asked = 0; answered.status === 200 && asked < 100; asked++) {
      answered = await askBy(lane, { target: '/1.0/availability?string=active', from: callers.slowToo });
    }
    expect(answered.status).toBe(429);
    expect(answered.body).toBe(errorText(429, 'The limit of 5 requests is reached; ask again in 1 second.'));
    expect(contractHeaders(answered)).toEqual({
      ...availabilityHeaders,
      'ratelimit-policy': '"second";q=5;w=1',
      ratelimit: '"second";r=0;t=1',
      'ratelimit-limit': '5',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
      'retry-after': '1',
    });
  });
});

test('R12: a preflight is answered to every origin, before the address is looked at', async () => {
  for (const lane of lanes) {
    const answered = await askBy(lane, { target: '/1.0/availability', method: 'OPTIONS', from: callers.stranger });
    expect(answered.status, lane).toBe(204);
    expect(contractHeaders(answered), lane).toEqual({
      'x-request-id': expect.any(String),
      allow: 'GET, HEAD, OPTIONS, POST',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS, POST',
      'access-control-allow-headers': 'X-Api-Key, Content-Type, X-Request-Id',
      'access-control-max-age': '86400',
    });
  }
});
