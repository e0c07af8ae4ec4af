import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `look` gives something (not false, not undefined) and gives it; fails after `withinMs`. */
export async function waitUntil<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs = 10_000,
): Promise<Exclude<T, false | undefined>> {
  const endsAt = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== false && found !== undefined) return found as Exclude<T, false | undefined>;
    if (performance.now() > endsAt) throw new Error(`Waited ${withinMs} ms for ${what}.`);
    await sleep(25);
  }
}
