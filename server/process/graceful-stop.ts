import type { Server } from 'node:http';

/** How long requests in flight have to finish after a stop signal, in milliseconds. */
const graceMs = 10_000;

/**
 * Stops accepting connections, gives requests in flight 10 s to finish, then closes all connections. Resolves when none
 * is left.
 */
export function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // otherwise the server would wait for keep-alive connections that become idle after the stop
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const close = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(close);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Calls `stop` once, at the first SIGTERM or SIGINT. */
export function onStopSignal(stop: () => void): void {
  let stopped = false;
  const once = () => {
    if (stopped) return;
    stopped = true;
    stop();
  };
  process.on('SIGTERM', once);
  process.on('SIGINT', once);
}
