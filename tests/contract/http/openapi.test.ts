import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openApiDocument } from '#lib/openapi/document.ts';
import { contractHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { askBy, lanes } from '#tests/support/lanes.ts';

const served = { baseUrl: 'http://localhost:3000', supportEmail: 'support@watea.example' };
const document = JSON.parse(JSON.stringify(openApiDocument(served)));

describe.each(lanes)('the OpenAPI document by the %s', (lane) => {
  test.each([
    ['/openapi.json', 'application/json', (text: string) => JSON.parse(text)],
    ['/openapi.yaml', 'application/yaml', (text: string) => parse(text)],
  ])('%s is the document, for pages of any site, without a key', async (target, contentType, read) => {
    const answered = await askBy(lane, { target, from: '127.3.1.1' });
    expect(answered.status).toBe(200);
    expect(read(answered.body)).toEqual(document);
    expect(contractHeaders(answered)).toMatchObject({
      'content-type': contentType,
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
  });

  test.each(['/openapi.json', '/openapi.yaml'])('%s is not sent again to who has it', async (target) => {
    const { headers } = await askBy(lane, { target });
    const again = await askBy(lane, { target, headers: { 'If-None-Match': headers.etag ?? '' } });
    expect(again.status).toBe(304);
    expect(again.body).toBe('');
    expect(again.headers.etag).toBe(headers.etag);
    const head = await askBy(lane, { target, method: 'HEAD' });
    expect([head.status, head.body, head.headers.etag]).toEqual([200, '', headers.etag]);
    const other = await askBy(lane, { target, headers: { 'If-None-Match': '"other"' } });
    expect(other.status).toBe(200);
  });

  test('other methods are 405, other endings are no file of it', async () => {
    expectError(await askBy(lane, { target: '/openapi.json', method: 'POST' }), 405);
    expect((await askBy(lane, { target: '/openapi.yaml', method: 'OPTIONS' })).headers.allow).toBe(
      'GET, HEAD, OPTIONS',
    );
  });
});
