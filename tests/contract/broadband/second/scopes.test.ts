import { describe, expect, test } from 'vitest';
import { broadbandHeaders, contractHeaders, errorText } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { keys } from '#tests/support/fixture.ts';
import type { Asked } from '#tests/support/http.ts';
import { askBy, lanes } from '#tests/support/lanes.ts';

const json = { 'Content-Type': 'application/json' };
const points = { method: 'POST', headers: json, body: '{"points":[[-42,172]]}' };
const addresses = { method: 'POST', headers: json, body: '{"addresses":["12 Rātā Street, Naenae"]}' };

/** Requests, and what a key must have for each. */
const requests: [name: string, asked: Asked, needed: readonly string[]][] = [
  ['a point of 1.0', { target: '/api/1.0/availability/yx/-42/172' }, ['1.0']],
  ['the old site', { target: '/api/1.0/networks?x=172&y=-42' }, ['1.0']],
  ['points in bulk of 1.0', { target: '/api/1.0/availability/yx', ...points }, ['1.0', 'bulk']],
  ['a point of 2.0', { target: '/api/2.0/availability/-42/172' }, ['2.0']],
  ['providers', { target: '/api/2.0/providers' }, ['2.0']],
  ['points in bulk of 2.0', { target: '/api/2.0/availability', ...points }, ['2.0', 'bulk']],
  ['addresses', { target: '/api/2.0/addresses?q=1' }, ['2.0', 'addresses']],
  ['an address', { target: '/api/2.0/availability/address/1-0000000' }, ['2.0', 'addresses']],
  ['addresses in bulk', { target: '/api/2.0/availability', ...addresses }, ['2.0', 'bulk', 'addresses']],
];
const granted: [key: keyof typeof keys, scopes: readonly string[]][] = [
  ['first', ['1.0']],
  ['second', ['2.0']],
  ['secondInBulk', ['2.0', 'bulk']],
  ['everything', ['1.0', '2.0', 'bulk', 'addresses']],
];

describe.each(lanes)('scopes of keys by the %s', (lane) => {
  test.each(requests)('N16: %s is 403 for a key that lacks a scope', async (_name, asked, needed) => {
    for (const [name, scopes] of granted) {
      const headers = { ...asked.headers, 'x-api-key': keys[name] };
      const answered = await askBy(lane, { ...asked, headers });
      const all = needed.filter((scope) => !scopes.includes(scope));
      // what a body asks for is known only after it was read
      const lacking = all.includes('bulk') ? all.filter((scope) => scope !== 'addresses') : all;
      if (lacking.length === 0) {
        expect([200, 404], `${name}: ${answered.body}`).toContain(answered.status);
        continue;
      }
      const named = lacking.map((scope) => `"${scope}"`).join(' and ');
      const word = lacking.length === 1 ? 'scope' : 'scopes';
      expect(answered.body).toBe(errorText(403, `This key may not be used here: it lacks the ${word} ${named}.`));
      expect(contractHeaders(answered)).toEqual(broadbandHeaders);
    }
  });
});

test('N16: what is refused uses up nothing of the limits of a key, and is refused before its parameters', async () => {
  const asked = { target: '/api/2.0/availability/north/east', headers: { 'x-api-key': keys.first } };
  for (let times = 0; times < 20; times++) expectError(await askBy('server', asked), 403);
});
