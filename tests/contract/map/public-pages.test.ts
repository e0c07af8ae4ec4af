import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { fixtureNow, seedFixture } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type ServerProcess, startServer } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const folder = makeFolder();
let server: ServerProcess;

beforeAll(async () => {
  const file = join(folder.path, 'watea.db');
  await seedFixture(file);
  server = await startServer({ WATEA_NOW: fixtureNow, DATABASE_URL: `file:${file}`, LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

const home = '/-40.9512345/174.0512345?address=12%20Rata%20Street';

/** Pages and their parts that know where somebody lives, and the path that the log may tell. */
const asked: [target: string, logged: string][] = [
  [`/availability${home}`, '/availability/-40.95/174.05'],
  [`/availability${home}&lang=mi`, '/availability/-40.95/174.05'],
  [`/embed${home}`, '/embed/-40.95/174.05'],
  ['/preview/-40.9512345/174.0512345.png?address=12%20Rata%20Street', '/preview/-40.95/174.05.png'],
  [`/compare${home}&with=-40.9612345,174.0612345&with-address=Rata%20Street`, '/compare/-40.95/174.05'],
  ['/area?from=-40.9512345,174.0512345&to=-40.9,174.1&address=12%20Rata%20Street', '/area'],
  ['/areas?from=-40.9512345,174.0512345&to=-40.9,174.1', '/areas'],
  ['/areas?from=-40.9512345,174.0512345&to=-40.9,174.1&format=csv', '/areas'],
];

test('N12: the log holds coordinates to 2 decimals and never the address', async () => {
  for (const [at, [target]] of asked.entries()) {
    // limits count addresses
    const answered = await ask(server.port, { target, headers: { Referer: target }, from: `127.3.5.${at + 1}` });
    expect(answered.status, target).toBe(200);
  }
  const paths = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes('"path"'))
      .map((line) => JSON.parse(line).path as string);
  await waitUntil('the lines of the log', () => paths().length >= asked.length);
  for (const [, logged] of asked) expect(paths()).toContain(logged);
  // with the point before them: an instant in milliseconds may have any digits
  expect(server.output()).not.toMatch(/\.\d\d12345|Rata|Street/i);
});

test('a shared link has its title, description and picture in the HTML, for no search engine', async () => {
  const { body } = await ask(server.port, { target: `/availability${home}` });
  const head = body.slice(0, body.indexOf('</head>'));
  expect(head).toContain('<title>12 Rata Street · Wātea</title>');
  expect(head).toMatch(/<meta name="description" content="Available here: Fibre/);
  expect(head).toMatch(/<meta property="og:title" content="12 Rata Street"/);
  expect(head).toContain('<meta name="robots" content="noindex"/>');
  // no finer than the picture shows
  expect(head).toMatch(/<meta property="og:image" content="http:\/\/localhost:\d+\/preview\/-40\.951\/174\.051\.png"/);
  expect(body).toContain('North Fibre');
});

test('where there is no picture, none is promised', async () => {
  const { status, body } = await ask(server.port, { target: '/availability/-50/174' });
  expect(status).toBe(200);
  expect(body).not.toContain('og:image');
  expect(body).toContain('Outside the area this service covers');
});

const frameAncestors = (headers: Readonly<Record<string, string>>) =>
  /frame-ancestors ([^;]+)/.exec(headers['content-security-policy'] ?? '')?.[1];

test.each(['/embed', '/embed/-40.95/174.05?address=Home'])('%s may be framed by every site', async (target) => {
  const { status, headers, body } = await ask(inject('contract').server, { target });
  expect([status, frameAncestors(headers), headers['x-frame-options']]).toEqual([200, '*', undefined]);
  expect(body).toContain('<meta name="robots" content="noindex"/>');
});

test.each(['/', '/availability/-40.95/174.05', '/admin/login', '/nowhere', '/embed/', '/?lang=mi'])(
  '%s may be framed by none',
  async (target) => {
    const { headers } = await ask(inject('contract').server, { target });
    expect([frameAncestors(headers), headers['x-frame-options']]).toEqual(["'none'", 'DENY']);
  },
);
