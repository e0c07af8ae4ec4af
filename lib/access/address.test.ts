import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import { addressLimitKey, isLoopbackOrPrivate, parseAddress } from './address.ts';

describe('an address has one canonical form', () => {
  test.each([
    ['0.0.0.0', '0.0.0.0'],
    ['203.0.113.7', '203.0.113.7'],
    ['255.255.255.255', '255.255.255.255'],
    ['::', '::'],
    ['::1', '::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['1::', '1::'],
    ['2001:DB8::A', '2001:db8::a'],
    ['2001:0db8:0000:0000:0000:0000:0000:000a', '2001:db8::a'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['::192.0.2.33', '::c000:221'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('%s is %s', (written, canonical) => {
    expect(parseAddress(written)?.text).toBe(canonical);
  });

  test.each([
    '::ffff:192.0.2.33',
    '::FFFF:192.0.2.33',
    '::ffff:c000:221',
    '::FfFf:C000:0221',
    '0:0:0:0:0:ffff:c000:221',
    '0000:0000:0000:0000:0000:FFFF:192.0.2.33',
    '::0:ffff:c000:0221',
  ])('B5: IPv4-mapped %s is the IPv4 address', (mapped) => {
    expect(parseAddress(mapped)).toEqual(parseAddress('192.0.2.33'));
    expect(parseAddress(mapped)?.family).toBe(4);
  });

  test.each(['::ffff:0:192.0.2.33', '::fffe:192.0.2.33', '::1:ffff:192.0.2.33', '::192.0.2.33'])(
    '%s is not IPv4-mapped',
    (written) => {
      expect(parseAddress(written)?.family).toBe(6);
    },
  );
});

test.each([
  '',
  ' ',
  '1.2.3',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '01.2.3.4',
  '1.2.3.04',
  '1.2.3.256',
  '1.2.3.4.5',
  '1.2.3.-4',
  '1.2.3.4:80',
  '1.2.3.4/32',
  '1.2.3.4 ',
  ' 1.2.3.4',
  '1.2.3.4\n',
  '1.2.3.4\0',
  '"1.2.3.4"',
  "'1.2.3.4'",
  '[1.2.3.4]',
  '[::1]',
  '[::1]:80',
  '::1%lo',
  'fe80::1%eth0',
  'fe80::1%25eth0',
  '::ffff:1.2.3.4%eth0',
  '::ffff:01.2.3.4',
  '::ffff:1.2.3.256',
  '::ffff:1.2.3',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7:1.2.3.4',
  '12345::',
  '::g',
  ':1',
  '1:',
  'localhost',
  'unknown',
  '_hidden',
  'for=1.2.3.4',
  '１.2.3.4',
  '1。2。3。4',
  '1'.repeat(100_000),
])('B5: %j is not a plain address', (text) => {
  expect(parseAddress(text)).toBeNull();
});

test('parsing agrees with the URL standard on every spelling that node:net takes', () => {
  const hex = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  const group = fc.oneof(fc.constant('0'), hex);
  const tail = fc.oneof(
    fc.tuple(group, group).map((pair) => pair.join(':')),
    fc.ipV4(),
  );
  const spelling = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc
      .tuple(fc.array(group, { maxLength: 6 }), fc.array(group, { maxLength: 5 }), tail)
      .map(([before, after, last]) => `${before.join(':')}::${[...after, last].join(':')}`),
    fc
      .tuple(fc.array(group, { minLength: 6, maxLength: 6 }), tail)
      .map(([before, last]) => [...before, last].join(':')),
    fc.ipV4().map((mapped) => `::ffff:${mapped}`),
  );
  const hostOf = (text: string) => new URL(text.includes(':') ? `http://[${text}]` : `http://${text}`).hostname;

  fc.assert(
    fc.property(spelling, (text) => {
      const address = parseAddress(text);
      if (isIP(text) === 0) {
        expect(address).toBeNull();
        return;
      }
      const groups = address?.words.flatMap((word) => [word >>> 16, word & 0xffff]).map((value) => value.toString(16));
      const inFull = address?.family === 4 && text.includes(':') ? `::ffff:${groups?.join(':')}` : groups?.join(':');
      if (text.includes(':')) expect(hostOf(inFull ?? '')).toBe(hostOf(text));
      const isMapped = /^\[::ffff:[0-9a-f]+:[0-9a-f]+\]$/.test(hostOf(text));
      expect(address?.family).toBe(isMapped || !text.includes(':') ? 4 : 6);
      expect(hostOf(address?.text ?? '')).toBe(address?.family === 6 ? `[${address.text}]` : address?.text);
    }),
    { numRuns: tries(3_000, 60_000) },
  );
});

test.each([
  ['127.0.0.1', true],
  ['127.255.255.255', true],
  ['126.255.255.255', false],
  ['128.0.0.0', false],
  ['10.0.0.0', true],
  ['10.255.255.255', true],
  ['9.255.255.255', false],
  ['11.0.0.0', false],
  ['172.15.255.255', false],
  ['172.16.0.0', true],
  ['172.31.255.255', true],
  ['172.32.0.0', false],
  ['192.167.255.255', false],
  ['192.168.0.0', true],
  ['192.168.255.255', true],
  ['192.169.0.0', false],
  ['169.253.255.255', false],
  ['169.254.0.1', true],
  ['169.255.0.0', false],
  ['100.63.255.255', false],
  ['100.64.0.0', true],
  ['100.127.255.255', true],
  ['100.128.0.0', false],
  ['0.0.0.0', false],
  ['203.0.113.7', false],
  ['255.255.255.255', false],
  ['::1', true],
  ['::', false],
  ['::2', false],
  ['1::1', false],
  ['0:1::1', false],
  ['fe7f:ffff::', false],
  ['fe80::1', true],
  ['febf:ffff::1', true],
  ['fec0::1', false],
  ['fbff::1', false],
  ['fc00::1', true],
  ['fdff:ffff::1', true],
  ['fe00::1', false],
  ['2001:db8::1', false],
  ['::ffff:127.0.0.1', true],
  ['::ffff:10.1.2.3', true],
  ['::ffff:203.0.113.7', false],
])('B5: %s is a loopback or private peer: %s', (text, expected) => {
  const address = parseAddress(text);
  expect(address !== null && isLoopbackOrPrivate(address)).toBe(expected);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::', '2001:db8:1:3::/64'],
  ['::1', '::/64'],
])('B6: limits per address count %s under %s', (text, key) => {
  const address = parseAddress(text);
  expect(address && addressLimitKey(address)).toBe(key);
});
