import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { parseNetworkSetting } from './network-index.ts';

const parse = (setting: string) => parseNetworkSetting('TRUSTED_PROXIES', setting);

test.each([
  ['', 0],
  [' , ,', 0],
  ['10.0.0.1', 1],
  ['10.0.0.0/8,fd00::/8', 2],
  ['10.0.0.0/8, fd00::/8', 2],
  ['  10.0.0.0/8\tfd00::/8\n192.0.2.7 ', 3],
])('%j has %d networks', (setting, size) => {
  const parsed = parse(setting);
  expect(parsed.ok && parsed.networks.size).toBe(size);
});

test('only the networks in the list have an address', () => {
  const parsed = parse('10.0.0.0/8, ::ffff:192.0.2.7, 2001:db8::/32');
  const listed = ['10.1.2.3', '192.0.2.7', '2001:db8:1::1', '11.0.0.1', '192.0.2.8', '2001:db9::1', '::1'].filter(
    (text) => {
      const address = parseAddress(text);
      return parsed.ok && address !== null && parsed.networks.contains(address);
    },
  );
  expect(listed).toEqual(['10.1.2.3', '192.0.2.7', '2001:db8:1::1']);
});

const name = 'TRUSTED_PROXIES';

test.each([
  ['loopback', { code: 'setting-not-networks', name, fault: { code: 'not-a-network', text: 'loopback' } }],
  ['10.0.0.0/8, nginx', { code: 'setting-not-networks', name, fault: { code: 'not-a-network', text: 'nginx' } }],
  ['10.0.0.1/8', { code: 'setting-not-networks', name, fault: { code: 'host-bits', network: '10.0.0.0/8' } }],
  ['10.0.0.0/33', { code: 'setting-not-networks', name, fault: { code: 'not-a-prefix-length', prefix: '33' } }],
  ['10.0.0.0/8;fd00::/8', { code: 'setting-not-networks', name, fault: { prefix: '8;fd00::/8' } }],
  ['0.0.0.0/0', { code: 'setting-all-addresses', name, part: '0.0.0.0/0' }],
  ['10.0.0.1 ::/0', { code: 'setting-all-addresses', name, part: '::/0' }],
])('%j is refused for the part that is wrong', (setting, reason) => {
  expect(parse(setting)).toMatchObject({ ok: false, reason });
});
