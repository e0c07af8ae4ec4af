import type { ServerResponse } from 'node:http';
import { onFault } from '#lib/http/endpoint.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import type { StreamedBody } from '#lib/http/streamed-body.ts';
import { turns } from './turn.ts';

/** How long a caller may stop reading an answer before it is disconnected, in milliseconds. */
const stalledAfterMs = 60_000;

/** Sends a body as it is made, no faster than the caller reads it; other events are handled between chunks. */
export async function sendStreamed(
  outgoing: ServerResponse,
  body: StreamedBody,
  { requestId, caller }: Exchange,
): Promise<void> {
  try {
    for (let chunk = await body.next(); chunk !== undefined; chunk = await body.next()) {
      if (!outgoing.write(chunk)) await drained(outgoing);
      await turns().piece(caller.limitKey);
      if (outgoing.destroyed) return;
    }
    outgoing.end();
  } catch (fault) {
    onFault(fault, requestId);
    // an incomplete answer must not look complete
    outgoing.destroy();
  } finally {
    body.end();
  }
}

/** Waits until the caller has read what was written, or is gone. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => outgoing.destroy(), stalledAfterMs);
    const goOn = () => {
      clearTimeout(timeout);
      outgoing.off('drain', goOn).off('close', goOn);
      resolve();
    };
    outgoing.on('drain', goOn).on('close', goOn);
    if (outgoing.destroyed) goOn();
  });
}
