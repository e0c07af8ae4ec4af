import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * A reader of one request's body. Nothing is read, and `100 Continue` is not sent, before it is called: a body is
 * not read before address and limit have passed (B9).
 *
 * @param waitsForContinue whether the caller holds the body back until it gets `100 Continue`
 * @returns a function giving the body once, or null when it is longer than its limit
 */
export function bodyReader(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  waitsForContinue: boolean,
): (limitBytes: number) => Promise<Uint8Array | null> {
  return (limitBytes) => {
    if (Number(incoming.headers['content-length'] ?? 0) > limitBytes) return Promise.resolve(null);
    if (waitsForContinue) {
      outgoing.shouldKeepAlive = true;
      outgoing.writeContinue();
    }
    return readUpTo(incoming, limitBytes);
  };
}

function readUpTo(incoming: IncomingMessage, limitBytes: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = (settle: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError);
      settle();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) {
        incoming.pause();
        stop(() => resolve(null));
        return;
      }
      chunks.push(chunk);
    };
    const onEnd = () => stop(() => resolve(Buffer.concat(chunks, length)));
    const onError = () => stop(() => reject(new Error('The caller went away before its body was whole.')));
    incoming.on('data', onData).on('end', onEnd).on('error', onError).on('close', onError);
  });
}
