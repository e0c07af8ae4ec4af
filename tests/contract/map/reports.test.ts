import { describe, expect, inject, test } from 'vitest';
import { expectError } from '#tests/support/error-shape.ts';
import { ask } from '#tests/support/http.ts';
import { askBy, type Lane, lanes } from '#tests/support/lanes.ts';
import { ownOrigin } from '#tests/support/staff/action.ts';

const told = {
  latitude: '-40.95',
  longitude: '174.05',
  what: 'No.',
  email: '',
  shown: 'Fibre.',
  website: '',
  seconds: 9,
};

let addresses = 0;
/** A report a second is allowed to an address: each test has its own. */
const from = () => `127.3.4.${++addresses}`;

interface Sent {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
}

function send(lane: Lane, { body = JSON.stringify(told), headers = {}, from: address = from() }: Sent = {}) {
  const own = { 'Content-Type': 'application/json', Referer: `${ownOrigin}/availability/-40.95/174.05` };
  return askBy(lane, { target: '/reports', method: 'POST', body, from: address, headers: { ...own, ...headers } });
}

describe.each(lanes)('reports of visitors, by the %s lane', (lane) => {
  test('201: with a number to quote, kept by no cache', async () => {
    const { status, headers, body } = await send(lane);
    expect([status, headers['cache-control']]).toEqual([201, 'private, no-store']);
    expect(JSON.parse(body).number).toBeGreaterThan(0);
  });

  test.each([
    ['from a foreign page', { Referer: 'https://evil.example/' }],
    ['from a foreign page, as its browser says', { 'Sec-Fetch-Site': 'cross-site' }],
    ['without a page', { Referer: '' }],
  ])('403: %s', async (_who, headers) => {
    expectError(await send(lane, { headers }), 403, 'Only the pages of this site may send a report.');
  });

  test('415: a form of another site could send this', async () => {
    const answered = await send(lane, { headers: { 'Content-Type': 'text/plain' } });
    expectError(answered, 415, 'A report is sent as application/json.');
  });

  test('413: longer than anybody writes', async () => {
    const body = JSON.stringify({ ...told, what: 'x'.repeat(20_000) });
    expectError(await send(lane, { body }), 413, 'A report may have 16384 bytes.');
  });

  test.each([
    ['{', 'The body is no JSON object.'],
    [JSON.stringify({ ...told, what: '' }), 'Say in "what" what is wrong.'],
    [JSON.stringify({ ...told, website: 'x' }), '"website" must be left empty.'],
    [JSON.stringify({ ...told, seconds: 0 }), 'That was sent very quickly. Wait a moment, then send it again.'],
  ])('400: %s', async (body, sentence) => {
    expectError(await send(lane, { body }), 400, sentence);
  });
});

test('405: nothing can be read there', async () => {
  const answered = await ask(inject('contract').server, { target: '/reports', from: from() });
  expectError(answered, 405, 'This address answers POST, OPTIONS, not GET.');
});

test('429: one a second from an address', async () => {
  const address = from();
  const answers = await Promise.all(Array.from({ length: 12 }, () => send('server', { from: address })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(201);
  expect(statuses).toContain(429);
  expect(statuses.every((status) => status === 201 || status === 429)).toBe(true);
});
