import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { type Network, parseNetwork } from './network.ts';
import { containsNetwork, networkOrder, networksContaining } from './network-relation.ts';

function network(text: string): Network {
  const parsed = parseNetwork(text);
  if (!parsed.ok) throw new Error(parsed.reason.code);
  return parsed.network;
}

test.each([
  ['192.0.2.0/24', '192.0.2.0/24', true],
  ['192.0.2.0/24', '192.0.2.128/25', true],
  ['192.0.2.128/25', '192.0.2.0/24', false],
  ['192.0.2.0/24', '192.0.3.0/24', false],
  ['0.0.0.0/0', '255.255.255.255/32', true],
  ['0.0.0.0/0', '::/0', false],
  ['2001:db8::/32', '2001:db8:ffff:ffff::/64', true],
  ['2001:db8::/33', '2001:db8:8000::/33', false],
  ['2001:db8::8/127', '2001:db8::9/128', true],
  ['2001:db8::8/128', '2001:db8::9/128', false],
])('%s contains all of %s: %s', (outer, inner, expected) => {
  expect(containsNetwork(network(outer), network(inner))).toBe(expected);
});

test('the networks that contain an address: one of each prefix length, the longest first', () => {
  const ipv4 = networksContaining(parseAddress('192.0.2.7') ?? expect.fail());
  expect(ipv4).toHaveLength(33);
  expect([ipv4[0], ipv4[8], ipv4[32]]).toEqual(['192.0.2.7/32', '192.0.2.0/24', '0.0.0.0/0']);
  const ipv6 = networksContaining(parseAddress('2001:db8::7') ?? expect.fail());
  expect(ipv6).toHaveLength(129);
  expect([ipv6[0], ipv6[96], ipv6[128]]).toEqual(['2001:db8::7/128', '2001:db8::/32', '::/0']);
});

test('networks sort by address, IPv4 first, wide before narrow', () => {
  const sorted = ['2.0.0.0/8', '10.0.0.0/8', '10.0.0.0/24', '192.0.2.0/24', '::/0', '2001:db8::/32'];
  const shuffled = [3, 5, 1, 0, 4, 2].map((at) => network(sorted[at] ?? ''));
  const order = shuffled.sort((a, b) => (networkOrder(a) < networkOrder(b) ? -1 : 1)).map(({ text }) => text);
  expect(order).toEqual(sorted);
});
