/** How far a piece of work is in its present stage; `total` 0 while nobody knows it. Instants are epoch milliseconds. */
export interface JobProgress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  readonly stageStartedAt: number | null;
}

/** Before this much of a stage nobody can tell how long it takes. */
const leastMs = 1000;
const leastShare = 0.01;

/** The milliseconds left of the present stage when it goes on as before; undefined while that cannot be told. */
export function stageTimeLeft({ done, total, stageStartedAt }: JobProgress, nowMs: number): number | undefined {
  if (stageStartedAt === null || total <= 0) return undefined;
  const share = Math.min(1, done / total);
  const spentMs = nowMs - stageStartedAt;
  if (spentMs < leastMs || share < leastShare) return undefined;
  return Math.round((spentMs * (1 - share)) / share);
}

/** A wait in words that do not jump about: `less than 10 seconds`, `about 40 seconds`, `about 3 minutes`. */
export function waitWords(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return 'less than 10 seconds';
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes <= 1) return 'about a minute';
  if (minutes < 90) return `about ${minutes} minutes`;
  return `about ${Math.round(minutes / 60)} hours`;
}

/**
 * What is being done, as a line for people: `Checking, bytes: 1,200 of 4,800`. Stages are named as the command line's
 * progress shows them, small and with a colon where a count follows.
 */
export function stageWords({ stage, done, total }: JobProgress): string {
  if (stage === '') return 'Beginning';
  const words = stage.charAt(0).toUpperCase() + stage.slice(1);
  const count = (value: number) => value.toLocaleString('en-NZ');
  if (total > 0) return `${words} ${count(done)} of ${count(total)}`;
  return done > 0 ? `${words} ${count(done)}` : words.replace(/:$/, '');
}
