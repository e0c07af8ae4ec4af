import { setTimeout as sleep } from 'node:timers/promises';

/** The longest pause between two looks, in milliseconds: long enough that looking does not slow down what is waited for. */
const longestPauseMs = 100;

/** How long is waited, in milliseconds. It ends tests that fail; a machine ten times slower than usual does not reach it. */
const withinMs = 120_000;

/** Waits until `look` gives something (not false, not undefined) and gives it; fails after two minutes. */
export async function waitUntil<T>(what: string, look: () => T | Promise<T>): Promise<Exclude<T, false | undefined>> {
  const endsAt = performance.now() + withinMs;
  for (let pauseMs = 10; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const found = await look();
    if (found !== false && found !== undefined) return found as Exclude<T, false | undefined>;
    if (performance.now() > endsAt) throw new Error(`Waited ${withinMs} ms for ${what}.`);
    await sleep(pauseMs);
  }
}
