import { type JobProgress, stageTimeLeft, stageWords, waitWords } from './progress.ts';

/** How a piece of work stands, as a browser is told again and again. */
export interface JobView {
  readonly id: number;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** What is being done, or what it waits for. */
  readonly line: string;
  /** How much of the present stage is done, 0 to 1; null while nobody knows. */
  readonly share: number | null;
  /** How long the present stage still takes, in words; null while nobody knows. */
  readonly left: string | null;
  /** Whether somebody asked that it stop, and it has not yet. */
  readonly isEnding: boolean;
}

interface Standing extends JobProgress {
  readonly id: number;
  readonly state: JobView['state'];
  readonly cancelledBy: string | null;
}

const endWords = { done: 'Done', failed: 'Failed', cancelled: 'Cancelled' } as const;

/** @param before the titles of the unfinished work that comes first, in order */
export function viewOfJob(work: Standing, before: readonly string[], nowMs: number): JobView {
  const { id, state, cancelledBy, done, total } = work;
  const none = { share: null, left: null, isEnding: false };
  if (state === 'waiting') return { id, state, line: waitingLine(before), ...none };
  if (state !== 'running') return { id, state, line: endWords[state], ...none };
  if (cancelledBy !== null) return { id, state, line: 'Being cancelled', ...none, isEnding: true };
  const leftMs = stageTimeLeft(work, nowMs);
  return {
    ...{ id, state, line: stageWords(work), share: total > 0 ? Math.min(1, done / total) : null },
    ...{ left: leftMs === undefined ? null : waitWords(leftMs), isEnding: false },
  };
}

function waitingLine([first, ...more]: readonly string[]): string {
  if (first === undefined) return 'Begins in a moment';
  return `Waits until this has ended: ${first}${more.length === 0 ? '' : ` (and ${more.length} more)`}`;
}
