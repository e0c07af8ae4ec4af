import { describe, expect, test } from 'vitest';
import { contractHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { askBy, lanes } from '#tests/support/lanes.ts';

const target = '/developers/changes.atom';

describe.each(lanes)('the feed of changes by the %s', (lane) => {
  test('is Atom, for readers of any site, and is not sent again to who has it', async () => {
    const answered = await askBy(lane, { target, from: '127.3.1.1' });
    expect([answered.status, answered.body.slice(0, 38)]).toEqual([200, '<?xml version="1.0" encoding="utf-8"?>']);
    expect(answered.body).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
    expect(contractHeaders(answered)).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
    });
    const again = await askBy(lane, { target, headers: { 'If-None-Match': answered.headers.etag ?? '' } });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('has no other methods', async () => {
    expectError(await askBy(lane, { target, method: 'POST' }), 405);
  });
});
