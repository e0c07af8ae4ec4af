import { describe, expect, test } from 'vitest';
import { wordsOf } from '#tests/support/refusals.ts';
import { parseAddress } from './address.ts';
import {
  containsNetwork,
  flagNetworks,
  type Network,
  networkOrder,
  networksContaining,
  parseNetwork,
} from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7/32'],
  ['192.0.2.7/32', '192.0.2.7/32'],
  ['192.0.2.0/24', '192.0.2.0/24'],
  ['192.0.2.128/25', '192.0.2.128/25'],
  ['128.0.0.0/1', '128.0.0.0/1'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8::', '2001:db8::/128'],
  ['2001:0db8:0000::/32', '2001:db8::/32'],
  ['2001:db8:8000::/33', '2001:db8:8000::/33'],
  ['2001:db8:0:0:8000::/65', '2001:db8:0:0:8000::/65'],
  ['::/0', '::/0'],
  ['::1', '::1/128'],
  ['::ffff:192.0.2.7', '192.0.2.7/32'],
  ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
  ['::FFFF:c000:0200/120', '192.0.2.0/24'],
  ['::ffff:192.0.2.7/128', '192.0.2.7/32'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
])('R11: %s is the network %s', (text, canonical) => {
  const parsed = parseNetwork(text);
  expect(parsed.ok && parsed.network.text).toBe(canonical);
});

const notANetwork = (text: string) =>
  `"${text}" is not an IP address or network; write it like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.`;

test.each([
  ['', notANetwork('')],
  ['example.nz', notANetwork('example.nz')],
  ['192.0.2', notANetwork('192.0.2')],
  ['192.0.2/24', notANetwork('192.0.2/24')],
  ['192.0.2.0 /24', notANetwork('192.0.2.0 /24')],
  [' 192.0.2.0/24', notANetwork(' 192.0.2.0/24')],
  ['192.0.02.0/24', notANetwork('192.0.02.0/24')],
  ['192.0.2.7-9', notANetwork('192.0.2.7-9')],
  ['192.0.2.*', notANetwork('192.0.2.*')],
  ['fe80::1%eth0', notANetwork('fe80::1%eth0')],
  ['/24', notANetwork('/24')],
  ['x'.repeat(99), notANetwork(`${'x'.repeat(60)}…`)],
  ['192.0.2.0/33', '"/33" is not a prefix length for an IPv4 address: it must be a whole number from 0 to 32.'],
  ['192.0.2.0/', '"/" is not a prefix length for an IPv4 address: it must be a whole number from 0 to 32.'],
  ['192.0.2.0/024', '"/024" is not a prefix length for an IPv4 address: it must be a whole number from 0 to 32.'],
  ['192.0.2.0/-1', '"/-1" is not a prefix length for an IPv4 address: it must be a whole number from 0 to 32.'],
  ['192.0.2.0/2e1', '"/2e1" is not a prefix length for an IPv4 address: it must be a whole number from 0 to 32.'],
  ['192.0.2.0/24/24', '"/24/24" is not a prefix length for an IPv4 address: it must be a whole number from 0 to 32.'],
  [
    '192.0.2.0/255.255.255.0',
    '"/255.255.255.0" is not a prefix length for an IPv4 address: it must be a whole number from 0 to 32.',
  ],
  ['2001:db8::/129', '"/129" is not a prefix length for an IPv6 address: it must be a whole number from 0 to 128.'],
  [
    '::ffff:192.0.2.0/24',
    '"/24" is not a prefix length for an IPv4 address in IPv6 form: it must be a whole number from 96 to 128.',
  ],
])('R11: %j is refused with a sentence', (text, reason) => {
  const parsed = parseNetwork(text);
  expect(!parsed.ok && wordsOf(parsed.reason)).toBe(reason);
});

test.each([
  ['192.0.2.7/24', '192.0.2.0/24', '192.0.2.7/32'],
  ['192.0.2.1/31', '192.0.2.0/31', '192.0.2.1/32'],
  ['192.0.2.7/0', '0.0.0.0/0', '192.0.2.7/32'],
  ['255.255.255.255/1', '128.0.0.0/1', '255.255.255.255/32'],
  ['2001:db8::1/32', '2001:db8::/32', '2001:db8::1/128'],
  ['2001:db8:ffff::/33', '2001:db8:8000::/33', '2001:db8:ffff::/128'],
  ['::ffff:192.0.2.7/120', '192.0.2.0/24', '192.0.2.7/32'],
])('%s has host bits: the network %s is suggested', (text, suggestion, single) => {
  const reason = { code: 'host-bits', network: suggestion, single };
  expect(parseNetwork(text)).toMatchObject({ ok: false, reason });
});

describe('networks that staff should confirm', () => {
  const network = (text: string): Network => {
    const parsed = parseNetwork(text);
    if (!parsed.ok) throw new Error(parsed.reason.code);
    return parsed.network;
  };

  test.each([
    [['192.0.2.0/24', '192.0.2.0/25'], []],
    [
      ['192.0.2.7', '192.0.2.7/32', '::ffff:192.0.2.7'],
      ['1 duplicate', '2 duplicate'],
    ],
    [['2001:db8::/48', '2001:DB8:0::/48'], ['1 duplicate']],
    [
      ['8.0.0.0/8', '8.0.0.0/7', '2001:db8::/32', '2000::/31'],
      ['1 very-large', '3 very-large'],
    ],
    [
      ['0.0.0.0/0', '0.0.0.0/0'],
      ['0 very-large', '1 duplicate', '1 very-large'],
    ],
  ])('of %j: %j', (given, expected) => {
    const flags = flagNetworks(given.map(network));
    expect(flags.map(({ at, flag }) => `${at} ${flag}`)).toEqual(expected);
  });

  test('the flag of a very large network has the shortest ordinary prefix', () => {
    expect(flagNetworks([network('8.0.0.0/7')])).toEqual([{ at: 0, flag: 'very-large', shortestPrefix: 8 }]);
    expect(flagNetworks([network('2000::/31')])).toEqual([{ at: 0, flag: 'very-large', shortestPrefix: 32 }]);
  });
});

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
