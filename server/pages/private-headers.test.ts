import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { establishCaller } from '#lib/access/caller.ts';
import { parseNetworkSetting } from '#lib/access/network-index.ts';
import { establishedHeaders, isPrivateHeader, takeEstablished } from './private-headers.ts';

const secret = 'f'.repeat(64);

function incomingWith(rawHeaders: readonly string[]): IncomingMessage {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers[rawHeaders[at]?.toLowerCase() ?? ''] = rawHeaders[at + 1] ?? '';
  return { headers, rawHeaders: [...rawHeaders] } as unknown as IncomingMessage;
}

function callerAt(peer: string | undefined, rawHeaders: readonly string[] = [], proxies = '') {
  const trusted = parseNetworkSetting('TRUSTED_PROXIES', proxies);
  if (!trusted.ok) throw new Error(trusted.reason.code);
  return establishCaller({ peer, rawHeaders, trustedProxies: trusted.networks });
}

test.each([
  ['an IPv4 address', callerAt('192.0.2.1')],
  ['an IPv4 address written as IPv6', callerAt('::ffff:192.0.2.1')],
  ['an IPv6 address', callerAt('2001:db8::17')],
  ['an address behind a proxy', callerAt('127.0.0.1', ['X-Forwarded-For', '203.0.113.9'], '127.0.0.0/8')],
  ['an untrusted proxy in front', callerAt('127.0.0.1', ['Via', '1.1 x'])],
  ['no address', callerAt(undefined)],
])('the pages process knows a caller as it was established: %s', (_what, caller) => {
  const incoming = incomingWith(['Host', 'x', ...establishedHeaders(secret, { caller, requestId: 'a.b-1' })]);
  expect(takeEstablished(incoming, secret)).toEqual({ caller, requestId: 'a.b-1' });
  expect(incoming.rawHeaders).toEqual(['Host', 'x']);
  expect(incoming.headers).toEqual({ host: 'x' });
});

describe('a request is refused', () => {
  const [secretName = '', , establishedName = '', established = ''] = establishedHeaders(secret, {
    caller: callerAt('192.0.2.1'),
    requestId: 'x',
  });
  test.each([
    ['without a secret', [establishedName, established]],
    ['without what was established', [secretName, secret]],
    ['with another secret', [secretName, 'e'.repeat(64), establishedName, established]],
    ['with a part of the secret', [secretName, secret.slice(1), establishedName, established]],
    ['with an empty secret', [secretName, '', establishedName, established]],
  ])('%s', (_how, headers) => {
    expect(takeEstablished(incomingWith(headers), secret)).toBeUndefined();
  });
});

test.each([
  ['X-Watea-Secret', true],
  ['x-watea-established', true],
  ['X_Watea_Subject', true],
  ['x-WATEA_account', true],
  ['X-Watea-Anything', true],
  ['X-Wateas', false],
  ['X-Request-Id', false],
  ['Watea-Secret', false],
])('%s is private: %s', (name, is) => {
  expect(isPrivateHeader(name)).toBe(is);
});
