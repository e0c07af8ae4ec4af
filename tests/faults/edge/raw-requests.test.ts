import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { answersTo, askRaw, type RawAnswer } from './ask-raw.ts';
import { type Row, subjects } from './raw-requests.ts';
import { expectSecured } from './secured.ts';

const contentTypes: Readonly<Record<string, RegExp>> = {
  json8: /^application\/json; charset=utf-8$/,
  json: /^application\/json/,
  html: /^text\/html/,
  text: /^text\/plain/,
  image: /^image\//,
  '-': /^undefined$/,
  any: /^/,
};

/** Reads `<status> <content type> <keep|close>; <header>: <value>`. The status may be `any`, `below500` or `100+<status>`. */
function readExpected(text: string) {
  const [first = '', ...headers] = text.split('; ');
  const [status = '', type = '', connection = ''] = first.split(' ');
  return { status, type, connection, headers: headers.map((header) => header.split(/: (.*)/)) };
}

/** How many rows are asked at the same time. */
const together = 12;

let fixture: OwnFixture;
let server: ServerProcess;
const received = new Map<Row, RawAnswer>();
const bytesOf = ([, sent]: Row) => (typeof sent === 'string' ? Buffer.from(sent, 'latin1') : sent);

beforeAll(async () => {
  fixture = await ownFixture();
  server = await fixture.start({ BASE_URL: 'https://watea.example', PAGES_PER_SECOND: '100000' });
  const waiting = Object.values(subjects).flat();
  const askNext = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      received.set(row, await askRaw(server.port, bytesOf(row)));
    }
  };
  await Promise.all(Array.from({ length: together }, askNext));
});
afterAll(() => fixture.remove());

describe.each(Object.entries(subjects))('%s', (_subject, rows) => {
  test.each(rows.map((row) => [row[0], row] as const))('%s', (_title, row) => {
    const expected = readExpected(row[2]);
    const given = received.get(row) ?? { received: '', isEnded: false };
    const answers = answersTo(bytesOf(row), given);
    if (expected.status.startsWith('100+')) expect(answers.shift()?.status).toBe(100);
    const [answered] = answers.filter(({ status }) => status >= 200);
    if (answered === undefined) throw new Error('There was no answer.');
    const { status, headers, body } = answered;
    const wanted = expected.status.replace('100+', '');
    if (wanted === 'below500') expect(status).toBeLessThan(500);
    else if (wanted !== 'any') expect(status, body.slice(0, 300)).toBe(Number(wanted));
    expect(String(headers['content-type'])).toMatch(contentTypes[expected.type] ?? /^$/);
    if (expected.connection === 'close') expect([headers.connection, given.isEnded]).toEqual(['close', true]);
    if (expected.connection === 'keep') expect(headers.connection).toBe('keep-alive');
    for (const [name = '', value] of expected.headers) expect(headers[name] ?? 'absent').toBe(value);
    expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    expectSecured(headers);
    if (status >= 400 && body !== '' && headers['content-type']?.startsWith('application/json')) {
      expect(JSON.parse(body)).toMatchObject({ code: status });
    }
  });
});

test('the table has at least 300 requests, and all of them left the server as it was', () => {
  expect(Object.values(subjects).flat().length).toBeGreaterThanOrEqual(300);
  expect(server.child.exitCode).toBeNull();
});
