import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyFault } from '#lib/http/body-fault.ts';
import type { Exchange } from '#lib/http/exchange.ts';

/** The body of one request. */
export interface RequestBody {
  readonly read: Exchange['readBody'];
  /** Ends a reading, under way or to come, with this fault. */
  readonly fail: (fault: BodyFault) => void;
}

/**
 * One request's body. Nothing is read, and `100 Continue` is not sent, before `read` is called: a body is not read
 * before address and limit have passed (B9).
 *
 * @param waitsForContinue whether the caller holds the body back until it gets `100 Continue`
 */
export function requestBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  waitsForContinue: boolean,
): RequestBody {
  const { shouldKeepAlive } = outgoing;
  // a caller that waits for 100 Continue and is refused without it may or may not send its body: do not reuse the connection
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
  const letGo = () => incoming.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
  const stop = (fault: BodyFault) => {
    letGo();
    reject(fault);
  };
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length > limitBytes) {
      incoming.pause();
      letGo();
      resolve(null);
      return;
    }
    chunks.push(chunk);
  };
  const onEnd = () => {
    letGo();
    resolve(Buffer.concat(chunks, length));
  };
  const onGone = () => stop(new BodyFault(400, 'The body ended before it was whole.'));
  incoming.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  return { whole, stop };
}

/** How long the rest of a body that nobody wanted is read and thrown away, so that its sender gets to see the answer. */
const restMs = 500;

/** Closes the connection of a request that was answered while its body was still coming, and goes on coming. */
export function endUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    if (incoming.complete) return;
    const cut = setTimeout(() => incoming.socket.destroySoon(), restMs);
    incoming.once('close', () => clearTimeout(cut));
  });
}
