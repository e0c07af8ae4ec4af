import { beforeAll, expect, test } from 'vitest';
import { createHttpServer } from '#tests/support/http-server.ts';
import { sendOnAfterAnswer } from '#tests/support/web/persistent-caller.ts';
import { maxParsedHeadBytes } from './request-head.ts';

beforeAll(() => {
  Object.assign(process.env, { BASE_URL: 'http://localhost:3000', LOG_LEVEL: 'silent' });
});

test.each([
  ['a target that is too long', `GET /${'x'.repeat(maxParsedHeadBytes)}`, 431],
  ['the start of a TLS connection', '\x16\x03\x01\x02', 400],
  ['an answer, with a broken body', 'POST /page HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n', 200],
])('a caller that goes on after %s gets its answer, and no reset', async (_what, begun, status) => {
  const server = createHttpServer((_incoming, outgoing) => outgoing.end('A page'));
  const { answer, faults } = await sendOnAfterAnswer(server, begun);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(faults).toEqual([]);
});
