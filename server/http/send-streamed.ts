import type { ServerResponse } from 'node:http';
import { onFault } from '#lib/http/endpoint.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { nextTurn, type StreamedBody } from '#lib/http/streamed-body.ts';

/** How long a caller may take nothing of an answer that waits for it, in milliseconds. */
const patienceMs = 60_000;

/** Sends a body while it is made: no faster than it is taken, and with a turn of the loop for others between pieces. */
export async function sendStreamed(
  outgoing: ServerResponse,
  body: StreamedBody,
  { requestId }: Exchange,
): Promise<void> {
  try {
    for (let piece = body.next(); piece !== undefined; piece = body.next()) {
      if (outgoing.write(piece)) await nextTurn();
      else await untilTaken(outgoing);
      if (outgoing.destroyed) return;
    }
    outgoing.end();
  } catch (fault) {
    onFault(fault, requestId);
    // half an answer must not look like a whole one
    outgoing.destroy();
  } finally {
    body.end();
  }
}

/** Waits until what was written is taken, or the caller is gone. */
function untilTaken(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => outgoing.destroy(), patienceMs);
    const goOn = () => {
      clearTimeout(giveUp);
      outgoing.off('drain', goOn).off('close', goOn);
      resolve();
    };
    outgoing.on('drain', goOn).on('close', goOn);
    if (outgoing.destroyed) goOn();
  });
}
