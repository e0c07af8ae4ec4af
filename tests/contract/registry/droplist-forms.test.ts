import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { contractHeaders, droplistHeaders, registrarLimitHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import type { Answered } from '#tests/support/http.ts';
import { askBy, type Lane, lanes } from '#tests/support/lanes.ts';

/** The fixture's list at noon of 2026-11-20 in Auckland as the report of dropping names. */
const csv = [
  'TLD,DOMAIN,EXPIRED,PURGED',
  'nz,pending-first.co.nz,2026-08-22T01:00:00Z,2026-11-20T11:00:34Z',
  'nz,pending-winter.school.nz,2026-08-22T11:59:59Z,2026-11-20T11:00:34Z',
  'nz,xn--pending-mcron-4qb.nz,2026-08-21T12:00:00Z,2026-11-20T11:00:34Z',
  'nz,pending-edge.co.nz,2026-08-22T12:00:00Z,2026-11-21T11:00:34Z',
  'nz,pending-last.co.nz,2026-08-23T11:59:59Z,2026-11-21T11:00:34Z',
  'nz,pending-second.nz,2026-08-23T01:00:00Z,2026-11-21T11:00:34Z',
  '',
].join('\r\n');
const csvType = 'text/csv; charset=utf-8; header=present';

const ask = (lane: Lane, query: string, headers: Record<string, string> = {}, method = 'GET') =>
  askBy(lane, { target: `/1.0/droplist?${query}`, headers, method });
const domainsOf = ({ body }: Answered) => JSON.parse(body).map(({ domain }: { domain: string }) => domain);

const unpack = {
  identity: (bytes: Buffer) => bytes.toString(),
  gzip: (bytes: Buffer) => gunzipSync(bytes).toString(),
  br: (bytes: Buffer) => brotliDecompressSync(bytes).toString(),
};

describe.each(lanes)('forms of /1.0/droplist by the %s', (lane) => {
  test('format=csv is the report of dropping names, with the headers of the list', async () => {
    const answered = await ask(lane, 'format=csv');
    expect(answered.body).toBe(csv);
    expect(contractHeaders(answered)).toEqual({
      ...droplistHeaders,
      ...registrarLimitHeaders(100_000),
      'content-type': csvType,
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[\x21\x23-\x7e]+"$/),
      'last-modified': 'Thu, 19 Nov 2026 20:15:00 GMT',
    });
  });

  test('format=ndjson holds the elements of the array, one a line; format=json is the default', async () => {
    const whole = (await askBy(lane, { target: '/1.0/droplist' })).body;
    const ndjson = (await ask(lane, 'format=ndjson')).body;
    expect(ndjson.endsWith('}\n')).toBe(true);
    expect(`[${ndjson.trimEnd().split('\n').join(',')}]`).toBe(whole);
    expect((await ask(lane, 'format=json')).body).toBe(whole);
  });

  test.each([
    ['suffix=co.nz', ['pending-first.co.nz', 'pending-edge.co.nz', 'pending-last.co.nz']],
    ['suffix=nz', ['xn--pending-mcron-4qb.nz', 'pending-second.nz']],
    ['suffix=m%C4%81ori.nz', []],
    ['contains=EDGE', ['pending-edge.co.nz']],
    ['contains=m%C4%81cron', ['xn--pending-mcron-4qb.nz']],
    ['contains=mcron', []],
    ['date=2026-11-21', ['pending-first.co.nz', 'pending-winter.school.nz', 'xn--pending-mcron-4qb.nz']],
    ['date=2026-11-23', []],
    ['date=2026-11-22&suffix=co.nz', ['pending-edge.co.nz', 'pending-last.co.nz']],
  ])('%s leaves %j', async (query, domains) => {
    expect(domainsOf(await ask(lane, query))).toEqual(domains);
  });

  test('filters and forms go together', async () => {
    expect((await ask(lane, 'format=csv&contains=edge')).body).toBe(
      'TLD,DOMAIN,EXPIRED,PURGED\r\nnz,pending-edge.co.nz,2026-08-22T12:00:00Z,2026-11-21T11:00:34Z\r\n',
    );
    expect((await ask(lane, 'format=csv&suffix=mil.nz')).body).toBe('TLD,DOMAIN,EXPIRED,PURGED\r\n');
    const empty = await ask(lane, 'format=ndjson&suffix=mil.nz');
    expect([empty.status, empty.body]).toEqual([200, '']);
  });

  test.each([
    ['format=xml', 'The parameter "format" must be one of json, csv, ndjson.'],
    ['contains=a.b', 'The parameter "contains" must be 1 to 63 of a–z, 0–9, hyphen and ā ē ī ō ū.'],
    [
      'date=2026-02-29',
      'The parameter "date" must be a day of the calendar, from 1900 to 2199, written like 2026-11-21.',
    ],
    ['suffix=nz&suffix=nz', 'The parameter "suffix" is given more than once.'],
  ])('%s is 400, also when a tag would match', async (query, sentence) => {
    expectError(await ask(lane, query, { 'If-None-Match': '*' }), 400, sentence);
  });

  test.each(['', 'format=csv', 'format=ndjson', 'suffix=co.nz', 'suffix=co.nz&format=csv'])(
    'R13: with %j each encoding has its own strong tag, HEAD answers alike, and 304 follows from any of the tags',
    async (query) => {
      const plain = await ask(lane, query);
      const tags: string[] = [];
      for (const encoding of ['identity', 'gzip', 'br'] as const) {
        const headers = { 'Accept-Encoding': encoding };
        const answered = await ask(lane, query, headers);
        expect(answered.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
        expect(unpack[encoding](answered.bytes)).toBe(plain.body);
        tags.push(answered.headers.etag ?? '');
        const head = await ask(lane, query, headers, 'HEAD');
        expect([head.status, head.body, head.headers.etag]).toEqual([200, '', answered.headers.etag]);
        expect(head.headers['content-type']).toBe(plain.headers['content-type']);
      }
      expect(new Set(tags).size).toBe(3);
      for (const tag of tags) {
        const unchanged = await ask(lane, query, { 'If-None-Match': `W/"x", ${tag}`, 'Accept-Encoding': 'br' });
        expect([unchanged.status, unchanged.body, unchanged.headers.etag]).toEqual([304, '', tags[2]]);
        expect(unchanged.headers).not.toHaveProperty('content-type');
      }
    },
  );

  test('R13: the tag of one form says nothing of another', async () => {
    const { etag = '' } = (await ask(lane, 'format=csv')).headers;
    for (const query of ['', 'format=ndjson', 'format=csv&suffix=co.nz']) {
      expect((await ask(lane, query, { 'If-None-Match': etag })).status).toBe(200);
    }
  });
});

test('every lane gives the same bytes and tags of every form', async () => {
  for (const query of ['format=csv', 'format=ndjson', 'suffix=co.nz', 'contains=edge&format=csv']) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const answers = await Promise.all(lanes.map((lane) => ask(lane, query, { 'Accept-Encoding': encoding })));
      expect(new Set(answers.map(({ bytes, headers }) => `${headers.etag} ${bytes.toString('base64')}`)).size).toBe(1);
    }
  }
});
