import { describe, expect, test } from 'vitest';
import { seededRandom } from '#lib/demonstration/random.ts';
import { tries } from '#tests/support/long.ts';
import { type Address, addressFromWords, parseAddress } from './address.ts';
import {
  Allowlist,
  type AllowlistEntry,
  type AllowlistRow,
  entryStateOf,
  explainAdmission,
  readAllowlistRows,
} from './allowlist.ts';
import { networkOf, parseNetwork } from './network.ts';

const NOW = Date.UTC(2026, 6, 15);

function entry(id: number, registrarId: number, text: string, valid: Partial<AllowlistEntry> = {}): AllowlistEntry {
  const parsed = parseNetwork(text);
  if (!parsed.ok) throw new Error(parsed.reason.code);
  return { id, registrarId, network: parsed.network, ...valid };
}

function matchedId(entries: readonly AllowlistEntry[], text: string, nowMs = NOW): number | undefined {
  const address = parseAddress(text);
  return address === null ? undefined : new Allowlist(entries).getEntry(address, nowMs)?.id;
}

test.each(['127.0.0.1', '0.0.0.0', '203.0.113.7', '::1', '::', '2001:db8::1'])(
  'R11: an empty allowlist does not let %s in',
  (address) => {
    expect(matchedId([], address)).toBeUndefined();
  },
);

describe('R11: the longest matching prefix decides', () => {
  const entries = [
    entry(1, 1, '203.0.113.0/24'),
    entry(2, 2, '203.0.113.64/26'),
    entry(3, 3, '203.0.113.65'),
    entry(4, 1, '203.0.112.0/20'),
    entry(5, 5, '2001:db8::/32'),
    entry(6, 6, '2001:db8:1::/48'),
    entry(7, 7, '2001:db8:1::1'),
    entry(8, 8, '::ffff:198.51.100.0/120'),
    entry(9, 9, '255.255.255.255'),
    entry(10, 10, 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'),
    entry(11, 11, '0.0.0.0/32'),
  ];
  test.each([
    ['203.0.113.0', 1],
    ['203.0.113.63', 1],
    ['203.0.113.64', 2],
    ['203.0.113.65', 3],
    ['203.0.113.66', 2],
    ['203.0.113.127', 2],
    ['203.0.113.128', 1],
    ['203.0.113.255', 1],
    ['203.0.114.0', 4],
    ['203.0.127.255', 4],
    ['203.0.128.0', undefined],
    ['203.0.111.255', undefined],
    ['::ffff:203.0.113.65', 3],
    ['::ffff:cb00:7141', 3],
    ['2001:db8::', 5],
    ['2001:db8:0:ffff::', 5],
    ['2001:db8:1::', 6],
    ['2001:db8:1::1', 7],
    ['2001:db8:1::2', 6],
    ['2001:db8:2::', 5],
    ['2001:db9::', undefined],
    ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', undefined],
    ['198.51.100.1', 8],
    ['255.255.255.255', 9],
    ['255.255.255.254', undefined],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 10],
    ['0.0.0.0', 11],
    ['::', undefined],
    ['::cb00:7141', undefined],
  ])('%s is matched by entry %s', (address, id) => {
    expect(matchedId(entries, address)).toBe(id);
  });

  test('0.0.0.0/0 contains no IPv6 address, and ::/0 no IPv4 address', () => {
    expect(matchedId([entry(1, 1, '0.0.0.0/0')], '::1')).toBeUndefined();
    expect(matchedId([entry(1, 1, '::/0')], '127.0.0.1')).toBeUndefined();
    expect(matchedId([entry(1, 1, '::/0')], '::ffff:127.0.0.1')).toBeUndefined();
  });
});

describe('validity is compared with the clock at each request', () => {
  const entries = [
    entry(1, 1, '203.0.113.0/24'),
    entry(2, 2, '203.0.113.7', { validFrom: NOW, validUntil: NOW + 1_000 }),
    entry(3, 3, '198.51.100.0/24', { validFrom: null, validUntil: NOW }),
    entry(4, 4, '192.0.2.0/24', { validFrom: NOW + 1 }),
    entry(5, 5, '2001:db8::1', { validUntil: NOW }),
    entry(6, 5, '2001:db8::1', { validFrom: NOW }),
  ];
  test.each([
    ['203.0.113.7', NOW - 1, 1],
    ['203.0.113.7', NOW, 2],
    ['203.0.113.7', NOW + 999, 2],
    ['203.0.113.7', NOW + 1_000, 1],
    ['198.51.100.1', NOW - 1, 3],
    ['198.51.100.1', NOW, undefined],
    ['192.0.2.1', NOW, undefined],
    ['192.0.2.1', NOW + 1, 4],
    ['2001:db8::1', NOW - 1, 5],
    ['2001:db8::1', NOW, 6],
  ])('%s at %d is matched by entry %s', (address, nowMs, id) => {
    expect(matchedId(entries, address, nowMs)).toBe(id);
  });

  test('one allowlist gives different answers as time goes on', () => {
    const allowlist = new Allowlist(entries);
    const address = parseAddress('203.0.113.7') as Address;
    const ids = [NOW - 1, NOW, NOW + 1_000].map((nowMs) => allowlist.getEntry(address, nowMs)?.id);
    expect(ids).toEqual([1, 2, 1]);
  });
});

const asked = tries(30_000, 2_000_000);
test(`10,000 networks: ${asked} random addresses match the same entries as a naive scan`, () => {
  const random = seededRandom(20_260_715);
  const randomWord = () => Math.floor(random() * 2 ** 32);
  // few leading values, so networks nest many levels deep and most addresses match some
  const randomAddress = (): Address => {
    if (random() < 0.5) return addressFromWords(4, [(randomWord() & 0x0703_ffff) >>> 0]);
    const site = (0x2001_0000 + Math.floor(random() * 4)) >>> 0;
    return addressFromWords(6, [site, randomWord() & 7, random() < 0.5 ? 0 : randomWord(), randomWord() & 0xff]);
  };

  const seen = new Set<string>();
  const entries: AllowlistEntry[] = [];
  while (entries.length < 10_000) {
    const address = randomAddress();
    const network = networkOf(address, Math.floor(random() * (address.family === 4 ? 33 : 129)));
    if (seen.has(network.text)) continue;
    seen.add(network.text);
    const id = entries.length;
    const validUntil = random() < 0.2 ? NOW : null;
    entries.push({ id, registrarId: id % 97, network, validFrom: random() < 0.2 ? NOW + 1 : null, validUntil });
  }

  const naive = entries
    .filter(({ validFrom, validUntil }) => (validFrom ?? NOW) <= NOW && (validUntil ?? NOW + 1) > NOW)
    .sort((a, b) => b.network.prefixLength - a.network.prefixLength)
    .map(({ id, network }) => {
      const hostBits = BigInt((network.family === 4 ? 32 : 128) - network.prefixLength);
      return { id, family: network.family, hostBits, start: asInteger(network.words) >> hostBits };
    });
  // comparing 32-bit numbers is far faster than BigInt, and half of the addresses are IPv4
  const naive4 = naive
    .filter(({ family }) => family === 4)
    .map(({ id, hostBits, start }) => ({ id, size: 2 ** Number(hostBits), start: Number(start) }));
  const naive6 = naive.filter(({ family }) => family === 6);
  const scan = ({ family, words }: Address): number | undefined => {
    const value = asInteger(words);
    if (family === 6) return naive6.find(({ hostBits, start }) => value >> hostBits === start)?.id;
    const word = Number(value);
    return naive4.find(({ size, start }) => Math.floor(word / size) === start)?.id;
  };

  const allowlist = new Allowlist(entries);
  const differing: string[] = [];
  let matched = 0;
  for (let i = 0; i < asked; i++) {
    const near = entries[Math.floor(random() * entries.length)];
    const isEdge = random() < 0.1 && near !== undefined;
    const address = isEdge ? addressFromWords(near.network.family, near.network.words) : randomAddress();
    const expected = scan(address);
    if (expected !== undefined) matched++;
    if (allowlist.getEntry(address, NOW)?.id !== expected) differing.push(address.text);
  }
  expect(differing).toEqual([]);
  expect(matched).toBeGreaterThan(asked / 2);
});

function asInteger(words: readonly number[]): bigint {
  return words.reduce((sum, word) => (sum << 32n) + BigInt(word), 0n);
}

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const row = (id: number, registrarId: number, network: string, rest: object = {}): AllowlistRow => ({
  id,
  registrarId,
  network,
  validFrom: null,
  validUntil: null,
  perSecond: null,
  ...rest,
});

/** The registrar admitted at each address, and the unreadable rows. */
function read(rows: readonly AllowlistRow[], ...addresses: string[]) {
  const { allowlist, unreadable } = readAllowlistRows(rows);
  const registrars = addresses.map(
    (address) => allowlist.getEntry(parseAddress(address) as Address, nowMs)?.registrarId,
  );
  return { registrars, unreadable: unreadable.map(({ row: { id }, reason }) => [id, reason.code]) };
}

const good = row(1, 1, '192.0.2.0/24');

test.each([
  ['that is not a network', row(2, 2, 'office'), 'not-a-network'],
  ['with host bits', row(2, 2, '198.51.100.7/24'), 'host-bits'],
  ['that is empty', row(2, 2, ''), 'not-a-network'],
  ['that is a number', row(2, 2, 7 as unknown as string), 'not-a-network'],
  ['whose period is text', row(2, 2, '198.51.100.0/24', { validFrom: 'soon' }), 'period-unreadable'],
  ['whose end is not a number', row(2, 2, '198.51.100.0/24', { validUntil: Number.NaN }), 'period-unreadable'],
  ['whose limit is 0', row(2, 2, '198.51.100.0/24', { perSecond: 0 }), 'limit-unreadable'],
  ['whose limit is text', row(2, 2, '198.51.100.0/24', { perSecond: 'many' }), 'limit-unreadable'],
])('R11: a row %s lets nobody in and refuses nobody else', (_title, bad, code) => {
  expect(read([bad, good], '192.0.2.7', '198.51.100.7')).toEqual({
    registrars: [1, undefined],
    unreadable: [[2, code]],
  });
});

test('R11: addresses in a network stored for two registrars, in any spelling, are refused, even inside a larger network', () => {
  const rows = [good, row(2, 2, '198.51.100.0/24'), row(3, 3, '::ffff:c633:6400/120'), row(4, 4, '198.51.0.0/16')];
  expect(read(rows, '192.0.2.7', '198.51.100.7', '198.51.101.7')).toEqual({
    registrars: [1, null, 4],
    unreadable: [
      [2, 'network-of-several-registrars'],
      [3, 'network-of-several-registrars'],
    ],
  });
});

test('R11: a network stored twice for one registrar lets that registrar in', () => {
  expect(read([good, row(2, 1, '::ffff:c000:200/120')], '192.0.2.7')).toEqual({ registrars: [1], unreadable: [] });
});

test('R11: an empty allowlist lets nobody in', () => {
  expect(read([], '192.0.2.7')).toEqual({ registrars: [undefined], unreadable: [] });
});

describe('admission', () => {
  const now = 1000;
  const entry = (network: string, more: object = {}) => ({
    network,
    registrar: 'Example',
    enabled: true,
    validFrom: null,
    validUntil: null,
    ...more,
  });

  test.each([
    ['it has no period', {}, 'active'],
    ['it becomes valid now', { validFrom: now }, 'active'],
    ['it becomes valid later', { validFrom: now + 1 }, 'not yet valid'],
    ['it ends later', { validUntil: now + 1 }, 'active'],
    ['it ends now', { validUntil: now }, 'no longer valid'],
    ['its registrar is disabled, whatever its period', { enabled: false, validUntil: now }, 'registrar disabled'],
  ])('R11: when %s (%o), the entry is: %s', (_when, more, state) => {
    expect(entryStateOf(entry('192.0.2.0/24', more), now)).toBe(state);
  });

  test('R11: the active entry with the longest prefix lets in; an inactive entry does not hide it', () => {
    const lapsed = entry('192.0.2.7/32', { validUntil: now });
    const by = entry('192.0.2.0/24');
    const wide = entry('192.0.0.0/16');
    expect(explainAdmission([lapsed, by, wide], now)).toEqual({
      by,
      others: [
        { entry: lapsed, state: 'no longer valid' },
        { entry: wide, state: 'active' },
      ],
    });
  });

  test('an address without a matching entry, or without an active one, is refused', () => {
    const disabled = entry('192.0.2.0/24', { enabled: false });
    expect(explainAdmission([], now)).toEqual({ by: undefined, others: [] });
    expect(explainAdmission([disabled], now)).toEqual({
      by: undefined,
      others: [{ entry: disabled, state: 'registrar disabled' }],
    });
  });
});
