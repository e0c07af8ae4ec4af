import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '#tests/support/wait-until.ts';
import { endUnreadBody } from './request-body.ts';

test('a caller that still sends its body when it is refused gets the answer, and no reset', async () => {
  let connection: net.Socket | undefined;
  const server = http.createServer((incoming, outgoing) => {
    connection = incoming.socket;
    // as long as this test may take
    endUnreadBody(incoming, outgoing, 300_000);
    outgoing.writeHead(413, { Connection: 'close' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const caller = net.connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => {
    caller.destroy();
    server.close();
  });
  const closed = new Promise((resolve) => caller.once('close', resolve));
  const faults: Error[] = [];
  caller.on('error', (fault) => faults.push(fault));
  caller.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
  caller.write('x'.repeat(100_000));
  const [answer] = await once(caller, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  for (let piece = 0; piece < 5; piece++) {
    const readBefore = connection?.bytesRead ?? 0;
    caller.write('x'.repeat(100_000));
    await waitUntil('the piece', () => connection?.destroyed || (connection?.bytesRead ?? 0) >= readBefore + 100_000);
  }
  caller.end();
  await closed;
  expect(faults).toEqual([]);
});
