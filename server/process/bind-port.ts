import { lookup } from 'node:dns/promises';
import { closeSync } from 'node:fs';
import net from 'node:net';
import { SettingError, settings } from '#lib/env.ts';

/** A socket that is bound to `HOST` and `PORT`, but accepts nothing in this process. */
interface BoundPort {
  /** To be inherited by the process that accepts. */
  readonly descriptor: number;
  close(): void;
}

/** The first descriptor that a service manager passes (sd_listen_fds(3)). */
const passedDescriptor = 3;

/**
 * Binds `HOST` and `PORT`, or takes the socket that systemd has bound and keeps over restarts. Processes that inherit the descriptor listen on it, one after the other; connections that
 * arrive meanwhile wait in its queue.
 *
 * @throws SettingError if the port cannot be had
 */
export async function bindPort(): Promise<BoundPort> {
  if (takePassedSocket(process.env)) return { descriptor: passedDescriptor, close: () => closeSync(passedDescriptor) };
  const { host, port } = settings();
  try {
    const bound = await bind(host, port);
    return { descriptor: bound.fd(), close: () => bound.close() };
  } catch (fault) {
    throw listenRefusal(fault) ?? fault;
  }
}

/**
 * Whether a service manager has passed one socket to this very process. Its variables are removed: they are not for the
 * processes that this one starts.
 *
 * @throws SettingError when it has passed several
 */
function takePassedSocket(environment: NodeJS.ProcessEnv): boolean {
  const { LISTEN_PID: forProcess, LISTEN_FDS: count = '0' } = environment;
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete environment[name];
  if (forProcess !== String(process.pid) || count === '0') return false;
  if (count !== '1') throw new SettingError({ code: 'sockets-passed', count });
  return true;
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

/**
 * Checks that `METRICS_HOST` and `METRICS_PORT` could be listened on, where they are set; the primary does so later.
 *
 * @throws SettingError if the port cannot be had
 */
export async function checkMetricsPort(): Promise<void> {
  const { listener } = settings().metrics;
  if (listener === undefined) return;
  try {
    (await bind(listener.host, listener.port)).close();
  } catch (fault) {
    throw listenRefusal(fault, { name: 'METRICS_', ...listener }) ?? fault;
  }
}

/** The refusal for a fault in opening a port, by default that of the server; undefined for any other fault. */
export function listenRefusal(
  fault: unknown,
  { name, port, host }: Listener = { name: '', ...settings() },
): SettingError | undefined {
  const errno = (fault as NodeJS.ErrnoException).code;
  if (errno === 'EADDRINUSE') return new SettingError({ code: 'port-taken', name, port });
  if (errno === 'EACCES') return new SettingError({ code: 'port-not-allowed', name, port });
  const isUnknown = errno === 'EADDRNOTAVAIL' || errno === 'ENOTFOUND' || errno === 'EAI_AGAIN';
  return isUnknown ? new SettingError({ code: 'host-unknown', name, host }) : undefined;
}

/** `name`: what the names of its settings begin with. */
interface Listener {
  readonly name: '' | 'METRICS_';
  readonly port: number;
  readonly host: string;
}
