import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suffixes } from '#lib/registry/names/suffix.ts';
import { makeCertificate } from '#tests/support/certificate.ts';
import { callers } from '#tests/support/fixture.ts';
import { apiLanes } from '#tests/support/lanes.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';

const { key, cert } = makeCertificate();

/** An address that is allowed, and not the proxy's own. */
const registrar = '127.0.0.2';

let fixture: OwnFixture;
const proxies: https.Server[] = [];
const ports: Record<string, number> = {};

beforeAll(async () => {
  fixture = await ownFixture();
  for (const lane of apiLanes) {
    const server = await fixture.start({ TRUSTED_PROXIES: '127.0.0.1/32', API_LANE: lane });
    const proxy = reverseProxy(server.port).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    proxies.push(proxy);
    ports[lane] = (proxy.address() as AddressInfo).port;
  }
});
afterAll(async () => {
  for (const proxy of proxies) proxy.close();
  await fixture.remove();
});

/** The proxy in front of the service: ends TLS, and adds the address that it sees to `X-Forwarded-For`. */
function reverseProxy(port: number): https.Server {
  return https.createServer({ key, cert }, (incoming, outgoing) => {
    const { method, url, headers, socket } = incoming;
    const seen = [headers['x-forwarded-for'], socket.remoteAddress].filter((hop) => hop !== undefined).join(', ');
    const forwarded = { ...headers, 'x-forwarded-for': seen, 'x-forwarded-proto': 'https', via: '1.1 proxy' };
    const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers: forwarded }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
}

/** Sends a request as the registry's published client does: over TLS, with its parameters in a form body, of a GET too. */
async function send(lane: string, { method = 'GET', path = '/1.0/availability', form = '', headers = {}, from }: Sent) {
  const request = https.request({
    host: '127.0.0.1',
    port: ports[lane],
    method,
    path,
    ca: cert,
    agent: false,
    localAddress: from ?? registrar,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(form)),
      ...headers,
    },
  });
  request.end(form);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return response;
}

interface Entry {
  readonly code: string;
  readonly status: string;
  readonly domain: string;
  readonly original?: string;
}

/** Asks for names in the client's way, and reads the answer as strictly as it does. */
async function check(lane: string, label: string | undefined, domains: readonly string[], sent: Sent = {}) {
  const parameters = new URLSearchParams(label === undefined ? {} : { string: label });
  for (const domain of domains) parameters.append('domains[]', domain);
  const response = await send(lane, { ...sent, form: parameters.toString() });
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${await text(response)}`);
  if (response.headers['content-type'] !== 'application/json; charset=utf-8') {
    throw new Error(`The answer is ${response.headers['content-type']}.`);
  }
  const entries = JSON.parse(await text(response)) as Entry[];
  return entries.map((entry) => ({ ...entry, domain: asciiOf(entry.domain) }));
}

/** Throws on anything that is not ASCII, as a decoder of that name does. */
function asciiOf(domain: string): string {
  for (const character of domain) if (character > '\x7f') throw new Error(`${domain} is not ASCII.`);
  return domain;
}

describe.each(apiLanes)('the published client, over TLS behind a proxy, by the lane %s', (lane) => {
  test('asks for one label and for whole names in one GET with a form body', async () => {
    const entries = await check(lane, 'active', ['active.co.nz', 'pending-first.co.nz', 'kea.nz']);
    expect(entries.slice(0, 16).map(({ domain }) => domain)).toEqual(suffixes.map((suffix) => `active.${suffix}`));
    expect(entries.slice(16)).toEqual([
      { code: '200', status: 'Active', domain: 'active.co.nz' },
      { code: '210', status: 'PendingRelease', domain: 'pending-first.co.nz' },
      { code: '220', status: 'Available', domain: 'kea.nz' },
    ]);
  });

  test('gets an ASCII domain for every name, whatever it asks for', async () => {
    const asked = [
      'MĀORI.co.nz',
      'kea.māori.nz',
      'café.nz',
      '中文.nz',
      'māori',
      'www.pōneke.nz',
      '💩.nz',
      'a b.nz',
      '',
    ];
    const entries = await check(lane, 'pōneke', asked);
    expect(entries).toHaveLength(16 + asked.length);
    expect(entries[16]).toEqual({
      code: '200',
      status: 'Active',
      domain: 'xn--mori-qsa.co.nz',
      original: 'māori.co.nz',
    });
    expect(entries.slice(18).every(({ code }) => code === '500')).toBe(true);
    const isIdn = (entry: Entry) => entry.original !== undefined;
    expect(entries.slice(0, 16).every((entry) => isIdn(entry) && entry.domain.startsWith('xn--pneke-g9a.'))).toBe(true);
  });

  test('asks for 1,000 names at once, and by POST alike', async () => {
    const names = Array.from({ length: 1000 }, (_, number) => `name-${number}.co.nz`);
    const got = await check(lane, undefined, names);
    expect(got.map(({ domain }) => domain)).toEqual(names);
    expect(await check(lane, undefined, names, { method: 'POST' })).toEqual(got);
  });

  test('sends its body in chunks when it does not know the length', async () => {
    const request = https.request({
      host: '127.0.0.1',
      port: ports[lane],
      method: 'GET',
      path: '/1.0/availability',
      ca: cert,
      agent: false,
      localAddress: registrar,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Transfer-Encoding': 'chunked' },
    });
    request.write('domains%5B%5D=active.nz&');
    request.end('domains%5B%5D=kea.nz');
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    expect(JSON.parse(await text(response)).map(({ code }: Entry) => code)).toEqual(['200', '220']);
  });

  test('fetches the droplist packed, and asks again only whether it changed', async () => {
    const headers = { 'Accept-Encoding': 'gzip, deflate' };
    const first = await send(lane, { path: '/1.0/droplist', headers });
    const chunks: Buffer[] = [];
    for await (const chunk of first) chunks.push(chunk);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(gunzipSync(Buffer.concat(chunks)).toString())).toHaveLength(6);
    const again = { ...headers, 'If-None-Match': first.headers.etag ?? '' };
    expect((await send(lane, { path: '/1.0/droplist', headers: again })).statusCode).toBe(304);
  });

  test('gets its own address in the answer, not the proxy’s, when it is on no allowlist', async () => {
    const refused = check(lane, 'active', [], { from: callers.stranger });
    await expect(refused).rejects.toThrow(`403: {"code":403,"error":"Your address ${callers.stranger} is on no`);
  });

  test.each(['127.0.0.1', '127.0.0.1, 127.0.0.1', '192.0.2.1'])(
    'cannot claim to be %s by a header that the proxy passes on',
    async (claimed) => {
      const refused = check(lane, 'active', [], { from: callers.stranger, headers: { 'X-Forwarded-For': claimed } });
      await expect(refused).rejects.toThrow(`Your address ${callers.stranger} is on no`);
    },
  );

  test('has a limit of its own behind the proxy', async () => {
    const { headers } = await send(lane, { path: '/1.0/availability?string=a', from: callers.nested });
    expect(headers['ratelimit-limit']).toBe('7');
  });
});
