import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settings } from '#lib/env.ts';

/** Listens on `HOST` and `PORT`. @returns the port @throws the system's error, such as EADDRINUSE */
export async function listen(server: Server): Promise<number> {
  const { host, port } = settings();
  const listening = once(server, 'listening');
  // `::` accepts both families; on a machine without IPv6, listen on IPv4
  server.listen({ host, port, ipv6Only: false });
  try {
    await listening;
  } catch (fault) {
    if (host !== '::' || (fault as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw fault;
    const again = once(server, 'listening');
    server.listen({ host: '0.0.0.0', port });
    await again;
  }
  return (server.address() as AddressInfo).port;
}
