import { isIPv6 } from 'node:net';

/** Where a server that listens on `host` and `port` answers `/healthz` from the same machine. */
export function healthAddress(host: string, port: number): string {
  // these are every address of the machine
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}/healthz`;
}
