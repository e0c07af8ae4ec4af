import { once } from 'node:events';
import type { Server } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { waitUntil } from '#tests/support/wait-until.ts';

/**
 * Begins a request, and sends 500,000 bytes more once it has been answered, as a caller does that does not read meanwhile.
 *
 * @returns the beginning of the answer, and the faults of the connection until it was closed
 */
export async function sendOnAfterAnswer(server: Server, begun: string) {
  let connection: Socket | undefined;
  server.on('connection', (socket: Socket) => {
    connection = socket;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const caller = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => {
    caller.destroy();
    server.close();
  });
  const closed = new Promise((resolve) => caller.once('close', resolve));
  const faults: Error[] = [];
  caller.on('error', (fault) => faults.push(fault));
  caller.write(begun);
  const [answer] = await once(caller, 'data');
  for (let piece = 0; piece < 5; piece++) {
    const readBefore = connection?.bytesRead ?? 0;
    caller.write('x'.repeat(100_000));
    await waitUntil('the piece', () => connection?.destroyed || (connection?.bytesRead ?? 0) >= readBefore + 100_000);
  }
  caller.end();
  await closed;
  return { answer: String(answer), faults };
}
