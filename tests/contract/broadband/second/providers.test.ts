import { expect, test } from 'vitest';
import { broadbandHeaders, contractHeaders, keyLimitHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { askBy, lanes } from '#tests/support/lanes.ts';

const target = '/api/2.0/providers';

test.each(lanes)('N13: the providers of the published coverage, by the %s', async (lane) => {
  const answered = await askBy(lane, { target, headers: { 'x-api-key': keys.plain } });
  expect(answered.status).toBe(200);
  const provider = (name: string, wholesale: string, url: string, ...technologies: string[]) => ({
    name,
    url,
    wholesale_network: wholesale,
    technologies,
  });
  expect(JSON.parse(answered.body)).toEqual({
    providers: [
      provider('Air', 'No', 'https://air.example/', 'wireless'),
      provider('Copper Lines', 'Both', 'https://copper.example/', 'vdsl'),
      provider('East Fibre', 'Both', 'https://east.example/', 'fibre'),
      provider('North Fibre', 'Yes', 'https://north.example/', 'fibre'),
      provider('Ring Cable', 'No', 'https://ring.example/', 'cable'),
      provider('West "Quote" Fibre \\ Ōtaki', 'No', 'https://west.example/?a=1&b=2', 'fibre'),
    ],
  });
  expect(contractHeaders(answered)).toEqual({
    ...broadbandHeaders,
    ...keyLimitHeaders(100_000, 1_000_000),
    'cache-control': 'private, no-store',
  });
});

test.each(lanes)('N1: without a key they are 401, by the %s', async (lane) => {
  expectError(await askBy(lane, { target, from: callers.stranger }), 401);
});
