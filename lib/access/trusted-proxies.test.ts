import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';

test.each([
  [undefined, 0],
  ['', 0],
  [' , ,', 0],
  ['10.0.0.1', 1],
  ['10.0.0.0/8,fd00::/8', 2],
  ['10.0.0.0/8, fd00::/8', 2],
  ['  10.0.0.0/8\tfd00::/8\n192.0.2.7 ', 3],
])('TRUSTED_PROXIES=%j has %d networks', (setting, size) => {
  const parsed = parseTrustedProxies(setting);
  expect(parsed.ok && parsed.proxies.size).toBe(size);
});

test('only the configured networks are trusted', () => {
  const parsed = parseTrustedProxies('10.0.0.0/8, ::ffff:192.0.2.7, 2001:db8::/32');
  const trusted = ['10.1.2.3', '192.0.2.7', '2001:db8:1::1', '11.0.0.1', '192.0.2.8', '2001:db9::1', '::1'].filter(
    (text) => {
      const address = parseAddress(text);
      return parsed.ok && address !== null && parsed.proxies.contains(address);
    },
  );
  expect(trusted).toEqual(['10.1.2.3', '192.0.2.7', '2001:db8:1::1']);
});

test.each([
  ['loopback', '"loopback" is not an IP address or network'],
  ['10.0.0.0/8, nginx', '"nginx" is not an IP address or network'],
  ['10.0.0.1/8', 'write 10.0.0.0/8 for the whole network'],
  ['10.0.0.0/33', '"/33" is not a prefix length'],
  ['10.0.0.0/8;fd00::/8', '"/8;fd00::/8" is not a prefix length'],
  ['0.0.0.0/0', '0.0.0.0/0 trusts every address'],
  ['10.0.0.1 ::/0', '::/0 trusts every address'],
])('TRUSTED_PROXIES=%j is refused in one sentence', (setting, part) => {
  const parsed = parseTrustedProxies(setting);
  expect(parsed.ok).toBe(false);
  const reason = parsed.ok ? '' : parsed.reason;
  expect(reason).toMatch(/^TRUSTED_PROXIES: [^\n]+\.$/);
  expect(reason).toContain(part);
});
