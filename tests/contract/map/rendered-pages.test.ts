import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { mark } from '#db/demonstration/marks.ts';
import { type Answered, ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';

let fixture: OwnFixture;
let server: ServerProcess;
let asked = 0;

beforeAll(async () => {
  fixture = await ownFixture();
  server = await fixture.start();
});
afterAll(() => fixture.remove());

/** Opens a page as another visitor each time, since limits count addresses. */
function open(target: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  asked++;
  return ask(server.port, { target, headers, from: `127.4.${1 + (asked >> 7)}.${1 + (asked & 127)}` });
}

const nonceOf = ({ headers }: Answered) => /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? '';

const places = [
  '-40.95/174.05',
  '-40.9512345/174.0512345',
  '-40.95000/174.05000',
  '-41/174',
  '-40.9/174.100',
  '-44.9182736/171.8273645',
];
const elsewhere = ['-44/-176.5', '-50/174', '10/10', '-46.123456789012/168.3'];

describe.each(['availability', 'embed'])('a page of a point below /%s', (folder) => {
  test.each([...places, ...elsewhere])(
    '%s is the same whether Next renders it for this point or for another',
    async (at) => {
      // a query that the page does not know has Next render exactly this address
      const [shared, own] = [await open(`/${folder}/${at}`), await open(`/${folder}/${at}?unknown=1`)];
      expect([shared.status, own.status]).toEqual([200, 200]);
      expect(own.body).toContain('?unknown=1');
      expect(own.body.replaceAll('?unknown=1', '').replaceAll(nonceOf(own), nonceOf(shared))).toBe(shared.body);
    },
  );
});

test.each([
  '/availability/abc/def',
  '/availability/91/200?lang=mi',
  '/availability/abc',
  '/compare/abc/def',
  '/nowhere',
  '/',
  '/availability/-40.95/174.05',
])('a form sent to %s is answered as the page is', async (target) => {
  const from = '127.4.9.9';
  const posted = await ask(server.port, { target, from, method: 'POST', body: 'a=1' });
  const got = await open(target);
  expect(posted.status).toBe(got.status);
  expect(posted.body.replaceAll(nonceOf(posted), nonceOf(got))).toBe(got.body);
  const html = got.body.replace(/<script[\s\S]*?<\/script>/g, '');
  expect(html).toMatch(/^<!DOCTYPE html><html lang="(en-NZ|mi)"/);
  for (const element of [/<main[ >]/g, /<header[ >]/g, /<h1[ >]/g]) expect(html.match(element)).toHaveLength(1);
});

test.each(['/', '/area', '/embed', '/nowhere', '/availability/-40.95/174.05'])(
  '%s has a nonce of its own each time',
  async (target) => {
    const answers = [await open(target), await open(target), await open(target)];
    const nonces = answers.map(nonceOf);
    expect(new Set(nonces).size).toBe(3);
    for (const [at, answered] of answers.entries()) {
      expect(answered.body).toContain(`nonce="${nonces[at]}"`);
      expect(
        new Set(answered.body.match(/nonce(?:=|\\":)\\?"[^"\\]+/g)?.map((text) => text.replace(/.*"/, ''))),
      ).toEqual(new Set([nonces[at]]));
      expect(answered.body).not.toContain(nonces[(at + 1) % 3]);
    }
  },
);

test.each(['/', '/area', '/embed', '/nowhere', '/availability/-40.95/174.05'])(
  '%s is painted before its style sheets have come',
  async (target) => {
    const { body } = await open(target);
    const [head = '', content = ''] = body.split('</head>');
    const sheets = /<link [^>]*rel="stylesheet"[^>]*>/g;
    expect(head.match(sheets)).toBeNull();
    expect(content.slice(content.search(sheets)).replaceAll(sheets, '')).toBe('</body></html>');
    const rules = /<style>(.*)<\/style>/s.exec(head)?.[1] ?? '';
    const [, classes = ''] = /<main[^>]* class="([^"]+)"/.exec(content) ?? [];
    expect(classes).not.toBe('');
    for (const name of classes.split(' ')) expect(rules).toContain(`.${name}`);
  },
);

test.each([
  ['br', (bytes: Buffer) => brotliDecompressSync(bytes)],
  ['gzip', (bytes: Buffer) => gunzipSync(bytes)],
  ['identity', (bytes: Buffer) => bytes],
])('a page is sent in %s', async (encoding, unpack) => {
  const answered = await open('/', { 'Accept-Encoding': encoding });
  expect(answered.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
  expect(answered.headers.vary).toMatch(/accept-encoding/i);
  expect(unpack(answered.bytes).toString()).toMatch(/^<!DOCTYPE html>.*<\/html>$/s);
});

test('HEAD has the headers of GET and no body', async () => {
  const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => ask(server.port, { target: '/', method })));
  expect([head?.status, head?.body]).toEqual([200, '']);
  expect(head?.headers['content-length']).toBe(String(get?.bytes.length));
});

test('nothing of one visitor reaches another', async () => {
  const secret = 'canary-of-a-visitor';
  const headers = {
    Cookie: `a=${secret}`,
    'User-Agent': secret,
    Referer: `http://${secret}/`,
    'X-Forwarded-Host': secret,
    Host: `${secret}.example`,
  };
  for (const target of ['/area', `/area?note=${secret}`, '/availability/-40.96/174.06', `/${secret}`])
    await open(target, headers);
  for (const target of ['/area', '/availability/-40.96/174.06', '/nowhere']) {
    const { body, headers: answered } = await open(target);
    expect(body).not.toContain(secret);
    expect(JSON.stringify(answered)).not.toContain(secret);
  }
});

test('a page follows the data', async () => {
  const before = await open('/');
  expect(before.body).not.toContain('<strong>Demonstration data.');
  fixture.change(({ db }) => mark(db, 'registrar', ['9999']));
  const after = await open('/');
  expect(after.body).toContain('<strong>Demonstration data.');
});

test('a page of a point still counts against the limit of its visitor', async () => {
  const answers: boolean[] = [];
  for (let time = 0; time < 30; time++) {
    const { status, body } = await ask(server.port, { target: '/availability/-40.95/174.05', from: '127.4.9.9' });
    expect(status).toBe(200);
    answers.push(body.includes('North Fibre'));
  }
  expect(new Set(answers)).toEqual(new Set([true, false]));
});

test.each([
  ['/nowhere', 'No page at this address'],
  ['/nowhere/at/all?x=1', 'No page at this address'],
  ['/availability/abc/def', 'No page at this address'],
  ['/availability/-40.95/174.05/more', 'No page at this address'],
  ['/compare/91/174', 'No page at this address'],
  ['/missing', 'No page at this address'],
  ['/nowhere?lang=mi', 'Kāore he whārangi i tēnei wāhitau'],
  ['/embed/x/y?lang=mi', 'Kāore he whārangi i tēnei wāhitau'],
])('%s is a page with status 404', async (target, title) => {
  const { status, body, headers } = await ask(inject('contract').server, { target });
  expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(body).toContain(`>${title}</h1>`);
  expect(body).toContain('<meta name="robots" content="noindex"/>');
});
