import type { UsageBatch } from '#lib/usage/batch.ts';

/** What answers requests for the primary: itself, or workers. */
export interface Front {
  /** Begins to accept connections. @returns the port */
  open(): Promise<number>;
  /** Accepts what waits, and then nothing more. */
  close(): Promise<void>;
  /** Finishes everything that was accepted; then nothing is left of it. */
  drain(): Promise<void>;
}

/** Stores what was counted of requests. */
export type WriteUsage = (batches: readonly UsageBatch[]) => void;
