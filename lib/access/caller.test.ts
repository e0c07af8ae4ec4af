import { describe, expect, test } from 'vitest';
import { type Caller, establishCaller, isForwardingHeader } from './caller.ts';
import { parseNetworkSetting } from './network-index.ts';

/** The address as text, or the reason why it is unknown. */
function callerOf(trusted: string, peer: string | undefined, rawHeaders: readonly string[]): string {
  const caller = establish(trusted, peer, rawHeaders);
  return caller.known ? caller.address.text : caller.reason;
}

function establish(trusted: string, peer: string | undefined, rawHeaders: readonly string[]): Caller {
  const parsed = parseNetworkSetting('TRUSTED_PROXIES', trusted);
  if (!parsed.ok) throw new Error(parsed.reason.code);
  return establishCaller({ peer, rawHeaders, trustedProxies: parsed.networks });
}

const forwardedFor = (...lists: string[]) => lists.flatMap((list) => ['X-Forwarded-For', list]);

const CLAIM = '203.0.113.7';
const claims: readonly (readonly string[])[] = [
  ['X-Forwarded-For', CLAIM],
  ['x-forwarded-for', CLAIM],
  ['X-FORWARDED-FOR', CLAIM],
  ['X-Forwarded-For', CLAIM, 'X-Forwarded-For', CLAIM],
  ['X-Forwarded-For', `${CLAIM}, 127.0.0.1`],
  ['X-Forwarded-For', `198.51.100.9, ${CLAIM}`],
  ['X-Forwarded-For', `::ffff:${CLAIM}`],
  ['X-Forwarded-For', '::ffff:cb00:7107'],
  ['X-Forwarded-For', '0313.0.0161.7'],
  ['X-Forwarded-For', `${CLAIM}:443`],
  ['X-Forwarded-For', 'garbage'],
  ['X-Forwarded-For', ''],
  ['X-Real-IP', CLAIM],
  ['Forwarded', `for=${CLAIM}`],
  ['Forwarded', `for="[::ffff:${CLAIM}]:80"`],
  ['Via', `1.1 ${CLAIM}`],
  ['CF-Connecting-IP', CLAIM],
  ['True-Client-IP', CLAIM],
  ['X-Client-IP', CLAIM],
  ['X-Cluster-Client-IP', CLAIM],
  ['Fastly-Client-IP', CLAIM],
  ['X-Original-Forwarded-For', CLAIM],
  ['X-Originating-IP', CLAIM],
  ['X-Remote-Addr', CLAIM],
  ['Remote-Addr', CLAIM],
  ['X_Forwarded_For', CLAIM],
  ['X-Forwarded', CLAIM],
  ['X-Forwarded-Host', CLAIM],
  ['Client-IP', CLAIM],
  ['Host', CLAIM],
  ['X-Watea-Caller', CLAIM],
];

describe('B5: a header cannot claim an address', () => {
  test.each(claims.map((claim) => [claim]))('without trusted proxies, %j does not override a public peer', (claim) => {
    expect(callerOf('', '198.51.100.1', claim)).toBe('198.51.100.1');
    expect(callerOf('', '2001:db8::1', claim)).toBe('2001:db8::1');
  });

  test.each(claims.map((claim) => [claim]))('an untrusted peer is the caller despite %j', (claim) => {
    expect(callerOf('10.0.0.0/8', '198.51.100.1', claim)).toBe('198.51.100.1');
    expect(callerOf('10.0.0.0/8', '127.0.0.1', claim)).toBe('127.0.0.1');
  });

  const otherHeaders = claims.filter(([name]) => name?.toLowerCase() !== 'x-forwarded-for');
  test.each(otherHeaders.map((claim) => [claim]))(
    'behind a trusted proxy, only X-Forwarded-For is read, not %j',
    (claim) => {
      expect(callerOf('10.0.0.0/8', '10.0.0.1', claim)).toBe('unknown');
      expect(callerOf('10.0.0.0/8', '10.0.0.1', [...claim, 'X-Forwarded-For', '198.51.100.1', ...claim])).toBe(
        '198.51.100.1',
      );
    },
  );
});

describe('B5: behind trusted proxies X-Forwarded-For is read right to left', () => {
  const trusted = '10.0.0.0/8, 192.0.2.7, fd00::/8';
  test.each([
    ['one hop', ['203.0.113.7'], '203.0.113.7'],
    ['IPv6, in its canonical form', ['2001:DB8:0::1'], '2001:db8::1'],
    ['a trusted hop is passed', ['203.0.113.7, 10.9.9.9'], '203.0.113.7'],
    ['several trusted hops are passed', ['203.0.113.7, fd00::1, 192.0.2.7, 10.9.9.9'], '203.0.113.7'],
    ['a trusted hop in mapped form is passed', ['203.0.113.7, ::ffff:10.9.9.9'], '203.0.113.7'],
    ['a trusted hop in mapped hexadecimal is passed', ['203.0.113.7, ::FFFF:A09:909'], '203.0.113.7'],
    ['entries written by the caller itself are ignored', ['198.51.100.1, 203.0.113.7'], '203.0.113.7'],
    ['garbage before the caller is ignored', ['garbage, "x", 203.0.113.7'], '203.0.113.7'],
    ['an empty member before the caller is ignored', [', 203.0.113.7'], '203.0.113.7'],
    ['a claimed trusted address before the caller is ignored', ['10.0.0.1, 203.0.113.7'], '203.0.113.7'],
    [
      'a claim with trusted hops in between stops at the untrusted one',
      ['198.51.100.1, 203.0.113.7, 10.1.1.1'],
      '203.0.113.7',
    ],
    ['two headers are one list', ['198.51.100.1', '203.0.113.7'], '203.0.113.7'],
    ['reading continues in the previous header', ['203.0.113.7', '10.9.9.9'], '203.0.113.7'],
    ['and in the one before that', ['203.0.113.7', 'fd00::1', '10.9.9.9'], '203.0.113.7'],
    ['a mapped caller is IPv4', ['::ffff:203.0.113.7'], '203.0.113.7'],
    ['so is mapped hexadecimal form', ['::ffff:cb00:7107'], '203.0.113.7'],
    ['so is expanded mapped form', ['0:0:0:0:0:FFFF:203.0.113.7'], '203.0.113.7'],
    ['blanks around a hop', [' \t203.0.113.7\t , \t10.9.9.9 '], '203.0.113.7'],
    ['no blanks at all', ['203.0.113.7,10.9.9.9'], '203.0.113.7'],
    ['a private address that is not trusted is a caller', ['192.168.1.5'], '192.168.1.5'],
    ['31 trusted hops', [`203.0.113.7${', 10.9.9.9'.repeat(31)}`], '203.0.113.7'],

    ['empty', [''], 'unknown'],
    ['blank', [' \t '], 'unknown'],
    ['a lone comma', [','], 'unknown'],
    ['an empty member after the caller', ['203.0.113.7,'], 'unknown'],
    ['an empty header after the caller', ['203.0.113.7', ''], 'unknown'],
    ['an empty member between', ['203.0.113.7,,10.9.9.9'], 'unknown'],
    ['trusted hops only', ['10.9.9.9'], 'unknown'],
    ['trusted hops only, over two headers', ['10.9.9.9, 192.0.2.7', 'fd00::1'], 'unknown'],
    ['trusted, then an empty header before it', ['', '10.9.9.9'], 'unknown'],
    ['the word unknown', ['unknown'], 'unknown'],
    ['an obfuscated name', ['_hidden'], 'unknown'],
    ['a name', ['localhost'], 'unknown'],
    ['a port', ['203.0.113.7:443'], 'address-with-port'],
    ['brackets', ['[2001:db8::1]'], 'unknown'],
    ['brackets and port', ['[2001:db8::1]:443'], 'address-with-port'],
    ['a zone index', ['fe80::1%eth0'], 'unknown'],
    ['a zone index on a trusted address', ['203.0.113.7, fd00::1%eth0'], 'unknown'],
    ['quotes', ['"203.0.113.7"'], 'unknown'],
    ['the syntax of Forwarded', ['for=203.0.113.7'], 'unknown'],
    ['leading zeros', ['203.0.113.07'], 'unknown'],
    ['octal', ['0313.0.0161.7'], 'unknown'],
    ['hexadecimal', ['0xcb.0.0x71.7'], 'unknown'],
    ['one number', ['3405803783'], 'unknown'],
    ['a short form', ['127.1'], 'unknown'],
    ['a network', ['203.0.113.7/32'], 'unknown'],
    ['semicolons', ['203.0.113.7;10.9.9.9'], 'unknown'],
    ['blanks instead of commas', ['203.0.113.7 10.9.9.9'], 'unknown'],
    ['garbage nearer than the caller', ['203.0.113.7, garbage'], 'unknown'],
    ['garbage between trusted hops', ['203.0.113.7, garbage, 10.9.9.9'], 'unknown'],
    ['garbage in a nearer header', ['203.0.113.7', 'garbage'], 'unknown'],
    ['a folded line', ['203.0.113.7,\r\n 198.51.100.1'], 'unknown'],
    ['a NUL', ['203.0.113.7\0'], 'unknown'],
    ['a no-break space', ['\u00a0203.0.113.7'], 'unknown'],
    ['full-width digits', ['２０３.0.113.7'], 'unknown'],
    ['mapped form with leading zeros', ['::ffff:203.0.113.007'], 'unknown'],
    ['32 trusted hops', [`203.0.113.7${', 10.9.9.9'.repeat(32)}`], 'unknown'],
    ['a chain of 128 KiB', [`203.0.113.7${',10.9.9.9'.repeat(14_500)}`], 'unknown'],
    ['thousands of commas', [','.repeat(100_000)], 'unknown'],
    ['one member of 100,000 characters', ['1'.repeat(100_000)], 'unknown'],
  ])('%s', (_case, lists, expected) => {
    expect(callerOf(trusted, '10.0.0.1', forwardedFor(...lists))).toBe(expected);
    expect(callerOf(trusted, '::ffff:10.0.0.1', ['Host', 'x', ...forwardedFor(...lists), 'Accept', '*/*'])).toBe(
      expected,
    );
  });

  test('a trusted proxy that sends no header gives an unknown caller', () => {
    expect(callerOf(trusted, '10.0.0.1', [])).toBe('unknown');
    expect(callerOf(trusted, 'fd00::1', ['Host', 'x'])).toBe('unknown');
    expect(callerOf('127.0.0.1', '127.0.0.1', [])).toBe('unknown');
  });

  test("the header name inside another header's value is ignored", () => {
    expect(callerOf(trusted, '10.0.0.1', ['X-Note', 'X-Forwarded-For', '203.0.113.7', 'x'])).toBe('unknown');
  });
});

describe('B5: a proxy that is not configured', () => {
  const neighbours = [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.0.0.1',
    '172.17.0.1',
    '192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
  ];
  const marks = [
    ['X-Forwarded-For', '203.0.113.7'],
    ['x-forwarded-for', ''],
    ['Forwarded', 'for=203.0.113.7'],
    ['FORWARDED', ''],
    ['Via', '1.1 vegur'],
    ['via', ''],
  ];
  test.each(neighbours.flatMap((peer) => marks.map((mark) => [peer, mark] as const)))(
    '%s sending %j is refused as an unconfigured proxy',
    (peer, mark) => {
      expect(callerOf('', peer, ['Host', 'x', ...mark])).toBe('proxy-in-front');
    },
  );

  test.each([...neighbours, 'fe80::1', 'fd00::1'])('%s sending no proxy header is a caller', (peer) => {
    expect(callerOf('', peer, ['Host', 'x', 'X-Forwarded-Proto', 'https', 'Vary', 'Via'])).toBe(
      peer.replace('::ffff:', ''),
    );
  });

  test('with TRUSTED_PROXIES set, any other private peer is a caller, and its header is ignored', () => {
    expect(callerOf('10.0.0.1', '10.0.0.2', forwardedFor('203.0.113.7'))).toBe('10.0.0.2');
  });
});

test.each(['203.0.113.7:51234', '[2001:db8::7]:51234', '192.0.2.1, 203.0.113.7:1'])(
  'a trusted proxy that sends %s has an unknown caller, because of the port',
  (sent) => {
    expect(callerOf('10.0.0.1', '10.0.0.1', forwardedFor(sent))).toBe('address-with-port');
  },
);

test.each([[undefined], [''], ['fe80::1%eth0'], ['garbage'], ['10.0.0.1:80'], ['/run/watea.sock']])(
  'B5: a socket with the address %j is an unknown caller',
  (peer) => {
    expect(callerOf('', peer, [])).toBe('unknown');
    expect(callerOf('', peer, forwardedFor('203.0.113.7'))).toBe('unknown');
    expect(callerOf('10.0.0.0/8, fe80::/10', peer, forwardedFor('203.0.113.7'))).toBe('unknown');
  },
);

test.each([
  ['', '203.0.113.7', [], '203.0.113.7'],
  ['', '::ffff:203.0.113.7', [], '203.0.113.7'],
  ['', '2001:db8:1:2:3::4', [], '2001:db8:1:2::/64'],
  ['10.0.0.0/8', '10.0.0.1', forwardedFor('2001:db8:1:2:3::4'), '2001:db8:1:2::/64'],
  ['10.0.0.0/8', '10.0.0.1', [], 'unknown'],
  ['', '127.0.0.1', forwardedFor('203.0.113.7'), 'unknown'],
  ['', undefined, [], 'unknown'],
])('B5: all unknown callers share one limit (%j, %s, %j: %s)', (trusted, peer, rawHeaders, limitKey) => {
  expect(establish(trusted, peer, rawHeaders).limitKey).toBe(limitKey);
});

test.each([
  ['X-Forwarded-For', true],
  ['x-forwarded-host', true],
  ['X-FORWARDED-PROTO', true],
  ['X-Forwarded-Port', true],
  ['x-forwarded-anything', true],
  ['X-Forwarded', false],
  ['Forwarded', false],
  ['X-Forward-For', false],
  ['XX-Forwarded-For', false],
  ['Host', false],
  ['', false],
])('B5: Next never sees %s: %s', (name, expected) => {
  expect(isForwardingHeader(name)).toBe(expected);
});
