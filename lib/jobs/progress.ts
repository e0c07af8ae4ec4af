import type { Stage } from './stages.ts';

/** How far a job is in its present stage; `total` is 0 while it is unknown. Instants are epoch milliseconds. */
export interface JobProgress {
  /** Empty before the first. */
  readonly stage: Stage | '';
  readonly done: number;
  readonly total: number;
  readonly stageStartedAt: number | null;
}

/** Below either, it is too early to estimate. */
const leastMs = 1000;
const leastShare = 0.01;

/** The milliseconds left of the present stage at the pace so far; undefined while it is too early to estimate. */
export function stageTimeLeft({ done, total, stageStartedAt }: JobProgress, nowMs: number): number | undefined {
  if (stageStartedAt === null || total <= 0) return undefined;
  const share = Math.min(1, done / total);
  const spentMs = nowMs - stageStartedAt;
  if (spentMs < leastMs || share < leastShare) return undefined;
  return Math.round((spentMs * (1 - share)) / share);
}

/** A wait, rounded so that it does not flicker as it counts down: `less than 10 seconds`, `about 40 seconds`, `about 3 minutes`. */
export function waitWords(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return 'less than 10 seconds';
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes <= 1) return 'about a minute';
  if (minutes < 90) return `about ${minutes} minutes`;
  return `about ${Math.round(minutes / 60)} hours`;
}
