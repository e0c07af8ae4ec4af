import { expect, inject, test } from 'vitest';
import { contractHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { ask } from '#tests/support/http.ts';
import { askBy, lanes } from '#tests/support/lanes.ts';
import { burst, countOf } from '#tests/support/limits.ts';

const place = { latitude: -41.05, longitude: 174.05, isServed: true };
const whangarei = { name: 'Whangārei', detail: 'Town', ...place, isMaori: true };
const rata = { name: '12 Rātā Street, Naenae', detail: '', ...place, isMaori: false };

test.each(lanes)('200: places as one types, never kept by a cache, by the %s lane', async (lane) => {
  const answered = await askBy(lane, { target: '/places?q=whang', from: '127.3.0.1' });
  expect(answered.status).toBe(200);
  expect(JSON.parse(answered.body)).toEqual({ places: [whangarei], isMeant: true, hasAddresses: true });
  expect(contractHeaders(answered)).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'private, no-store',
    'ratelimit-policy': '"second";q=30;w=1',
  });
});

test.each([
  ['Whaangarei', ['Whangārei']],
  ['12%20rata+st', ['12 Rātā Street, Naenae']],
  ['chatham', ['Chatham Islands', 'Chatham Island']],
  ['', []],
  ['%22*%22', []],
  ['😀', []],
])('200: %s finds %j', async (typed, names) => {
  const { status, body } = await askBy('server', {
    target: `/places?q=${encodeURI(decodeURI(typed))}`,
    from: '127.3.0.2',
  });
  expect(status).toBe(200);
  expect(JSON.parse(body).places.map(({ name }: { name: string }) => name)).toEqual(names);
});

test.each([
  ['/places', 'Say what to look for in the parameter "q".'],
  ['/places?q=a&q=b', 'The parameter "q" is given more than once.'],
  [`/places?q=${'a'.repeat(201)}`, 'The text has 201 characters; at most 200 are read.'],
])('400: %s', async (target, sentence) => {
  for (const lane of lanes) expectError(await askBy(lane, { target, from: '127.3.0.3' }), 400, sentence);
});

test('405: nothing can be written there', async () => {
  const answered = await ask(inject('contract').server, { target: '/places?q=a', method: 'POST', from: '127.3.0.4' });
  expectError(answered, 405, 'This address answers GET, HEAD, OPTIONS, not POST.');
});

test('429: 30 questions a second from an address, counted apart from every other limit', async () => {
  const answers = await burst(inject('contract').server, { target: '/places?q=a', times: 200, from: '127.3.0.5' });
  expect(countOf(answers, 200)).toBeGreaterThanOrEqual(30);
  expect(countOf(answers, 429)).toBeGreaterThan(0);
  expect(countOf(answers, 200) + countOf(answers, 429)).toBe(200);
});

test('an address inside 12 Rātā Street is found whole', async () => {
  const { body } = await askBy('server', { target: '/places?q=12%20R%C4%81t%C4%81', from: '127.3.0.6' });
  expect(JSON.parse(body).places).toEqual([rata]);
});
