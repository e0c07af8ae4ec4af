import type { Stage } from './stages.ts';

/** How far a job is in its present stage; `total` is 0 while it is unknown. Instants are epoch milliseconds. */
export interface JobProgress {
  /** Empty before the first. */
  readonly stage: Stage | '';
  readonly done: number;
  readonly total: number;
  readonly stageStartedAt: number | null;
  /** How much is done in a second; null while it is too early to say. */
  readonly rate: number | null;
}

/** Before the first stage. */
export const noProgress: JobProgress = { stage: '', done: 0, total: 0, stageStartedAt: null, rate: null };
