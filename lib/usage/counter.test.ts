import { describe, expect, test } from 'vitest';
import { establishCaller } from '#lib/access/caller.ts';
import { parseNetworkSetting } from '#lib/access/network-index.ts';
import { mostCallerAddressesADay, mostRefusedAddressesAnHour, NOBODY, OWN_MAP } from './batch.ts';
import { UsageCounter } from './counter.ts';
import { accountBucketOf, latencyBucketOf } from './latency.ts';

const hour = Date.parse('2026-11-20T12:00:00+13:00');
const trusted = parseNetworkSetting('TRUSTED_PROXIES', '');
const trustedProxies = trusted.ok ? trusted.networks : undefined;

function from(peer: string | undefined, rawHeaders: readonly string[] = []) {
  if (trustedProxies === undefined) throw new Error('no proxies are a valid setting');
  return establishCaller({ peer, rawHeaders, trustedProxies });
}
const one = from('192.0.2.1');

test('requests are counted by API, account and status, the durations by API', () => {
  const counter = new UsageCounter();
  counter.count('registry', 3, 200, 1, one, hour);
  counter.count('registry', 3, 200, 1, one, hour + 1);
  counter.count('registry', 3, 400, 20, one, hour + 2);
  counter.count('broadband', OWN_MAP, 200, 1, one, hour + 3);
  const [batch, ...others] = counter.drain();
  expect(others).toEqual([]);
  expect(batch?.quarterStartsAt).toBe(hour);
  expect(batch?.requests).toEqual([
    { api: 'registry', accountId: 3, status: 200, count: 2 },
    { api: 'registry', accountId: 3, status: 400, count: 1 },
    { api: 'broadband', accountId: OWN_MAP, status: 200, count: 1 },
  ]);
  expect(batch?.latencies).toEqual([
    { api: 'registry', bucket: latencyBucketOf(1), count: 2 },
    { api: 'registry', bucket: latencyBucketOf(20), count: 1 },
    { api: 'broadband', bucket: latencyBucketOf(1), count: 1 },
  ]);
  expect(batch?.accountLatencies).toEqual([
    { api: 'registry', accountId: 3, bucket: accountBucketOf(latencyBucketOf(1)), count: 2 },
    { api: 'registry', accountId: 3, bucket: accountBucketOf(latencyBucketOf(20)), count: 1 },
    { api: 'broadband', accountId: OWN_MAP, bucket: accountBucketOf(latencyBucketOf(1)), count: 1 },
  ]);
  expect(batch?.refused).toEqual([]);
});

test('drained counts are not counted again, and without requests there is no batch', () => {
  const counter = new UsageCounter();
  expect(counter.drain()).toEqual([]);
  counter.count('registry', 3, 200, 1, one, hour);
  expect(counter.drain()).toHaveLength(1);
  expect(counter.drain()).toEqual([]);
});

test('each quarter hour has its own batch, even when the clock is set back', () => {
  const counter = new UsageCounter();
  for (const at of [hour, hour + 899_999, hour + 900_000, hour - 1]) counter.count('registry', 3, 200, 1, one, at);
  const counted = counter.drain().map(({ quarterStartsAt, requests }) => [quarterStartsAt - hour, requests[0]?.count]);
  expect(counted).toEqual([
    [0, 2],
    [900_000, 1],
    [-900_000, 1],
  ]);
});

test('callers are kept by account and address with their errors and last time; visitors of the map are not', () => {
  const counter = new UsageCounter();
  counter.count('broadband', 7, 200, 1, one, hour);
  counter.count('broadband', 7, 429, 1, one, hour + 5);
  counter.count('broadband', 7, 200, 1, from('2001:db8:1:2::3'), hour + 9);
  counter.count('broadband', OWN_MAP, 200, 1, from('192.0.2.99'), hour);
  counter.count('broadband', NOBODY, 404, 1, from('192.0.2.99'), hour);
  const [batch] = counter.drain();
  expect(batch?.callers).toEqual([
    { api: 'broadband', accountId: 7, address: '192.0.2.1', count: 2, errors: 1, lastAt: hour + 5 },
    { api: 'broadband', accountId: 7, address: '2001:db8:1:2::3', count: 1, errors: 0, lastAt: hour + 9 },
  ]);
  expect(JSON.stringify(batch)).not.toContain('192.0.2.99');
});

describe('a key’s last use names the network, not the address', () => {
  test.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2::3', '2001:db8:1::/48'],
  ])('%s is of %s', (address, network) => {
    const counter = new UsageCounter();
    counter.count('broadband', 7, 200, 1, from(address), hour + 5);
    counter.count('registry', 3, 200, 1, from(address), hour + 6);
    expect(counter.drain()[0]?.keyUses).toEqual([{ keyId: 7, lastUsedAt: hour + 5, lastNetwork: network }]);
  });
});

describe('a refused caller is kept with its address and the reason', () => {
  const known = '198.51.100.4';
  const viaProxy = from('10.0.0.1', ['Via', '1.1 somebody']);
  test.each([
    ['an address that is not on an allowlist', 'registry', 403, from(known), { address: known, reason: 'not allowed' }],
    ['one refused too often', 'registry', 429, from(known), { address: known, reason: 'not allowed' }],
    ['a missing or invalid key', 'broadband', 401, from(known), { address: known, reason: 'no valid key' }],
    ['an address behind a proxy', 'registry', 403, viaProxy, { address: '', reason: 'proxy in front' }],
    ['no address', 'registry', 403, from(undefined), { address: '', reason: 'address unknown' }],
    ['no key and no address', 'broadband', 401, from(undefined), { address: '', reason: 'no valid key' }],
  ] as const)('%s', (_what, api, status, caller, expected) => {
    const counter = new UsageCounter();
    counter.count(api, NOBODY, status, 1, caller, hour);
    counter.count(api, NOBODY, status, 1, caller, hour + 1);
    expect(counter.drain()[0]?.refused).toEqual([{ api, ...expected, count: 2, lastAt: hour + 1 }]);
  });

  test('a registrar over its limit and an unknown path are not among them', () => {
    const counter = new UsageCounter();
    counter.count('registry', 3, 429, 1, one, hour);
    counter.count('registry', NOBODY, 404, 1, one, hour);
    expect(counter.drain()[0]?.refused).toEqual([]);
  });
});

test('beyond 1,000 refused addresses only a total grows', () => {
  const counter = new UsageCounter();
  const addressOf = (number: number) => `10.1.${number >> 8}.${number & 255}`;
  for (let number = 0; number < mostRefusedAddressesAnHour + 500; number++) {
    counter.count(number % 2 === 0 ? 'registry' : 'broadband', NOBODY, 403, 1, from(addressOf(number)), hour);
  }
  counter.count('registry', NOBODY, 403, 1, from(addressOf(0)), hour);
  const refused = counter.drain()[0]?.refused ?? [];
  expect(refused.filter(({ address }) => address !== '')).toHaveLength(mostRefusedAddressesAnHour);
  expect(refused.find(({ address }) => address === addressOf(0))?.count).toBe(2);
  const others = refused.filter(({ address }) => address === '').map(({ api, reason, count }) => [api, reason, count]);
  expect(others).toEqual([
    ['registry', 'not allowed', 250],
    ['broadband', 'no valid key', 250],
  ]);
});

test('beyond 10,000 caller addresses only a total grows', () => {
  const counter = new UsageCounter();
  for (let number = 0; number < mostCallerAddressesADay + 3; number++) {
    counter.count('broadband', 7, 200, 1, from(`10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`), hour);
  }
  const callers = counter.drain()[0]?.callers ?? [];
  expect(callers).toHaveLength(mostCallerAddressesADay + 1);
  expect(callers.at(-1)).toEqual({ api: 'broadband', accountId: 7, address: '', count: 3, errors: 0, lastAt: hour });
});

test('a batch survives a JSON round trip', () => {
  const counter = new UsageCounter();
  counter.count('registry', NOBODY, 403, 1, one, hour);
  counter.count('broadband', 7, 200, 1, one, hour);
  const batches = counter.drain();
  expect(JSON.parse(JSON.stringify(batches))).toEqual(batches);
});
