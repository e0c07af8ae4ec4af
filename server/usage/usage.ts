import { processWide } from '#lib/process-wide.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import { UsageCounter } from '#lib/usage/counter.ts';

/** How often counts leave the process, in milliseconds: a crash loses at most those, and the last ones not yet stored. */
const sendEveryMs = 2000;

/** Counts the requests of this process. */
export function usage(): UsageCounter {
  return processWide('usage', () => new UsageCounter());
}

/** Passes the counts to `send` every two seconds; `stop` passes the rest. */
export function sendUsage<Sent>(send: (batches: readonly UsageBatch[]) => Sent): { stop(): Sent } {
  const timer = setInterval(() => {
    const batches = usage().drain();
    if (batches.length > 0) send(batches);
  }, sendEveryMs);
  return {
    stop() {
      clearInterval(timer);
      return send(usage().drain());
    },
  };
}
