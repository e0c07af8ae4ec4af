import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { contractHeaders, droplistHeaders, errorText, registrarLimitHeaders } from '#tests/support/contract.ts';
import { callers } from '#tests/support/fixture.ts';
import type { Answered } from '#tests/support/http.ts';
import { askBy, type Lane, lanes, servedLanes } from '#tests/support/lanes.ts';

/** The fixture's list at noon of 2026-11-20 in Auckland: the jobs of the 21st and the 22nd. */
const droplist = [
  {
    domain: 'pending-first.co.nz',
    registered: '2018-02-01 12:00:00+13:00',
    cancel_date: '2026-08-22 13:00:00+12:00',
    release_date: '2026-11-20 13:00:00+13:00',
    drop_date: '2026-11-21 00:00:34+13:00',
  },
  {
    domain: 'pending-winter.school.nz',
    registered: '2016-07-04 23:59:59+12:00',
    cancel_date: '2026-08-22 23:59:59+12:00',
    release_date: '2026-11-20 23:59:59+13:00',
    drop_date: '2026-11-21 00:00:34+13:00',
  },
  {
    domain: 'xn--pending-mcron-4qb.nz',
    registered: '2019-01-01 00:00:00+13:00',
    cancel_date: '2026-08-22 00:00:00+12:00',
    release_date: '2026-11-20 00:00:00+13:00',
    drop_date: '2026-11-21 00:00:34+13:00',
  },
  {
    domain: 'pending-edge.co.nz',
    registered: '2004-02-29 12:34:56+13:00',
    cancel_date: '2026-08-23 00:00:00+12:00',
    release_date: '2026-11-21 00:00:00+13:00',
    drop_date: '2026-11-22 00:00:34+13:00',
  },
  {
    domain: 'pending-last.co.nz',
    registered: '2020-04-05 02:30:00+13:00',
    cancel_date: '2026-08-23 23:59:59+12:00',
    release_date: '2026-11-21 23:59:59+13:00',
    drop_date: '2026-11-22 00:00:34+13:00',
  },
  {
    domain: 'pending-second.nz',
    registered: '2019-09-29 03:00:00+13:00',
    cancel_date: '2026-08-23 13:00:00+12:00',
    release_date: '2026-11-21 13:00:00+13:00',
    drop_date: '2026-11-22 00:00:34+13:00',
  },
];
const body = JSON.stringify(droplist);

/** The register of the fixture changed last at 09:15 of that day, after the window's end of the night. */
const lastModified = 'Thu, 19 Nov 2026 20:15:00 GMT';
const secondBefore = 'Thu, 19 Nov 2026 20:14:59 GMT';
const secondAfter = 'Thu, 19 Nov 2026 20:15:01 GMT';

const common = {
  ...droplistHeaders,
  ...registrarLimitHeaders(100_000),
  'cache-control': 'private, no-cache',
  etag: expect.stringMatching(/^"[\x21\x23-\x7e]+"$/),
  'last-modified': lastModified,
};
const { 'content-type': _, ...commonWithoutType } = common;

const ask = (lane: Lane, headers: Record<string, string> = {}, method = 'GET') =>
  askBy(lane, { target: '/1.0/droplist', headers, method });
const tagOf = ({ headers }: Answered) => headers.etag ?? '';
/** What Next adds to `Vary` in its own lane is its own affair. */
const varyOf = ({ headers }: Answered) =>
  (headers.vary ?? '')
    .split(', ')
    .filter((name) => !/^(?:rsc|next-router-.+)$/.test(name))
    .join(', ');

describe.each(lanes)('GET /1.0/droplist by the %s', (lane) => {
  test('R8, R10: the names of the next two jobs, by drop_date, then domain, each date with its own offset', async () => {
    const answered = await ask(lane);
    expect(answered.status).toBe(200);
    expect(answered.body).toBe(body);
    expect(contractHeaders(answered)).toEqual(common);
    expect(varyOf(answered)).toBe('Accept-Encoding');
  });

  test('R12: no page of another origin may read it, on errors neither', async () => {
    for (const asked of [
      { target: '/1.0/droplist', headers: { Origin: 'https://isp.example' } },
      { target: '/1.0/droplist', from: callers.stranger },
      { target: '/1.0/droplist', method: 'POST' },
      { target: '/1.0/droplist', method: 'OPTIONS' },
      { target: '/1.0/droplist/' },
    ]) {
      const { headers } = await askBy(lane, asked);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('R13: unknown parameters are ignored', async () => {
    const { body: given } = await askBy(lane, { target: '/1.0/droplist?domains[]=a.nz&string=b&string=c' });
    expect(given).toBe(body);
  });

  test.each([
    ['gzip', true],
    ['gzip, deflate, br', true],
    ['GZIP', true],
    ['gzip;q=0.5, identity;q=0.1', true],
    ['deflate', false],
    ['identity', false],
    ['gzip;q=0', false],
    ['*;q=0, identity', false],
  ])('R13: Accept-Encoding %s is honoured', async (encoding, isGzip) => {
    const answered = await ask(lane, { 'Accept-Encoding': encoding });
    expect(answered.status).toBe(200);
    expect(varyOf(answered)).toBe('Accept-Encoding');
    expect(contractHeaders(answered)).toEqual(isGzip ? { ...common, 'content-encoding': 'gzip' } : common);
    expect(isGzip ? gunzipSync(answered.bytes).toString() : answered.body).toBe(body);
  });

  test('R13: each encoding has a strong tag of its own, the same at each request', async () => {
    const plain = tagOf(await ask(lane));
    const gzip = tagOf(await ask(lane, { 'Accept-Encoding': 'gzip' }));
    expect(plain).not.toBe(gzip);
    expect(plain).not.toMatch(/^W\//);
    expect([tagOf(await ask(lane)), tagOf(await ask(lane, { 'Accept-Encoding': 'gzip' }))]).toEqual([plain, gzip]);
  });

  test('R13: HEAD answers as GET, without the body', async () => {
    for (const encoding of ['identity', 'gzip']) {
      const headers = { 'Accept-Encoding': encoding };
      const got = await ask(lane, headers);
      const head = await ask(lane, headers, 'HEAD');
      expect(head.status).toBe(200);
      expect(head.body).toBe('');
      expect(contractHeaders(head)).toEqual({
        ...contractHeaders(got),
        'x-request-id': expect.any(String),
        ratelimit: expect.any(String),
        'ratelimit-remaining': expect.any(String),
      });
      expect(varyOf(head)).toBe('Accept-Encoding');
    }
  });

  /** Conditional headers, where P is the plain tag and G that of gzip; and whether the answer is 304. */
  const conditions: [headers: Record<string, string>, isUnchanged: boolean][] = [
    [{ 'If-None-Match': 'P' }, true],
    [{ 'If-None-Match': 'G' }, true],
    [{ 'If-None-Match': 'W/P' }, true],
    [{ 'If-None-Match': 'W/G' }, true],
    [{ 'If-None-Match': '*' }, true],
    [{ 'If-None-Match': '"a", P, "b"' }, true],
    [{ 'If-None-Match': '"a,b",W/G' }, true],
    [{ 'If-None-Match': '"a", "b"' }, false],
    [{ 'If-None-Match': '""' }, false],
    [{ 'If-None-Match': 'x' }, false],
    [{ 'If-None-Match': '"a"', 'If-Modified-Since': secondAfter }, false],
    [{ 'If-None-Match': 'P', 'If-Modified-Since': secondBefore }, true],
    [{ 'If-Modified-Since': lastModified }, true],
    [{ 'If-Modified-Since': secondAfter }, true],
    [{ 'If-Modified-Since': secondBefore }, false],
    [{ 'If-Modified-Since': 'Thursday, 19-Nov-26 20:15:00 GMT' }, true],
    [{ 'If-Modified-Since': '2026-11-19T20:15:00Z' }, false],
    [{ 'If-Modified-Since': 'yesterday' }, false],
  ];
  test.each(conditions)('R13: with %j the list is unchanged: %s', async (given, isUnchanged) => {
    const plain = tagOf(await ask(lane));
    const gzip = tagOf(await ask(lane, { 'Accept-Encoding': 'gzip' }));
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        name === 'If-None-Match' ? value.replace('P', plain).replace('G', gzip) : value,
      ]),
    );
    for (const method of ['GET', 'HEAD']) {
      const answered = await ask(lane, headers, method);
      expect(answered.status).toBe(isUnchanged ? 304 : 200);
      expect(answered.body).toBe(isUnchanged || method === 'HEAD' ? '' : body);
      expect(contractHeaders(answered)).toEqual({ ...(isUnchanged ? commonWithoutType : common), etag: plain });
      expect(varyOf(answered)).toBe('Accept-Encoding');
    }
  });

  test('R13: a 304 carries the tag of the encoding that would have been sent', async () => {
    const gzip = await ask(lane, { 'Accept-Encoding': 'gzip' });
    const unchanged = await ask(lane, { 'Accept-Encoding': 'gzip', 'If-None-Match': tagOf(await ask(lane)) });
    expect(unchanged.status).toBe(304);
    expect(tagOf(unchanged)).toBe(tagOf(gzip));
    expect(unchanged.headers).not.toHaveProperty('content-encoding');
    expect(unchanged.bytes).toHaveLength(0);
  });

  test('R13: errors carry no validators', async () => {
    const answered = await askBy(lane, { target: '/1.0/droplist', from: callers.stranger });
    expect(answered.body).toBe(
      errorText(
        403,
        `Your address ${callers.stranger} is on no registrar's allowlist; to have it added, ask at http://localhost:3000/developers/ask-networks or write to support@watea.example.`,
      ),
    );
    expect(contractHeaders(answered)).toEqual(droplistHeaders);
  });
});

test('R13: every lane gives the same tags and bytes', async () => {
  const seen = new Set<string>();
  for (const lane of lanes) {
    const plain = await ask(lane);
    const gzip = await ask(lane, { 'Accept-Encoding': 'gzip' });
    seen.add(`${tagOf(plain)} ${tagOf(gzip)} ${createHash('sha256').update(gzip.bytes).digest('hex')}`);
  }
  expect(seen.size).toBe(1);
});

test('R13: Last-Modified is never later than Date', async () => {
  for (const lane of servedLanes) {
    const { headers } = await ask(lane);
    expect(Date.parse(headers['last-modified'] ?? '')).toBeLessThanOrEqual(Date.parse(headers.date ?? ''));
  }
});
