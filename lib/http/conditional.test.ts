import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { conditionalAnswer, parseHttpDate, representationOf } from './conditional.ts';

const changedAt = Date.UTC(2026, 10, 19, 11, 0, 34, 500);
const list = representationOf('[{"domain":"a.nz"}]', changedAt);
const plain = list.identity.etag;
const packed = list.gzip.etag;

function ask(headers: Record<string, string>) {
  return conditionalAnswer(new Headers(headers), list, { 'Cache-Control': 'private, no-cache' });
}

describe('R13: the droplist as a representation', () => {
  test('200 carries a strong tag, Last-Modified, Cache-Control and Vary', () => {
    const answer = ask({});
    expect(answer.status).toBe(200);
    expect(answer.headers).toEqual({
      'Cache-Control': 'private, no-cache',
      ETag: plain,
      'Last-Modified': 'Thu, 19 Nov 2026 11:00:34 GMT',
      Vary: 'Accept-Encoding',
    });
    expect(plain).toMatch(/^"[\w-]{27}"$/);
    expect(packed).toMatch(/^"[\w-]{27}-gzip"$/);
    expect(String(answer.body)).toBe('[{"domain":"a.nz"}]');
  });

  test.each([
    ['gzip', true],
    ['gzip, deflate, br', true],
    ['br', false],
    ['*', true],
    ['gzip;q=0', false],
    ['gzip;q=0, *', false],
    ['gzip;q=0.5, identity;q=0.9', false],
    ['identity;q=0, gzip', true],
    ['', false],
    [';;nonsense', false],
  ])('Accept-Encoding "%s" gets gzip: %s', (accept, isGzip) => {
    const answer = ask({ 'accept-encoding': accept });
    expect(answer.headers.ETag).toBe(isGzip ? packed : plain);
    expect(answer.headers['Content-Encoding']).toBe(isGzip ? 'gzip' : undefined);
    const body = answer.body as Uint8Array;
    expect((isGzip ? gunzipSync(body) : Buffer.from(body)).toString()).toBe('[{"domain":"a.nz"}]');
  });

  test.each([
    ['the tag itself', plain, 304],
    ['the other encoding’s tag', packed, 304],
    ['weak comparison', `W/${plain}`, 304],
    ['a list', `"x", ${plain}, "y"`, 304],
    ['a list with a comma inside a tag', `"a,b", ${packed}`, 304],
    ['any', '*', 304],
    ['another tag', '"x"', 200],
    ['a tag without quotes', plain.slice(1, -1), 200],
    ['nothing', '', 200],
  ])('If-None-Match: %s', (_, tag, status) => {
    const answer = ask({ 'if-none-match': tag });
    expect(answer.status).toBe(status);
    if (status === 304) {
      expect(answer.body).toBeNull();
      expect(answer.headers).toEqual(ask({}).headers);
    }
  });

  test.each([
    ['Thu, 19 Nov 2026 11:00:34 GMT', 304],
    ['Thu, 19 Nov 2026 11:00:33 GMT', 200],
    ['Fri, 20 Nov 2026 00:00:00 GMT', 304],
    ['Thursday, 19-Nov-26 11:00:34 GMT', 304],
    ['2026-11-20', 200],
    ['never', 200],
  ])('If-Modified-Since: %s', (since, status) => {
    expect(ask({ 'if-modified-since': since }).status).toBe(status);
  });

  test('If-None-Match wins over If-Modified-Since', () => {
    expect(ask({ 'if-none-match': '"x"', 'if-modified-since': 'Fri, 20 Nov 2026 00:00:00 GMT' }).status).toBe(200);
  });

  test.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sun, 06 Nov 1994 08:49:37 +0100', undefined],
    ['Sun, 99 Nov 1994 08:49:37 GMT', undefined],
  ])('an HTTP date: %s', (text, value) => {
    expect(parseHttpDate(text)).toBe(value);
  });
});
