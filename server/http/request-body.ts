import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { BodyFault } from '#lib/http/body-text.ts';
import type { Exchange } from '#lib/http/exchange.ts';

/** The body of one request. */
export interface RequestBody {
  readonly read: Exchange['readBody'];
  /** Makes the current or next `read` throw this fault. */
  readonly fail: (fault: BodyFault) => void;
}

/**
 * The body of one request. Nothing is read, and `100 Continue` is not sent, before `read` is called, since address and
 * limit are checked first (B9).
 *
 * @param waitsForContinue whether the caller sends the body only after `100 Continue`
 */
export function requestBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  waitsForContinue: boolean,
): RequestBody {
  const { shouldKeepAlive } = outgoing;
  // a caller refused without 100 Continue may or may not send its body, so the connection cannot be reused
  if (waitsForContinue) outgoing.shouldKeepAlive = false;
  let failed: BodyFault | undefined;
  let stopReading: ((fault: BodyFault) => void) | undefined;
  return {
    read(limitBytes) {
      if (failed !== undefined) return Promise.reject(failed);
      if (Number(incoming.headers['content-length'] ?? 0) > limitBytes) return Promise.resolve(null);
      if (waitsForContinue) {
        outgoing.shouldKeepAlive = shouldKeepAlive;
        outgoing.writeContinue();
      }
      const { whole, stop } = readUpTo(incoming, limitBytes);
      stopReading = stop;
      return whole;
    },
    fail(fault) {
      failed = fault;
      stopReading?.(fault);
    },
  };
}

function readUpTo(incoming: IncomingMessage, limitBytes: number) {
  const { promise: whole, resolve, reject } = Promise.withResolvers<Uint8Array | null>();
  const chunks: Buffer[] = [];
  let length = 0;
  const stopListening = () => incoming.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
  const stop = (fault: BodyFault) => {
    stopListening();
    reject(fault);
  };
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length > limitBytes) {
      incoming.pause();
      stopListening();
      resolve(null);
      return;
    }
    chunks.push(chunk);
  };
  const onEnd = () => {
    stopListening();
    resolve(Buffer.concat(chunks, length));
  };
  const onGone = () => stop(new BodyFault(400, { code: 'body-cut-short' }));
  incoming.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  return { whole, stop };
}

/** How long the rest of an unread body is read and discarded, so that its sender can read the answer. */
const usualDiscardMs = 500;

/**
 * Closes the connection of a request that was answered while its body was still arriving. A reset would take the answer
 * from a caller that is still sending, such as a proxy.
 */
export function endUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse, discardMs = usualDiscardMs): void {
  outgoing.prependOnceListener('finish', () => {
    // before Node closes the connection, which it does at once after `Connection: close`
    if (!incoming.complete) endGentlyAfterLast(incoming.socket);
  });
  outgoing.once('finish', () => {
    if (incoming.complete) return;
    const close = setTimeout(() => incoming.socket.destroySoon(), discardMs);
    incoming.once('close', () => clearTimeout(close));
  });
}

/** How long the rest of what a caller sends is read and discarded, in milliseconds; otherwise it might get a reset. */
const lingerMs = 2000;

/** Has Node end the connection gently after its last answer, instead of closing a socket with unread bytes. */
export function endGentlyAfterLast(socket: Duplex & { destroySoon?: () => void }): void {
  socket.destroySoon = () => endGently(socket);
}

/** Sends what is last, and reads on until the caller has seen it: bytes that nobody reads would reset the connection. */
export function endGently(socket: Duplex, last?: string): void {
  if (socket.writableEnded) return;
  socket.end(last);
  socket.resume();
  const close = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(close));
}
