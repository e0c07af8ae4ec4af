import { describe, expect, test } from 'vitest';
import { SiteKey } from '#lib/access/keys/site-key.ts';
import { broadbandHeaders, contractHeaders, errorText, keyLimitHeaders, keyRefused } from '#tests/support/contract.ts';
import { allowedOrigin, fixtureSecret, keys } from '#tests/support/fixture.ts';
import type { Asked } from '#tests/support/http.ts';
import { askBy, type Lane, lanes } from '#tests/support/lanes.ts';

const path = '/api/1.0/availability/yx/-41.5/172.5';
const withQuery = (key: string, headers: Asked['headers'] = {}): Asked => ({
  target: `${path}?api_key=${key}`,
  headers,
});
const withHeader = (key: string, headers: Asked['headers'] = {}): Asked => ({
  target: path,
  headers: { 'X-Api-Key': key, ...headers },
});

const unknown = 'UnknownKeyUnknownKeyUnknownKeyUnknownK07';

const refused: [which: string, asked: Asked][] = [
  ['absent', { target: path }],
  ['empty', withQuery('')],
  ['without a value', { target: `${path}?api_key` }],
  ['empty in the header', withHeader('')],
  ['unknown', withQuery(unknown)],
  ['unknown, in the header', withHeader(unknown)],
  ['revoked', withQuery(keys.revoked)],
  ['revoked, in the header', withHeader(keys.revoked)],
  ['expired', withQuery(keys.expired)],
  ['for another origin', withQuery(keys.withOrigins, { Origin: 'https://evil.example' })],
  ['for an origin, without one', withQuery(keys.withOrigins)],
  ['for an origin, with null', withQuery(keys.withOrigins, { Origin: 'null' })],
  ['for an origin, with a slash', withQuery(keys.withOrigins, { Origin: `${allowedOrigin}/` })],
  ['for an origin, in capitals', withQuery(keys.withOrigins, { Origin: allowedOrigin.toUpperCase() })],
  ['for an origin, by another scheme', withQuery(keys.withOrigins, { Origin: 'http://isp.example' })],
  ['for an origin, by another port', withQuery(keys.withOrigins, { Origin: `${allowedOrigin}:8443` })],
  ['for an origin, claimed by Referer', withQuery(keys.withOrigins, { Referer: `${allowedOrigin}/` })],
  ['in other capitals', withQuery(keys.plain.toLowerCase())],
  ['with a space', withQuery(`${keys.plain}+`)],
  ['cut by one', withQuery(keys.plain.slice(0, -1))],
  ['longer by one', withQuery(`${keys.plain}1`)],
  ['with a quote', withQuery("'%20OR%20'1'%3D'1")],
  ['very long', withQuery('A'.repeat(5000))],
  ['by another name', { target: `${path}?apikey=${keys.plain}&API_KEY=${keys.plain}&key=${keys.plain}` }],
  ['in a cookie', { target: path, headers: { Cookie: `api_key=${keys.plain}` } }],
  ['its hash', withQuery('f'.repeat(64))],
  ['wrong in the query, right in the header', { ...withHeader(keys.plain), target: `${path}?api_key=${unknown}` }],
  ['empty in the query, right in the header', { ...withHeader(keys.plain), target: `${path}?api_key=` }],
];

const accepted: [how: string, asked: Asked][] = [
  ['in the query', withQuery(keys.plain)],
  ['in the header', withHeader(keys.plain)],
  ['in a header in capitals', { target: path, headers: { 'X-API-KEY': keys.plain } }],
  ['in the query, wrong in the header', { ...withHeader(unknown), target: `${path}?api_key=${keys.plain}` }],
  ['escaped', { target: `${path}?api%5Fkey=%54${keys.plain.slice(1)}` }],
  ['behind other parameters', { target: `${path}?a=1&&b&api_key=${keys.plain}&c=2` }],
  ['from any origin, for a key of all origins', withQuery(keys.plain, { Origin: 'https://evil.example' })],
];

describe.each(lanes)('keys of the broadband service by the %s', (lane) => {
  test('N9: a key as a bearer gets 401, and how to give it', async () => {
    const answered = await askBy(lane, { target: path, headers: { Authorization: `Bearer ${keys.plain}` } });
    expect(answered.body).toBe(
      errorText(
        401,
        'The api_key is missing: the header Authorization is not read, so give the key as "api_key" in the query or in the header X-Api-Key.',
      ),
    );
    expect(contractHeaders(answered)).toEqual({ ...broadbandHeaders, 'www-authenticate': 'ApiKey' });
  });

  test.each(refused)('N1, N9: a key that is %s gets 401, in one text for all', async (_which, asked) => {
    const answered = await askBy(lane, asked);
    expect(answered.body).toBe(errorText(401, keyRefused));
    expect(answered.status).toBe(401);
    expect(contractHeaders(answered)).toEqual({ ...broadbandHeaders, 'www-authenticate': 'ApiKey' });
  });

  test.each(accepted)('N1, N9: a key is taken %s', async (_how, asked) => {
    const answered = await askBy(lane, asked);
    expect(answered.status).toBe(200);
    expect(contractHeaders(answered)).toEqual({
      ...broadbandHeaders,
      ...keyLimitHeaders(100_000, 1_000_000),
      'cache-control': 'private, no-store',
    });
  });

  test('N1: a key for an origin is taken from it, in query and header', async () => {
    for (const asked of [
      withQuery(keys.withOrigins, { Origin: allowedOrigin }),
      withHeader(keys.withOrigins, { Origin: allowedOrigin }),
    ]) {
      const answered = await askBy(lane, asked);
      expect(answered.status).toBe(200);
      expect(contractHeaders(answered)['access-control-allow-origin']).toBe('*');
    }
  });

  test('N1: api_key given twice is refused, the same one too', async () => {
    for (const query of [
      `api_key=${keys.plain}&api_key=${keys.plain}`,
      `api_key=${keys.plain}&api_key=`,
      `api_key&api%5fkey=${unknown}`,
    ]) {
      const answered = await askBy(lane, { target: `${path}?${query}` });
      expect(answered.body).toBe(errorText(400, 'The parameter "api_key" is given more than once.'));
      expect(answered.status).toBe(400);
      expect(contractHeaders(answered)).toEqual(broadbandHeaders);
    }
  });

  test('N1: a spent limit is reported before a wrong number', async () => {
    let answered = await askBy(lane, withQuery(keys.slowToo));
    for (let asked = 0; answered.status === 200 && asked < 100; asked++)
      answered = await askBy(lane, withQuery(keys.slowToo));
    expect(answered.status).toBe(429);
    expect(answered.body).toBe(errorText(429, 'The limit of 3 requests is reached; ask again in 1 second.'));
    expect(contractHeaders(answered)).toEqual({
      ...broadbandHeaders,
      'ratelimit-policy': '"second";q=3;w=1, "day";q=1000000;w=86400',
      ratelimit: expect.stringMatching(/^"second";r=0;t=1, "day";r=\d+;t=\d+$/),
      'ratelimit-limit': '3',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
      'retry-after': '1',
    });
    const wrong = { target: `/api/1.0/availability/yx/1e3/0?api_key=${keys.slowToo}` };
    const statuses = new Set<number>();
    // wrong numbers are counted too: sooner or later the limit answers instead of them
    for (let asked = 0; asked < 100 && !statuses.has(429); asked++) statuses.add((await askBy(lane, wrong)).status);
    expect(statuses).toContain(429);
  });

  test('N9: a preflight needs no key', async () => {
    const answered = await askBy(lane, {
      target: path,
      method: 'OPTIONS',
      headers: { Origin: allowedOrigin, 'Access-Control-Request-Headers': 'x-api-key' },
    });
    expect(answered.status).toBe(204);
    expect(contractHeaders(answered)).toEqual({
      'x-request-id': expect.any(String),
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'X-Api-Key, Content-Type, X-Request-Id',
      'access-control-max-age': '86400',
    });
  });
});

describe.each(lanes)("the map's own key by the %s", (lane) => {
  const siteKey = new SiteKey(Buffer.from(fixtureSecret, 'hex'));
  const today = siteKey.of('2026-11-20');
  const own = { 'Sec-Fetch-Site': 'same-origin' };
  const place = lanes.indexOf(lane) + 1;

  const evidence: [headers: Record<string, string>, isTaken: boolean][] = [
    [{ 'Sec-Fetch-Site': 'same-origin' }, true],
    [{ 'Sec-Fetch-Site': 'same-origin', Referer: 'https://evil.example/' }, true],
    [{ Referer: 'http://localhost:3000/' }, true],
    [{ Referer: 'http://localhost:3000/any?page=1' }, true],
    [{}, false],
    [{ 'Sec-Fetch-Site': 'same-site', Referer: 'http://localhost:3000/' }, false],
    [{ 'Sec-Fetch-Site': 'cross-site', Referer: 'http://localhost:3000/' }, false],
    [{ 'Sec-Fetch-Site': 'none', Referer: 'http://localhost:3000/' }, false],
    [{ 'Sec-Fetch-Site': 'Same-Origin' }, false],
    [{ Referer: 'http://localhost:3001/' }, false],
    [{ Referer: 'https://localhost:3000/' }, false],
    [{ Referer: 'http://localhost:3000.evil.example/' }, false],
    [{ Referer: 'http://localhost:3000@evil.example/' }, false],
    [{ Referer: 'http://127.0.0.1:3000/' }, false],
    [{ Origin: 'http://localhost:3000', Host: 'localhost:3000' }, false],
  ];
  test.each(evidence)('N11: with %j it is taken: %s', async (headers, isTaken) => {
    // an address of its own for each, for 5 requests a second are all that one may ask
    const from = `127.2.${place}.${evidence.findIndex(([one]) => one === headers) + 1}`;
    for (const asked of [withQuery(today, headers), withHeader(today, headers)]) {
      const answered = await askBy(lane, { ...asked, from });
      expect(answered.status).toBe(isTaken ? 200 : 401);
      if (!isTaken) expect(answered.body).toBe(errorText(401, keyRefused));
    }
  });

  test.each([
    ['2026-11-20', 200],
    ['2026-11-19', 200],
    ['2026-11-18', 401],
    ['2026-11-21', 401],
  ])('N11: the key of %s gets %i on 2026-11-20', async (day, status) => {
    const answered = await askBy(lane, { ...withQuery(siteKey.of(day), own), from: `127.3.${place}.${day.slice(-2)}` });
    expect(answered.status).toBe(status);
  });

  test('N11: an address may ask 5 times a second and 2,000 times a day', async () => {
    for (let attempt = 1; ; attempt++) {
      const from = `127.4.${place}.${attempt}`;
      const answers = [];
      for (let asked = 0; asked < 6; asked++) answers.push(await askBy(lane, { ...withQuery(today, own), from }));
      const remaining = answers.map(({ headers }) => headers['ratelimit-remaining']).join(' ');
      // six requests that fell into two seconds say nothing; the next six rarely do so too
      if (remaining !== '4 3 2 1 0 0' && attempt < 20) continue;
      expect(remaining).toBe('4 3 2 1 0 0');
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
      const last = answers[5];
      expect(last?.body).toBe(errorText(429, 'The limit of 5 requests is reached; ask again in 1 second.'));
      expect(last?.headers['ratelimit-policy']).toBe('"second";q=5;w=1, "day";q=2000;w=86400');
      expect(last?.headers['retry-after']).toBe('1');
      expect((await askBy(lane, { ...withQuery(today, own), from: `127.5.${place}.1` })).status).toBe(200);
      return;
    }
  });
});

describe("the map's own key by the handler, from addresses that no socket of a test has", () => {
  const today = new SiteKey(Buffer.from(fixtureSecret, 'hex')).of('2026-11-20');
  const leftFor = async (from: string) => {
    const asked = withQuery(today, { 'Sec-Fetch-Site': 'same-origin' });
    return (await askBy('handler', { ...asked, from })).headers.ratelimit?.replace(/^.*"day";r=(\d+);.*$/, '$1');
  };

  test('N11: all of an IPv6 /64 is one address; the next /64 is another; IPv4-mapped is IPv4', async () => {
    expect(await leftFor('2001:db8:1:2::1')).toBe('1999');
    expect(await leftFor('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe('1998');
    expect(await leftFor('2001:db8:1:3::1')).toBe('1999');
    expect(await leftFor('198.51.100.7')).toBe('1999');
    expect(await leftFor('::ffff:198.51.100.7')).toBe('1998');
  });

  test('N11: those whose address is unknown share one limit', async () => {
    expect(await leftFor('fe80::1%eth0')).toBe('1999');
    expect(await leftFor('nonsense')).toBe('1998');
  });
});

test('N11: a key counts for the same limit, in query or header', async () => {
  const dayLeft = async (lane: Lane, asked: Asked) =>
    // from an address of its own, which stays on one node of a cluster
    Number(
      (await askBy(lane, { ...asked, from: '127.4.9.9' })).headers.ratelimit?.replace(/^.*"day";r=(\d+);.*$/, '$1'),
    );
  for (const lane of lanes) {
    const first = await dayLeft(lane, withQuery(keys.counted));
    const second = await dayLeft(lane, withHeader(keys.counted));
    expect(second).toBe(first - 1);
  }
});
