import { processWide } from '#lib/process-wide.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import { UsageCounter } from '#lib/usage/counter.ts';

/** How often counts leave the process, in milliseconds: a crash loses at most these, and the background thread's last write. */
const sendEveryMs = 2000;

/** The counts of this process's requests. */
export function usage(): UsageCounter {
  return processWide('usage', () => new UsageCounter());
}

/** Hands what was counted to `send` every two seconds; `stop` hands over the rest. */
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
