import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { SettingError, settings } from '#lib/env.ts';

/** A socket that is bound to `HOST` and `PORT`, but accepts nothing in this process. */
export interface BoundPort {
  readonly port: number;
  /** To be inherited by the process that accepts. */
  readonly descriptor: number;
  close(): void;
}

/**
 * Binds `HOST` and `PORT`. Processes that inherit the descriptor listen on it, one after the other; connections that
 * arrive meanwhile wait in its queue.
 *
 * @throws SettingError if the port cannot be had
 */
export async function bindPort(): Promise<BoundPort> {
  const { host, port } = settings();
  try {
    const bound = await bind(host, port);
    return { port: bound.address().port, descriptor: bound.fd(), close: () => bound.close() };
  } catch (fault) {
    throw listenRefusal(fault) ?? fault;
  }
}

async function bind(host: string, port: number): Promise<net.BoundSocket> {
  const { address } = await lookup(host);
  try {
    // `::` accepts both families
    return new net.BoundSocket({ host: address, port });
  } catch (fault) {
    // on a machine without IPv6, IPv4
    if (host !== '::' || (fault as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw fault;
    return new net.BoundSocket({ host: '0.0.0.0', port });
  }
}

/** The refusal for a fault in opening the port; undefined for any other fault. */
export function listenRefusal(fault: unknown): SettingError | undefined {
  const { port, host } = settings();
  const errno = (fault as NodeJS.ErrnoException).code;
  if (errno === 'EADDRINUSE') return new SettingError({ code: 'port-taken', port });
  if (errno === 'EACCES') return new SettingError({ code: 'port-not-allowed', port });
  const isUnknown = errno === 'EADDRNOTAVAIL' || errno === 'ENOTFOUND' || errno === 'EAI_AGAIN';
  return isUnknown ? new SettingError({ code: 'host-unknown', host }) : undefined;
}
