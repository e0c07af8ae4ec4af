import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Lowers the priority of this process, by default like `nice 5`: the APIs come first. */
export function lowerPriority(nice = 5): void {
  setPriority(nice);
  // on Linux that changes one thread: those that collect garbage and compile exist already
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), nice);
    } catch {
      // it has ended
    }
  }
}
