import { setTimeout as sleep } from 'node:timers/promises';

/** The longest pause between two checks, in milliseconds: long enough not to slow down what the test waits for. */
const longestPauseMs = 100;

/** A little less than the limit of a test, which is what bounds its waiting, so that a failure says what it waited for. */
const withinMs = 290_000;

/** Waits until `look` returns a value other than false and undefined, and returns it. */
export async function waitUntil<T>(what: string, look: () => T | Promise<T>): Promise<Exclude<T, false | undefined>> {
  const endsAt = performance.now() + withinMs;
  for (let pauseMs = 10; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const found = await look();
    if (found !== false && found !== undefined) return found as Exclude<T, false | undefined>;
    if (performance.now() > endsAt) throw new Error(`Waited ${withinMs} ms for ${what}.`);
    await sleep(pauseMs);
  }
}
