import { once } from 'node:events';
import { globSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseSettings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { newestBuild } from '#server/http/build-folder.ts';
import { keys } from '#tests/support/fixture.ts';
import { type Answered, ask, sendRaw } from '#tests/support/http.ts';
import { createHttpServer } from '#tests/support/http-server.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { converse, readAnswers } from '#tests/support/processes/raw-answers.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { signIn } from '#tests/support/staff/action.ts';
import { expectSecured } from './secured.ts';

const root = `${import.meta.dirname}/../../..`;
const baseUrl = 'https://watea.example';

let fixture: OwnFixture;
let server: ServerProcess;
let admin: string;
beforeAll(async () => {
  fixture = await ownFixture();
  admin = signIn(fixture.databaseFile, 'admin');
  server = await fixture.start({ BASE_URL: baseUrl, PAGES_PER_SECOND: '100000' });
});
afterAll(() => fixture.remove());

const samples: Readonly<Record<string, string>> = { lat: '-41.05', lng: '174.05', y: '-41.05', x: '174.05' };

/** A path of a file of `app`: its folders without groups, and with a value for each parameter. */
function pathOf(file: string): string {
  const folders = file.split('/').slice(1, -1);
  const shown = folders.filter((folder) => !folder.startsWith('('));
  return `/${shown.map((folder) => folder.replace(/^\[+(?:\.\.\.)?(\w+)\]+$/, (_, name: string) => samples[name] ?? '1')).join('/')}`;
}

const found = (pattern: string) => globSync(pattern, { cwd: root }).toSorted();
const pages = found('app/**/page.tsx').map(pathOf);
const handled = found('app/**/route.ts').map(pathOf);
const files = found('public/**/*.*').map((file) => file.slice('public'.length));
const build = newestBuild();
const built = found(`${build}/static/**/*.{js,css}`)
  .slice(0, 2)
  .map((file) => `/_next${file.slice(build.length)}`);

const isOpen = (path: string) =>
  /^\/(?:(?:1\.[01]|api|tiles|preview|embed)(?:\/|$)|openapi\.(?:json|yaml)$|developers\/changes\.atom$|statistics\/.+\.(?:csv|json|png)$|data\/)/.test(
    path,
  );
const isEmbedded = (path: string) => /^\/embed(?:\/[^/]+\/[^/]+)?$/.test(path);

/** Checks the headers of an answer at a path against the kind of the path. */
function expectKind({ headers, status }: Answered, path: string): void {
  expectSecured(headers);
  const policy = headers['content-security-policy'] ?? '';
  expect(headers['cross-origin-resource-policy']).toBe(isOpen(path) ? 'cross-origin' : 'same-origin');
  expect(policy).toContain(`frame-ancestors ${isEmbedded(path) ? '*' : "'none'"}`);
  if (headers['content-type']?.startsWith('text/html') && status === 200) expect(policy).toMatch(/'nonce-[\w+/=]{24}'/);
  if (/^\/(?:1\.[01]|api|tiles|preview)\b/.test(path)) expect(policy).toMatch(/^default-src 'none'/);
  expect(headers['x-request-id']).toBeDefined();
}

describe('B13: every answer has the security headers of its path', () => {
  test('of every page, to visitors and to staff', async () => {
    expect(pages.length).toBeGreaterThan(40);
    for (const path of pages) {
      const isStaff = path.startsWith('/admin');
      for (const cookie of isStaff ? ['', admin] : ['']) {
        const answered = await ask(server.port, { target: path, headers: { Host: 'watea.example', Cookie: cookie } });
        expect(answered.status, path).toBeLessThan(500);
        expectKind(answered, path);
      }
    }
  });

  test('of every handler, by every method', async () => {
    expect(handled.length).toBeGreaterThan(20);
    for (const path of handled) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'TRACE']) {
        const answered = await ask(server.port, { target: path, method, headers: { Cookie: admin } });
        expect(answered.status, `${method} ${path}`).toBeLessThan(500);
        expectKind(answered, path);
      }
    }
  });

  test('of every file', async () => {
    expect(files.length * built.length).toBeGreaterThan(0);
    for (const path of [...files, ...built]) {
      const answered = await ask(server.port, { target: path });
      expect(answered.status, path).toBe(200);
      expectKind(answered, path);
    }
  });

  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['a map tile', '/tiles/1/6/63/39.png', {}],
    ['a preview picture', '/preview/-41.05/174.05.png', {}],
    ['a point', `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.plain}`, {}],
    ['a point of 2.0', '/api/2.0/availability/-41.05/174.05', { 'X-Api-Key': keys.plain }],
    ['addresses', '/api/2.0/addresses?q=3', { 'X-Api-Key': keys.plain }],
    ['providers', '/api/2.0/providers', { 'X-Api-Key': keys.plain }],
    ['the old site', '/api/1.0/networks', { 'X-Api-Key': keys.plain }],
    ['a name', '/1.0/availability?domains[]=active.nz', {}],
    ['an unchanged list', '/1.0/droplist', { 'If-None-Match': '*' }],
    ['a language redirect', '/', { Accept: 'text/html', 'Accept-Language': 'mi' }],
    ['a page that does not exist', '/nowhere', {}],
    ['a malformed target', '/%zz', {}],
    ['a head that is too long', '/', { 'X-A': 'a'.repeat(140_000) }],
    ['a refused key', '/api/1.0/availability/yx/1/2', {}],
  ])('of %s', async (_what, target, headers) => {
    expectKind(await ask(server.port, { target, headers }), target.split('?')[0] ?? '');
  });

  test('of a refusal on the socket', async () => {
    for (const path of ['/1.0/droplist', '/api/x', '/tiles', '/', '/embed']) {
      const [answered] = readAnswers(await sendRaw(server.port, `GET ${path} HTTP/1.1\r\nHost : x\r\n\r\n`));
      if (answered === undefined) throw new Error('There was no answer.');
      expect(answered.status).toBe(400);
      expectKind(answered, path);
    }
  });

  test('of a fault', async () => {
    const other = new Database(fixture.databaseFile);
    const tables = ['domain', 'coverage_cell', 'coverage_offer', 'generation'];
    for (const table of tables) other.exec(`ALTER TABLE ${table} RENAME TO lost_${table}`);
    const targets = ['/1.0/availability?string=a', `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.plain}`];
    for (const target of targets) {
      const answered = await ask(server.port, { target });
      expect(answered.status).toBeGreaterThanOrEqual(500);
      expectKind(answered, target.split('?')[0] ?? '');
    }
    for (const table of tables) other.exec(`ALTER TABLE lost_${table} RENAME TO ${table}`);
    other.close();
  });
});

describe('B13: what a server sends beside its pages', () => {
  let own: Server;
  let port: number;
  beforeAll(async () => {
    setProcessWide('settings', parseSettings({ BASE_URL: baseUrl, LOG_LEVEL: 'silent' }));
    const timeouts = { headMs: 200, requestMs: 400, checkEveryMs: 50 };
    own = createHttpServer((_, outgoing) => outgoing.writeHead(503, ['Retry-After', '1']).end(), timeouts);
    own.listen(0, '127.0.0.1');
    await once(own, 'listening');
    port = (own.address() as AddressInfo).port;
  });
  afterAll(() => {
    own.closeAllConnections();
    own.close();
  });

  test('B9: a request that does not arrive whole is ended within 30 seconds', () => {
    const server = createHttpServer((_, outgoing) => outgoing.end());
    expect(server.requestTimeout).toBeLessThan(30_000);
    expect(server.headersTimeout).toBeLessThanOrEqual(server.requestTimeout);
  });

  test('a 503 of the process that renders pages', async () => {
    const answered = await ask(port, { target: '/area' });
    expect(answered.status).toBe(503);
    expectSecured(answered.headers);
  });

  test.each(['GET /1.0/dro', 'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'])(
    'a 408 after %j',
    async (sent) => {
      const talk = await converse(port);
      talk.write(sent);
      const answers = readAnswers(await talk.closed());
      expect(answers.length).toBeGreaterThan(0);
      for (const { headers } of answers) expectSecured(headers);
    },
  );
});
