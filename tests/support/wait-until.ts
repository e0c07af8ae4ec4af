import { setTimeout as sleep } from 'node:timers/promises';

/** The longest pause between two checks, in milliseconds: long enough not to slow down what the test waits for. */
const longestPauseMs = 100;

/** After how long a wait is reported, in milliseconds. It goes on: only the test's own limit ends it. */
const reportedAfterMs = 60_000;

/** Reports a wait that takes long, so that a test that ends at its limit shows what it was waiting for. @returns what ends that */
export function reportLongWait(what: () => string): () => void {
  const timer = setTimeout(() => console.warn(`Still waiting for ${what()}.`), reportedAfterMs).unref();
  return () => clearTimeout(timer);
}

/** Waits until `look` returns a value other than false and undefined, and returns it. The test's own limit is its only bound. */
export async function waitUntil<T>(what: string, look: () => T | Promise<T>): Promise<Exclude<T, false | undefined>> {
  const end = reportLongWait(() => what);
  try {
    for (let pauseMs = 10; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
      const found = await look();
      if (found !== false && found !== undefined) return found as Exclude<T, false | undefined>;
      await sleep(pauseMs);
    }
  } finally {
    end();
  }
}
