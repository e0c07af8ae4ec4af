import { setTimeout as sleep } from 'node:timers/promises';
import type { HandedOver, Handover } from './hand-over.ts';
import { busy, type PageRefusal, starting } from './page-refusal.ts';

/** How often a request asks for a pages process that is not listening, in milliseconds. */
const askAgainMs = 50;

/**
 * Makes the function that has the pages process answer a request. It waits for a pages process if none is listening, but
 * no longer than `waitMs`; what may be repeated is sent once more if the process died with the request.
 *
 * @returns why the request must be refused; undefined once it was answered, or its caller is gone
 */
export function answeringBy(handOver: (handed: HandedOver) => Promise<Handover>) {
  return async (handed: HandedOver, waitMs: number): Promise<PageRefusal | undefined> => {
    const { incoming, outgoing, hasBody } = handed;
    const until = performance.now() + waitMs;
    let mayRepeat = !hasBody && (incoming.method === 'GET' || incoming.method === 'HEAD');
    while (!outgoing.destroyed) {
      const handover = await handOver(handed);
      if (handover === 'ended') return undefined;
      if (handover === 'no answer' && !mayRepeat) return busy;
      if (handover === 'no answer') mayRepeat = false;
      if (performance.now() >= until) return handover === 'not sent' && !hasBody ? starting : busy;
      await sleep(askAgainMs);
    }
    return undefined;
  };
}
