import { processWide } from '#lib/process-wide.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import { UsageCounter } from '#lib/usage/counter.ts';

/** How often counts leave the process, in milliseconds: a crash loses at most those, and the last ones not yet stored. */
const sendEveryMs = 2000;
/** The same for a node of a cluster, where each writing is an entry of the log that all nodes apply. */
const sendByLogEveryMs = 10_000;
/** Nodes that were started together do not write together: each pause is longer or shorter by up to this share. */
const jitter = 0.2;

/** Counts the requests of this process. */
export function usage(): UsageCounter {
  return processWide('usage', () => new UsageCounter());
}

/** Passes the counts to `send` every two seconds, on a node of a cluster about every ten; `stop` passes the rest. */
export function sendUsage<Sent>(
  send: (batches: readonly UsageBatch[]) => Sent,
  { isNode }: { readonly isNode: boolean },
): { stop(): Sent } {
  const pauseMs = () => (isNode ? sendByLogEveryMs * (1 + jitter * (2 * Math.random() - 1)) : sendEveryMs);
  let timer = setTimeout(sendOnce, pauseMs());
  function sendOnce(): void {
    timer = setTimeout(sendOnce, pauseMs());
    const batches = usage().drain();
    if (batches.length > 0) send(batches);
  }
  return {
    stop() {
      clearTimeout(timer);
      return send(usage().drain());
    },
  };
}
