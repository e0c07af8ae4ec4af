import { countWords, stageWords } from '#lib/words/stages.ts';
import { type JobProgress, stageTimeLeft, waitWords } from './progress.ts';

/** A job as its page shows it, updated every second. */
export interface JobView {
  readonly id: number;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** What the job is doing or waits for, without a count. */
  readonly doing: string;
  /** How far that is: `1,200 of 4,800 bytes`; empty when nothing is counted. */
  readonly count: string;
  /** How much of the present stage is done, 0 to 1; null while that is unknown. */
  readonly share: number | null;
  /** How long the rest of the present stage takes, in words; null while that is unknown. */
  readonly left: string | null;
  /** Whether it was cancelled and has not stopped yet. */
  readonly isCancelling: boolean;
}

interface JobFacts extends JobProgress {
  readonly id: number;
  readonly state: JobView['state'];
  readonly cancelledBy: string | null;
}

const endWords = { done: 'Done', failed: 'Failed', cancelled: 'Cancelled' } as const;

/** @param before the titles of the unfinished jobs ahead of it, in order */
export function viewOfJob(job: JobFacts, before: readonly string[], nowMs: number): JobView {
  const { id, state, cancelledBy, stage, done, total } = job;
  const unmeasured = { id, state, count: '', share: null, left: null, isCancelling: false };
  if (state === 'waiting') return { ...unmeasured, doing: waitingLine(before) };
  if (state !== 'running') return { ...unmeasured, doing: endWords[state] };
  if (cancelledBy !== null) return { ...unmeasured, doing: 'Cancelling', isCancelling: true };
  const leftMs = stageTimeLeft(job, nowMs);
  return {
    ...unmeasured,
    ...{ doing: stage === '' ? 'Starting' : stageWords(stage), count: countWords(stage, done, total) },
    share: total > 0 ? Math.min(1, done / total) : null,
    left: leftMs === undefined ? null : waitWords(leftMs),
  };
}

function waitingLine([first, ...more]: readonly string[]): string {
  if (first === undefined) return 'Starts in a moment';
  return `Starts after: ${first}${more.length === 0 ? '' : ` (and ${more.length} more)`}`;
}
