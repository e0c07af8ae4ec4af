import { once } from 'node:events';
import net from 'node:net';

/** Passes connections on to servers, and keeps the address of the caller, which must be a loopback address. */
export interface Balancer {
  readonly port: number;
  close(): void;
}

/**
 * Starts a balancer before the servers at these ports of loopback. Connections from 127.0.0.1 are dealt in turn; a caller
 * with an address of its own stays on one server, as tests that count its requests need.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<net.Socket>();
  let dealt = 0;
  const server = net.createServer({ allowHalfOpen: true }, (caller) => {
    const localAddress = caller.remoteAddress?.replace(/^::ffff:/, '') ?? '';
    const place = localAddress === '127.0.0.1' ? dealt++ : Number(localAddress.split('.').at(-1));
    const port = ports[place % ports.length] ?? 0;
    const upstream = net.connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true });
    for (const socket of [caller, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      // 'close' follows
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    caller.on('close', () => upstream.destroySoon());
    upstream.on('close', () => {
      // a caller that is still sending would lose its answer if it were not read to its end
      caller.unpipe(upstream);
      caller.resume();
      caller.end();
    });
    caller.pipe(upstream).pipe(caller);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
