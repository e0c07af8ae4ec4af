import { expect, inject, test } from 'vitest';
import { contractHeaders } from '#tests/support/contract.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { type Asked, ask } from '#tests/support/http.ts';

const withKey = { 'X-Api-Key': keys.plain };
const asForm = { 'Content-Type': 'application/x-www-form-urlencoded' };
const asJson = { ...withKey, 'Content-Type': 'application/json' };

/** One request for each endpoint that both lanes answer; `npm run test:faults` sends all requests of the contract. */
const endpoints: readonly (readonly [status: number, asked: Asked])[] = [
  [200, { target: '/1.0/availability?domains[]=active.nz&domains[]=free.co.nz' }],
  [200, { target: '/1.0/availability', method: 'POST', headers: asForm, body: 'domains[]=active.nz' }],
  // parameters of one name apart from each other, which Next puts together
  [200, { target: '/1.0/availability?domains[]=a.nz&domains[1]=b.nz&1=x&domains[]=c.nz&domains[1]=d.nz' }],
  [403, { target: '/1.0/availability?string=active', from: callers.stranger }],
  [200, { target: '/1.0/droplist' }],
  [200, { target: '/1.0/droplist/released' }],
  [200, { target: '/1.1/availability?domains[]=active.nz&domains[]=pending-first.co.nz' }],
  [200, { target: '/1.1/releases?limit=2&format=csv' }],
  [410, { target: '/1.1/releases/changes?since=1-1-1' }],
  [200, { target: '/api/1.0/availability/yx/-41.05/174.05', headers: withKey }],
  [401, { target: '/api/1.0/availability/yx/-41.05/174.05' }],
  [
    200,
    { target: '/api/1.0/availability/yx', method: 'POST', headers: asJson, body: '{"points":[["174.05","-41.05"]]}' },
  ],
  [200, { target: '/api/1.0/networks?x=174.05&y=-41.05', headers: withKey }],
  [200, { target: '/api/2.0/availability/-41.05/174.05', headers: withKey }],
  [404, { target: '/api/2.0/availability/address/1', headers: withKey }],
  [200, { target: '/api/2.0/availability', method: 'POST', headers: asJson, body: '{"points":[["-41.05","174.05"]]}' }],
  [200, { target: '/api/2.0/providers', headers: withKey }],
  [200, { target: '/api/2.0/addresses?q=3', headers: withKey }],
  [200, { target: '/healthz' }],
];

test.each(endpoints)('B1: %i: Next’s router answers like the socket: %o', async (status, asked) => {
  const { server, next } = inject('contract');
  // both answer within the same second of their limits or not: what is left of them is not compared
  const shown = async (port: number) => {
    const answered = await ask(port, asked);
    const headers = Object.entries(contractHeaders(answered)).filter(
      ([name]) => !/^ratelimit|^x-request-id/.test(name),
    );
    const { vary } = answered.headers;
    return { status: answered.status, body: answered.body, headers: { ...Object.fromEntries(headers), vary } };
  };
  const byNext = await shown(next);
  expect(byNext.status).toBe(status);
  expect(byNext).toEqual(await shown(server));
});
