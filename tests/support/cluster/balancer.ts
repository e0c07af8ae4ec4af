import { once } from 'node:events';
import net from 'node:net';

/** Deals connections to servers in turn, and keeps the address of the caller, which must be a loopback address. */
export interface Balancer {
  readonly port: number;
  close(): void;
}

/** Starts a balancer before the servers at these ports of loopback. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<net.Socket>();
  let dealt = 0;
  const server = net.createServer({ allowHalfOpen: true }, (caller) => {
    const port = ports[dealt++ % ports.length] ?? 0;
    const localAddress = caller.remoteAddress?.replace(/^::ffff:/, '');
    const upstream = net.connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true });
    const close = () => {
      caller.destroy();
      upstream.destroy();
    };
    for (const socket of [caller, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', close);
      socket.on('close', () => {
        open.delete(socket);
        close();
      });
    }
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
