import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The clock of the day of a server and its commands, which can be set while they run. */
export interface SettableClock {
  /** What processes need in their environment to go by it. */
  readonly environment: Readonly<Record<string, string>>;
  now(): number;
  /** Moves it, and waits until every process has seen that. */
  step(byMs: number): Promise<void>;
}

/** @param startMs what it shows at first */
export function settableClock(folder: string, startMs: number): SettableClock {
  const file = join(folder, 'clock');
  let offsetMs = startMs - Date.now();
  const write = () => {
    writeFileSync(`${file}.new`, String(offsetMs));
    renameSync(`${file}.new`, file);
  };
  write();
  return {
    environment: { SOAK_CLOCK_FILE: file, NODE_OPTIONS: `--import=${import.meta.dirname}/step-clock.ts` },
    now: () => Date.now() + offsetMs,
    async step(byMs) {
      offsetMs += byMs;
      write();
      await sleep(500);
    },
  };
}
