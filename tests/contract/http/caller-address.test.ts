import net from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { expectError } from '#tests/support/error-shape.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { type Answered, ask, sendRaw } from '#tests/support/http.ts';
import { apiLanes, servedLanes } from '#tests/support/lanes.ts';
import { ownFixture } from '#tests/support/processes/own-server.ts';
import { readAnswers } from '#tests/support/processes/raw-answers.ts';

const BASE_URL = 'http://localhost:3000';
/** On no allowlist, and this file's own. */
const stranger = '127.9.8.7';
const paths = ['/1.0/droplist', '/1.0/availability?string=active'];

const notAllowed = (address: string) =>
  `Your address ${address} is on no registrar's allowlist; to have it added, ask at ${BASE_URL}/developers/ask-networks or write to support@watea.example.`;
const proxyInFront =
  'Your address cannot be known: a proxy stands in front: set TRUSTED_PROXIES. For help, write to support@watea.example.';
const unknown =
  "Your address cannot be established, so it is on no registrar's allowlist; for help, write to support@watea.example.";

/** Header lines by which a caller claims an address that a registrar has (127.0.0.1, 192.0.2.1, ::1, 2001:db8:7::1). */
const forwarding: string[] = [
  'X-Forwarded-For: 127.0.0.1',
  'x-forwarded-for: 127.0.0.1',
  'X-FORWARDED-FOR: 192.0.2.1',
  'X-Forwarded-For: 192.0.2.1, 127.0.0.1',
  'X-Forwarded-For: 127.0.0.1, 127.9.8.7',
  'X-Forwarded-For: 127.9.8.7, 127.0.0.1',
  'X-Forwarded-For: 127.0.0.1\r\nX-Forwarded-For: 127.0.0.1',
  'X-Forwarded-For: 203.0.113.1\r\nX-FORWARDED-for: 127.0.0.1',
  'X-Forwarded-For: ::ffff:127.0.0.1',
  'X-Forwarded-For: ::ffff:7f00:1',
  'X-Forwarded-For: 0:0:0:0:0:FFFF:127.0.0.1',
  'X-Forwarded-For: ::1',
  'X-Forwarded-For: [::1]',
  'X-Forwarded-For: [::1]:443',
  'X-Forwarded-For: 2001:db8:7::1',
  'X-Forwarded-For: 127.0.0.1:443',
  'X-Forwarded-For: 0177.0.0.1',
  'X-Forwarded-For: 0x7f.0.0.1',
  'X-Forwarded-For: 127.1',
  'X-Forwarded-For: 2130706433',
  'X-Forwarded-For: 127.000.000.001',
  'X-Forwarded-For: localhost',
  'X-Forwarded-For: "127.0.0.1"',
  'X-Forwarded-For: for=127.0.0.1',
  'X-Forwarded-For: 127.0.0.1%lo',
  'X-Forwarded-For: unknown, 127.0.0.1',
  'X-Forwarded-For:',
  'X-Forwarded-For: ,',
  'X-Forwarded-For: 127.0.0.1,',
  `X-Forwarded-For: ${'127.0.0.1, '.repeat(500)}127.0.0.1`,
  'Forwarded: for=127.0.0.1',
  'forwarded: for="[::1]:4711";proto=https;by=127.0.0.1',
  'Forwarded: for=192.0.2.1, for=127.0.0.1',
  'Via: 1.1 127.0.0.1',
  'VIA: 1.0 proxy, 1.1 127.0.0.1',
  'Connection: close, X-Forwarded-For\r\nX-Forwarded-For: 127.0.0.1',
  `${'X-Filler: 1\r\n'.repeat(2500)}X-Forwarded-For: 127.0.0.1`,
];

/** Headers that are never believed, wherever they come from. */
const neverBelieved: string[] = [
  'X-Real-IP: 127.0.0.1',
  'x-real-ip: 192.0.2.1\r\nX-Real-Ip: 127.0.0.1',
  'True-Client-IP: 127.0.0.1',
  'CF-Connecting-IP: 127.0.0.1',
  'CF-Connecting-IPv6: 2001:db8:7::1',
  'Fastly-Client-IP: 127.0.0.1',
  'Fly-Client-IP: 127.0.0.1',
  'X-Client-IP: 127.0.0.1',
  'Client-IP: 127.0.0.1',
  'X-Cluster-Client-IP: 127.0.0.1',
  'X-Original-Forwarded-For: 127.0.0.1',
  'X-Forwarded: for=127.0.0.1',
  'Forwarded-For: 127.0.0.1',
  'X-Forwarded-Host: 127.0.0.1\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Port: 443',
  'X-Forwarded-By: 127.0.0.1',
  'X-Forwarded_For: 127.0.0.1\r\nX_Forwarded_For: 127.0.0.1',
  'X-ProxyUser-Ip: 127.0.0.1',
  'X-Remote-Addr: 127.0.0.1\r\nRemote-Addr: 127.0.0.1\r\nRemote_Addr: 127.0.0.1',
  'X-Originating-IP: [127.0.0.1]',
  'X-Azure-ClientIP: 127.0.0.1',
  'X-Vercel-Forwarded-For: 127.0.0.1\r\nX-Vercel-Proxied-For: 127.0.0.1',
  'X-Appengine-User-Ip: 127.0.0.1',
  'X-Watea-Caller: 127.0.0.1\r\nX-Watea-Address: 127.0.0.1\r\nX-Watea-Nonce: 0',
  'Watea-Caller: {"known":true,"address":{"family":4,"text":"127.0.0.1","words":[2130706433]}}',
  'X-Exchange: {"caller":{"known":true}}\r\nX-Caller: 127.0.0.1\r\nX-Registrar: 1',
  'X-Middleware-Subrequest: middleware:middleware\r\nX-Invoke-Path: /1.0/droplist\r\nX-Matched-Path: /1.0/droplist',
  'X-Nextjs-Data: 1\r\nX-Next-Revalidated-Tags: a\r\nX-Prerender-Revalidate: a',
  'Host: 127.0.0.1',
  'Origin: http://localhost:3000\r\nReferer: http://localhost:3000/\r\nSec-Fetch-Site: same-origin',
  'Authorization: Basic MTI3LjAuMC4xOg==\r\nCookie: address=127.0.0.1',
  `X-Api-Key: ${keys.plain}`,
  'From: 127.0.0.1\r\nUser-Agent: 127.0.0.1',
];

async function askRaw(port: number, lines: string, path: string, from: string): Promise<Answered> {
  const host = /^host:/i.test(lines) ? '' : 'Host: watea.example\r\n';
  const close = /^connection:/i.test(lines) ? '' : 'Connection: close\r\n';
  const received = await sendRaw(port, `GET ${path} HTTP/1.1\r\n${host}${close}${lines}\r\n\r\n`, { from });
  const [answered, ...more] = readAnswers(received);
  if (answered === undefined || more.length > 0) throw new Error(`Not one answer: ${received}`);
  return answered;
}

const shown = (attempts: string[]) => attempts.map((lines) => [lines.slice(0, 90).replaceAll('\r\n', ' | '), lines]);

describe.each(servedLanes)('B5: no header claims an address, by the %s', (lane) => {
  test.each(shown(forwarding))('B5: %s shows that there is a proxy that no setting names', async (_shown, lines) => {
    for (const path of paths) {
      for (const from of [stranger, callers.allowed]) {
        expectError(await askRaw(inject('contract')[lane], lines, path, from), 403, proxyInFront);
      }
    }
  });

  test.each(shown(neverBelieved))('B5: %s is not looked at', async (_shown, lines) => {
    for (const path of paths) {
      expectError(await askRaw(inject('contract')[lane], lines, path, stranger), 403, notAllowed(stranger));
    }
    expect((await askRaw(inject('contract')[lane], lines, '/1.0/droplist', callers.allowed)).status).toBe(200);
  });

  test('B5: an address in the target is not looked at', async () => {
    for (const target of ['http://127.0.0.1/1.0/droplist', '/1.0/droplist?ip=127.0.0.1&x-forwarded-for=127.0.0.1']) {
      expectError(await askRaw(inject('contract')[lane], 'X: y', target, stranger), 403, notAllowed(stranger));
    }
  });

  test('B5: pipelined requests on one connection are each judged by what they say', async () => {
    const get = (lines: string) => `GET /1.0/droplist HTTP/1.1\r\nHost: x\r\n${lines}\r\n`;
    const forged = get('X-Forwarded-For: 127.0.0.1\r\n');
    const requests = forged + get('') + forged + get('X-Real-IP: 127.0.0.1\r\n') + get('Connection: close\r\n');
    const from = async (address: string) =>
      readAnswers(await sendRaw(inject('contract')[lane], requests, { from: address })).map(({ status }) => status);
    expect(await from(stranger)).toEqual([403, 403, 403, 403, 403]);
    expect(await from(callers.allowed)).toEqual([403, 200, 403, 200, 200]);
  });

  test('B5: a request hidden in the body of another is no request', async () => {
    const hidden = 'GET /1.0/droplist HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n';
    const outer = `POST /1.0/availability HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`;
    const answers = readAnswers(await sendRaw(inject('contract')[lane], outer, { from: stranger }));
    expect(answers.map(({ status }) => status)).toEqual([403]);
  });

  test('B5: trailers of a body claim nothing', async () => {
    const request =
      'POST /1.0/availability HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nTrailer: X-Forwarded-For\r\n\r\n0\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n';
    const answers = readAnswers(await sendRaw(inject('contract')[lane], request, { from: stranger }));
    expect(answers.map(({ status }) => status)).toEqual([403]);
  });

  test('B5: broadband answers such a caller, who counts as unknown', async () => {
    const target = `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.plain}`;
    expect((await askRaw(inject('contract')[lane], 'X-Forwarded-For: 127.0.0.1', target, stranger)).status).toBe(200);
  });
});

describe('B5: with TRUSTED_PROXIES', () => {
  let elsewhere: number;
  const behind = { direct: 0, next: 0 };
  let remove: () => Promise<void>;

  beforeAll(async () => {
    const fixture = await ownFixture();
    remove = fixture.remove;
    elsewhere = (await fixture.start({ BASE_URL, TRUSTED_PROXIES: '10.99.0.0/16, 2001:db8:99::/48' })).port;
    for (const lane of apiLanes) {
      const proxies = '127.0.0.1/32 10.1.0.0/16,2001:db8:ff::/48';
      behind[lane] = (await fixture.start({ BASE_URL, TRUSTED_PROXIES: proxies, API_LANE: lane })).port;
    }
  });
  afterAll(() => remove());

  test.each(shown([...forwarding, ...neverBelieved]))(
    'B5: %s from a peer that is no trusted proxy is not looked at',
    async (_shown, lines) => {
      expectError(await askRaw(elsewhere, lines, '/1.0/droplist', stranger), 403, notAllowed(stranger));
      expect((await askRaw(elsewhere, lines, '/1.0/droplist', callers.allowed)).status).toBe(200);
      expectError(await askRaw(behind.direct, lines, '/1.0/droplist', stranger), 403, notAllowed(stranger));
    },
  );

  /** What the proxy at 127.0.0.1 sends, and whom the server sees: an allowed caller, a stranger by name, or nobody. */
  const throughProxy: [lines: string, seen: 'allowed' | 'unknown' | { stranger: string }][] = [
    ['X-Forwarded-For: 192.0.2.7', 'allowed'],
    ['x-FORWARDED-for: 192.0.2.7', 'allowed'],
    ['X-Forwarded-For:\t192.0.2.7 ', 'allowed'],
    ['X-Forwarded-For: 2001:db8:7::42', 'allowed'],
    ['X-Forwarded-For: 2001:0DB8:0007:0:0:0:0:42', 'allowed'],
    ['X-Forwarded-For: ::ffff:192.0.2.7', 'allowed'],
    ['X-Forwarded-For: ::FFFF:c000:207', 'allowed'],
    ['X-Forwarded-For: 0:0:0:0:0:ffff:192.0.2.7', 'allowed'],
    ['X-Forwarded-For: 203.0.113.5, 192.0.2.7', 'allowed'],
    ['X-Forwarded-For: nonsense, "x", 192.0.2.7', 'allowed'],
    ['X-Forwarded-For: 192.0.2.7, 10.1.2.3', 'allowed'],
    ['X-Forwarded-For: 192.0.2.7, 10.1.2.3, 127.0.0.1', 'allowed'],
    ['X-Forwarded-For: 192.0.2.7, ::ffff:10.1.2.3, 2001:db8:ff::1', 'allowed'],
    ['X-Forwarded-For: 203.0.113.5\r\nX-Forwarded-For: 192.0.2.7', 'allowed'],
    ['X-Forwarded-For: 192.0.2.7\r\nX-Other: 1\r\nX-Forwarded-For: 10.1.0.1', 'allowed'],
    [`X-Forwarded-For: 192.0.2.7\r\nX-Real-IP: 203.0.113.5\r\nForwarded: for=203.0.113.5\r\nVia: 1.1 x`, 'allowed'],
    // forged left parts: the right-most one that is no proxy counts
    ['X-Forwarded-For: 192.0.2.7, 203.0.113.5', { stranger: '203.0.113.5' }],
    ['X-Forwarded-For: 127.0.0.1, 192.0.2.7, 203.0.113.5', { stranger: '203.0.113.5' }],
    ['X-Forwarded-For: 192.0.2.7, 203.0.113.5, 10.1.0.9', { stranger: '203.0.113.5' }],
    ['X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-For: 203.0.113.5', { stranger: '203.0.113.5' }],
    ['X-Forwarded-For: 192.0.2.7\r\nx-forwarded-for: 203.0.113.5, 10.1.0.9', { stranger: '203.0.113.5' }],
    ['X-Forwarded-For: 192.0.2.7, ::ffff:203.0.113.5', { stranger: '203.0.113.5' }],
    ['X-Forwarded-For: 192.0.2.7, ::ffff:cb00:7105', { stranger: '203.0.113.5' }],
    ['X-Forwarded-For: 192.0.2.7, 2001:DB8::5', { stranger: '2001:db8::5' }],
    ['X-Forwarded-For: 192.0.2.7, 10.2.0.1', { stranger: '10.2.0.1' }],
    [
      `X-Forwarded-For: 192.0.2.7\r\n${'X-Filler: 1\r\n'.repeat(2500)}X-Forwarded-For: 203.0.113.5`,
      { stranger: '203.0.113.5' },
    ],
    ['X-Forwarded-For: 203.0.113.5\r\nX-Real-IP: 192.0.2.7\r\nForwarded: for=192.0.2.7', { stranger: '203.0.113.5' }],
    ['Connection: close, X-Forwarded-For\r\nX-Forwarded-For: 203.0.113.5', { stranger: '203.0.113.5' }],
    // what cannot be read for certain, and walks that end on a proxy
    ['X-Nothing: 1', 'unknown'],
    ['X-Real-IP: 192.0.2.7', 'unknown'],
    ['Forwarded: for=192.0.2.7', 'unknown'],
    ['X-Forwarded-For:', 'unknown'],
    ['X-Forwarded-For: ,', 'unknown'],
    ['X-Forwarded-For: 192.0.2.7,', 'unknown'],
    ['X-Forwarded-For: 192.0.2.7,,10.1.0.1', 'unknown'],
    ['X-Forwarded-For: 127.0.0.1', 'unknown'],
    ['X-Forwarded-For: 10.1.0.1, 127.0.0.1', 'unknown'],
    ['X-Forwarded-For: ::ffff:7f00:1', 'unknown'],
    ['X-Forwarded-For: 192.0.2.7:443', 'unknown'],
    ['X-Forwarded-For: [2001:db8:7::42]', 'unknown'],
    ['X-Forwarded-For: [2001:db8:7::42]:443', 'unknown'],
    ['X-Forwarded-For: 2001:db8:7::42%eth0', 'unknown'],
    ['X-Forwarded-For: "192.0.2.7"', 'unknown'],
    ["X-Forwarded-For: '192.0.2.7'", 'unknown'],
    ['X-Forwarded-For: 192.0.2.07', 'unknown'],
    ['X-Forwarded-For: 0300.0.2.7', 'unknown'],
    ['X-Forwarded-For: 0xc0000207', 'unknown'],
    ['X-Forwarded-For: 3221225991', 'unknown'],
    ['X-Forwarded-For: 192.0.519', 'unknown'],
    ['X-Forwarded-For: 192.0.2.7/32', 'unknown'],
    ['X-Forwarded-For: 192.0.2.7 10.1.0.1', 'unknown'],
    ['X-Forwarded-For: 192.0.2.7; 10.1.0.1', 'unknown'],
    ['X-Forwarded-For: 192.0.2.7\xa0', 'unknown'],
    ['X-Forwarded-For: 192.0.2.7, unknown', 'unknown'],
    ['X-Forwarded-For: 192.0.2.7, _hidden', 'unknown'],
    ['X-Forwarded-For: 192.0.2.7, localhost', 'unknown'],
    ['X-Forwarded-For: for=192.0.2.7', 'unknown'],
    ['X-Forwarded-For: ::192.0.2.7', { stranger: '::c000:207' }],
    ['X-Forwarded-For: 64:ff9b::192.0.2.7', { stranger: '64:ff9b::c000:207' }],
    [`X-Forwarded-For: 192.0.2.7, ${'10.1.0.1, '.repeat(100)}10.1.0.1`, 'unknown'],
  ];

  describe.each(apiLanes)('behind a proxy, by the lane %s', (lane) => {
    test.each(
      throughProxy.map(([lines, seen]) => [lines.slice(0, 90).replaceAll('\r\n', ' | '), seen, lines] as const),
    )('B5: %s is %j', async (_shown, seen, lines) => {
      for (const path of paths) {
        const bytes = Buffer.from(
          `GET ${path} HTTP/1.1\r\nHost: x\r\n${/^connection:/i.test(lines) ? '' : 'Connection: close\r\n'}${lines}\r\n\r\n`,
          'latin1',
        );
        const [answered] = readAnswers(await sendRaw(behind[lane], bytes));
        if (seen === 'allowed') expect(answered?.status).toBe(200);
        else if (answered === undefined) throw new Error('No answer.');
        else expectError(answered, 403, seen === 'unknown' ? unknown : notAllowed(seen.stranger));
      }
    });

    test('B5: requests of several callers on one connection of the proxy are told apart', async () => {
      const get = (lines: string) => `GET /1.0/droplist HTTP/1.1\r\nHost: x\r\n${lines}\r\n`;
      const mine = get('X-Forwarded-For: 192.0.2.7\r\n');
      const theirs = get('X-Forwarded-For: 203.0.113.5\r\n');
      const requests =
        mine + theirs + mine + get('') + theirs + get('X-Forwarded-For: 192.0.2.7\r\nConnection: close\r\n');
      const answers = readAnswers(await sendRaw(behind[lane], requests));
      expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 403, 403, 200]);
    });
  });
});

test('B5: an IPv4 and an IPv6 peer are each taken by the socket', async ({ skip }) => {
  const port = inject('contract').server;
  expect((await ask(port, { target: '/1.0/droplist', from: stranger })).status).toBe(403);
  const received = await new Promise<string | undefined>((resolve) => {
    const socket = net.connect({ host: '::1', port });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(text));
    socket.write('GET /1.0/droplist HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  });
  if (received === undefined) skip('this machine has no IPv6');
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
});
