import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '#tests/support/http-server.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { maxParsedHeadBytes } from './request-head.ts';

beforeAll(() => {
  Object.assign(process.env, { BASE_URL: 'http://localhost:3000', LOG_LEVEL: 'silent' });
});

test.each([
  ['a target that is too long', `GET /${'x'.repeat(maxParsedHeadBytes)}`, 431],
  ['the start of a TLS connection', '\x16\x03\x01\x02', 400],
  [
    'a body that is none, behind an answer',
    'POST /page HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
    200,
  ],
])('a caller that goes on after %s gets its answer, and no reset', async (_what, begun, status) => {
  let connection: Socket | undefined;
  const server = createHttpServer((_incoming, outgoing) => outgoing.end('A page'));
  server.on('connection', (socket: Socket) => {
    connection = socket;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const caller = net.connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => {
    caller.destroy();
    server.close();
  });
  const closed = new Promise((resolve) => caller.once('close', resolve));
  const faults: Error[] = [];
  caller.on('error', (fault) => faults.push(fault));
  caller.write(begun);
  const [answer] = await once(caller, 'data');
  expect(String(answer)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  for (let piece = 0; piece < 5; piece++) {
    const readBefore = connection?.bytesRead ?? 0;
    caller.write('x'.repeat(100_000));
    await waitUntil('the piece', () => connection?.destroyed || (connection?.bytesRead ?? 0) >= readBefore + 100_000);
  }
  caller.end();
  await closed;
  expect(faults).toEqual([]);
});
