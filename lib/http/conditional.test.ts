import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { conditionalAnswer, parseHttpDate, Representation } from './conditional.ts';

const changedAt = Date.UTC(2026, 10, 19, 11, 0, 34, 500);
const made = (text: string) => ({
  body: Buffer.from(text),
  digest: createHash('sha256').update(text).digest('base64url'),
});
const list = new Representation(made('[{"domain":"a.nz"}]'), changedAt);
const plain = list.tag('identity');
const packed = list.tag('gzip');
const packedMore = list.tag('br');

function ask(headers: Record<string, string>) {
  return conditionalAnswer(new Headers(headers), list, { 'Cache-Control': 'private, no-cache' });
}

describe('R13: the droplist as a representation', () => {
  test('200 has a strong tag, Last-Modified, Cache-Control and Vary', async () => {
    const answer = await ask({});
    expect(answer.status).toBe(200);
    expect(answer.headers).toEqual({
      'Cache-Control': 'private, no-cache',
      ETag: plain,
      'Last-Modified': 'Thu, 19 Nov 2026 11:00:34 GMT',
      Vary: 'Accept-Encoding',
    });
    expect(plain).toMatch(/^"[\w-]{27}"$/);
    expect(packed).toMatch(/^"[\w-]{27}-gzip"$/);
    expect(packedMore).toMatch(/^"[\w-]{27}-br"$/);
    expect(String(answer.body)).toBe('[{"domain":"a.nz"}]');
  });

  test.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'gzip'],
    ['br', 'br'],
    ['br, gzip', 'br'],
    ['gzip;q=0.5, br;q=0.6', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['zstd, BR;q=0.1', 'br'],
    ['deflate', undefined],
    ['*', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip;q=0, *', 'br'],
    ['gzip;q=0, br;q=0, *', undefined],
    ['gzip;q=0.5, identity;q=0.9', undefined],
    ['br;q=0.5, identity;q=0.9', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['', undefined],
    [';;nonsense', undefined],
  ] as const)('Accept-Encoding "%s" gets %s', async (accept, encoding) => {
    const answer = await ask({ 'accept-encoding': accept });
    expect(answer.headers.ETag).toBe(list.tag(encoding ?? 'identity'));
    expect(answer.headers['Content-Encoding']).toBe(encoding);
    const body = answer.body as Uint8Array;
    const unpacked = encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body;
    expect(Buffer.from(unpacked).toString()).toBe('[{"domain":"a.nz"}]');
  });

  test('a body is compressed once', async () => {
    const [first, second] = [list.body('br'), list.body('br')];
    expect(first).toBe(second);
    expect(await first).toBe(list.body('br'));
    expect(await list.body('gzip')).toBe(list.body('gzip'));
  });

  test('an answer has its own content type, or else the endpoint’s', async () => {
    expect((await ask({})).contentType).toBeUndefined();
    const csv = new Representation(made('TLD\r\n'), changedAt, 'text/csv');
    expect((await conditionalAnswer(new Headers(), csv, {})).contentType).toBe('text/csv');
    const unchanged = await conditionalAnswer(new Headers({ 'if-none-match': csv.tag('identity') }), csv, {});
    expect(unchanged).toMatchObject({ status: 304, body: null });
    expect(unchanged.contentType).toBeUndefined();
  });

  test.each([
    ['the tag itself', plain, 304],
    ['another encoding’s tag', packed, 304],
    ['yet another encoding’s tag', packedMore, 304],
    ['weak comparison', `W/${plain}`, 304],
    ['a list', `"x", ${plain}, "y"`, 304],
    ['a list with a comma inside a tag', `"a,b", ${packed}`, 304],
    ['any', '*', 304],
    ['another tag', '"x"', 200],
    ['a tag without quotes', plain.slice(1, -1), 200],
    ['nothing', '', 200],
  ])('If-None-Match: %s', async (_, tag, status) => {
    const answer = await ask({ 'if-none-match': tag });
    expect(answer.status).toBe(status);
    if (status === 304) {
      expect(answer.body).toBeNull();
      expect(answer.headers).toEqual((await ask({})).headers);
    }
  });

  test.each([
    ['Thu, 19 Nov 2026 11:00:34 GMT', 304],
    ['Thu, 19 Nov 2026 11:00:33 GMT', 200],
    ['Fri, 20 Nov 2026 00:00:00 GMT', 304],
    ['Thursday, 19-Nov-26 11:00:34 GMT', 304],
    ['Thu Nov 19 11:00:34 2026', 304],
    ['Thu Nov 19 11:00:33 2026', 200],
    ['2026-11-20', 200],
    ['never', 200],
  ])('If-Modified-Since: %s', async (since, status) => {
    expect((await ask({ 'if-modified-since': since })).status).toBe(status);
  });

  test('If-None-Match takes precedence over If-Modified-Since', async () => {
    const answer = await ask({ 'if-none-match': '"x"', 'if-modified-since': 'Fri, 20 Nov 2026 00:00:00 GMT' });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sunday, 06-Nov-94 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sun Nov  6 08:49:37 1994', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sun Nov 16 08:49:37 1994', Date.UTC(1994, 10, 16, 8, 49, 37)],
    ['Sun Nov 6 08:49:37 1994', undefined],
    ['Sun, 06 Nov 1994 08:49:37 +0100', undefined],
    ['Sun, 99 Nov 1994 08:49:37 GMT', undefined],
  ])('an HTTP date: %s', (text, value) => {
    expect(parseHttpDate(text)).toBe(value);
  });
});
