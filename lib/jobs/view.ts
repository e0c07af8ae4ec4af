import { obstacleWords } from '#lib/words/reason-words.ts';
import { countWords, leftWords, rateWords, stageWords } from '#lib/words/stages.ts';
import { timeLeft } from './pace.ts';
import type { JobProgress } from './stages.ts';

/** A job as its page shows it, updated every second. */
export interface JobView {
  readonly id: number;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** The code of its present stage (`lib/jobs/stages.ts`); empty before the first. */
  readonly stage: string;
  /** What the job is doing or waits for, without a count. */
  readonly doing: string;
  /** How far that is: `1,200 of 4,800 bytes`; empty when nothing is counted. */
  readonly count: string;
  /** How much of the present stage is done, 0 to 1; null while that is unknown. */
  readonly share: number | null;
  /** What holds it up, in a sentence; empty when nothing does. */
  readonly obstacle: string;
  /** How fast that is: `12,400 areas a second`; empty while that is unknown. */
  readonly rate: string;
  /** How long the rest of the present stage takes: `about 20 seconds left`; empty while that is unknown. */
  readonly left: string;
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
export function viewOfJob(job: JobFacts, before: readonly string[]): JobView {
  const { id, state, cancelledBy, stage, done, total, rate, obstacle } = job;
  const unmeasured = {
    id,
    state,
    stage: state === 'running' ? stage : '',
    count: '',
    obstacle: '',
    share: null,
    rate: '',
    left: '',
    isCancelling: false,
  };
  if (state === 'waiting') return { ...unmeasured, doing: waitingLine(before) };
  if (state !== 'running') return { ...unmeasured, doing: endWords[state] };
  if (cancelledBy !== null) return { ...unmeasured, doing: 'Cancelling', isCancelling: true };
  return {
    ...unmeasured,
    doing: stage === '' ? 'Starting' : stageWords(stage),
    count: countWords(stage, done, total),
    obstacle: obstacle === null ? '' : obstacleWords(obstacle),
    share: total > 0 ? Math.min(1, done / total) : null,
    rate: rateWords(stage, rate),
    left: leftWords(timeLeft(done, total, rate)),
  };
}

function waitingLine([first, ...more]: readonly string[]): string {
  if (first === undefined) return 'Starts in a moment';
  return `Starts after: ${first}${more.length === 0 ? '' : ` (and ${more.length} more)`}`;
}
