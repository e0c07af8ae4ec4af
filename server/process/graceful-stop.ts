import type { Server } from 'node:http';

/** How long requests in flight have to finish once a stop was asked for, in milliseconds. */
const graceMs = 10_000;

/**
 * Stops accepting, lets requests in flight finish for at most 10 s, then cuts what is left.
 *
 * @returns when no connection is left
 */
export function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // a kept-alive connection that falls idle after the stop would otherwise be waited for
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
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
