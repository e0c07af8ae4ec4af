import { describe, expect, inject, test } from 'vitest';
import { contractHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { ask } from '#tests/support/http.ts';
import { askBy, lanes } from '#tests/support/lanes.ts';
import { burst, countOf } from '#tests/support/limits.ts';
import { sizeOfPng } from '#tests/support/tiles.ts';

const atA = '/preview/-40.95/174.05.png';
const atSea = '/preview/-40/168.png';

describe.each(lanes)('pictures beside links, by the %s lane', (lane) => {
  test('200: where the first technology reaches, another picture than the bare sea', async () => {
    const [covered, bare] = await Promise.all([atA, atSea].map((target) => askBy(lane, { target, from: '127.3.1.1' })));
    for (const answered of [covered, bare]) {
      expect(answered?.status).toBe(200);
      expect(sizeOfPng(answered?.bytes ?? Buffer.alloc(0))).toEqual([600, 315]);
    }
    expect(covered && contractHeaders(covered)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
    expect(covered?.headers['x-robots-tag']).toBe('noindex');
    expect(covered?.headers.etag).not.toBe(bare?.headers.etag);
  });

  test('304: an unchanged one is not sent again', async () => {
    const { headers } = await askBy(lane, { target: atA, from: '127.3.1.2' });
    const again = await askBy(lane, {
      target: atA,
      from: '127.3.1.2',
      headers: { 'If-None-Match': headers.etag ?? '' },
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test.each([
    [400, '/preview/-50/174.png', 'out of the service coverage area'],
    [400, '/preview/x/174.png', 'is not a number'],
    [404, '/preview/-41/174', 'There is nothing at this address.'],
    [404, '/preview/-41/174.png/', 'There is nothing at this address.'],
  ])('%i: %s', async (status, target, sentence) => {
    const answered = await askBy(lane, { target, from: '127.3.1.3' });
    expect(answered.status).toBe(status);
    expect(JSON.parse(answered.body).error).toContain(sentence);
  });
});

test('405: nothing can be written there', async () => {
  const answered = await ask(inject('contract').server, { target: atA, method: 'POST', from: '127.3.1.4' });
  expectError(answered, 405, 'This address answers GET, HEAD, OPTIONS, not POST.');
});

test('429: three a second from an address', async () => {
  const answers = await burst(inject('contract').server, { target: atA, times: 40, from: '127.3.1.5' });
  expect(countOf(answers, 200)).toBeGreaterThanOrEqual(3);
  expect(countOf(answers, 429)).toBeGreaterThan(0);
  expect(countOf(answers, 200) + countOf(answers, 429)).toBe(40);
});
