import type { Duplex } from 'node:stream';

/** How long the rest of what a caller sends is read and discarded, in milliseconds; otherwise it might get a reset. */
const lingerMs = 2000;

/** Has Node end the connection gently after its last answer, instead of closing a socket with unread bytes. */
export function endGentlyAfterLast(socket: Duplex & { destroySoon?: () => void }): void {
  socket.destroySoon = () => endGently(socket);
}

/** Sends the end, and reads on until the caller has seen it: bytes that nobody reads would reset the connection. */
export function endGently(socket: Duplex): void {
  if (socket.writableEnded) return;
  socket.end();
  socket.resume();
  const close = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(close));
}
